// npm run dev -w mf-NAME: one remote from its sources, everything else from a running application.
//   DEV_PORT (8090)                        where to open it
//   TARGET   (http://localhost:8080)       the application in front of which it stands
import { existsSync } from 'node:fs';
import path from 'node:path';
import { rootDir } from './build/targets.mjs';
import { startDevServer } from './dev/devServer';

const name = process.argv[2] ?? '';
const port = Number(process.env.DEV_PORT ?? 8090);
const target = process.env.TARGET ?? 'http://localhost:8080';

function giveUp(message: string): never {
  console.error(message);
  process.exit(1);
}

if (!/^mf-[a-z]+$/.test(name) || !existsSync(path.join(rootDir, name, 'package.json'))) {
  giveUp('Say which remote: npm run dev -w mf-advertiser');
}
if (!Number.isInteger(port) || port < 1 || port > 65_535)
  giveUp(`DEV_PORT is no port: ${process.env.DEV_PORT}`);
if (!URL.canParse(target)) giveUp(`TARGET is no address: ${target}`);

const server = await startDevServer({
  name,
  port,
  target: new URL(target),
  log: (line) => console.log(line),
}).catch((error: NodeJS.ErrnoException) =>
  giveUp(
    error.code === 'EADDRINUSE' ? `Port ${port} is in use; choose another with DEV_PORT` : error.message,
  ),
);
console.log(`${name} from its sources, the rest from ${target}`);
console.log(`Open http://localhost:${port}${server.firstPath()}`);
for (const signal of ['SIGINT', 'SIGTERM'] as const) {
  process.once(signal, () => {
    server.close();
    process.exit(0);
  });
}
