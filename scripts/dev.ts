// npm run dev -w mf-NAME [-- --override]: one remote from its sources, everything else from a running application.
//   DEV_PORT (8090)                        where to open it
//   TARGET   (http://localhost:8080)       the application in front of which it stands
// With --override nothing stands in front of TARGET: it gives a signed link that loads the remote from this machine.
//   REMOTES_TOKEN                          a release token of the remote's team, of TARGET
import { existsSync } from 'node:fs';
import path from 'node:path';
import { createReleaseClient, startOverrideServer } from '@ezdash/remote-kit/cli';
import { rootDir } from './build/targets.mjs';
import { startDevServer } from './dev/devServer';

const [, , name = '', ...options] = process.argv;
const port = Number(process.env.DEV_PORT ?? 8090);
const target = process.env.TARGET ?? 'http://localhost:8080';
const token = process.env.REMOTES_TOKEN;
const isOverride = options.includes('--override');
const log = (line: string) => console.log(line);
const remote = {
  name,
  folder: path.join(rootDir, name),
  watched: ['packages/contracts/src', 'packages/remote-kit/src'].map((folder) => path.join(rootDir, folder)),
};

function giveUp(message: string): never {
  console.error(message);
  process.exit(1);
}

if (!/^mf-[a-z]+$/.test(name) || !existsSync(path.join(rootDir, name, 'package.json'))) {
  giveUp('Say which remote: npm run dev -w mf-advertiser');
}
if (options.some((option) => option !== '--override'))
  giveUp(`Unknown: ${options.join(' ')}. Known: --override`);
if (!Number.isInteger(port) || port < 1 || port > 65_535)
  giveUp(`DEV_PORT is no port: ${process.env.DEV_PORT}`);
if (!URL.canParse(target)) giveUp(`TARGET is no address: ${target}`);

const failed = (error: NodeJS.ErrnoException) =>
  giveUp(
    error.code === 'EADDRINUSE' ? `Port ${port} is in use; choose another with DEV_PORT` : error.message,
  );

async function startOverride() {
  if (!token) giveUp(`Set REMOTES_TOKEN to a release token of ${target}`);
  const client = createReleaseClient({ url: target, token, log });
  log(`${name} from its sources, by a link to ${target}`);
  const instead = [`npm run deploy -w ${name} -- --no-activate`, `npm run remotes -- link ${name} VERSION`];
  return startOverrideServer({ remote, port, instead, client, log });
}

async function startInFront() {
  const server = await startDevServer({ remote, port, target: new URL(target), log });
  log(`${name} from its sources, the rest from ${target}`);
  log(`Open http://localhost:${port}${server.firstPath()}`);
  return server;
}

const server = await (isOverride ? startOverride() : startInFront()).catch(failed);
for (const signal of ['SIGINT', 'SIGTERM'] as const) {
  process.once(signal, () => {
    server.close();
    process.exit(0);
  });
}
