// npm run dev                      everything from its sources, hot, at one address
// npm run dev -w mf-NAME           one remote and the shell from their sources, everything else from a running application
//   PORT (8080), DEV_PORT (8090)     where to open it: everything, one remote
//   TARGET (http://localhost:8080)   the application that one remote stands in front of
//   -- --inspect[=PORT]              a debugger may attach to the server (of everything)
//   -- --override                    nothing stands in front of TARGET: a signed link loads the remote from this machine
//   REMOTES_TOKEN                    for --override: a release token of the remote's team, of TARGET
import { existsSync } from 'node:fs';
import path from 'node:path';
import { remoteNames } from '@ezdash/remote-kit/build';
import { createReleaseClient, startOverrideServer, UsageError } from '@ezdash/remote-kit/cli';
import { developedRemote, startDevelopmentServer } from '@ezdash/remote-kit/development';
import { rootDir } from './build/targets.mjs';
import { startEverything } from './dev/everything';
import { giveUp } from './lib/console.mjs';

const log = (line: string) => console.log(line);
const options = process.argv.slice(2).filter((word) => word.startsWith('-'));
const [name, ...more] = process.argv.slice(2).filter((word) => !word.startsWith('-'));
const folderOf = (remote: string) => path.join(rootDir, remote);
const shell = { folder: folderOf('shell') };
const target = process.env.TARGET ?? 'http://localhost:8080';

function assertOptions(known: RegExp, words: string): void {
  const unknown = options.filter((option) => !known.test(option));
  if (unknown.length > 0) giveUp(`Unknown: ${unknown.join(' ')}. Known: ${words}`);
}

function portOf(variable: string, otherwise: number): number {
  const port = Number(process.env[variable] || otherwise);
  if (Number.isInteger(port) && port > 0 && port < 65_536) return port;
  return giveUp(`${variable} is no port: ${process.env[variable]}`);
}

async function startOne(remote: string) {
  assertOptions(/^--override$/, '--override');
  if (!URL.canParse(target)) giveUp(`TARGET is no address: ${target}`);
  const port = portOf('DEV_PORT', 8090);
  const developed = await developedRemote(remote, folderOf(remote));
  if (!options.includes('--override')) {
    log(`${remote} and the shell from their sources, the rest from ${target}`);
    return startDevelopmentServer({ shell, remotes: [developed], port, target, own: false }, log);
  }
  const token = process.env.REMOTES_TOKEN;
  if (!token) return giveUp(`Set REMOTES_TOKEN to a release token of ${target}`);
  const client = createReleaseClient({ url: target, token, log });
  log(`${remote} from its sources, by a link to ${target}`);
  return startOverrideServer({
    remote: {
      ...developed,
      watched: ['packages/contracts/src', 'packages/remote-kit/src'].map((part) => path.join(rootDir, part)),
    },
    port,
    instead: [`npm run deploy -w ${remote} -- --no-activate`, `npm run remotes -- link ${remote} VERSION`],
    ...{ client, log },
  });
}

async function startAll() {
  assertOptions(/^--inspect(=\S+)?$/, '--inspect');
  const remotes = await Promise.all(remoteNames().map((each) => developedRemote(each, folderOf(each))));
  return startEverything({ shell, remotes, nodeOptions: options, log });
}

async function start() {
  if (name === undefined) return startAll();
  if (more.length > 0 || !/^mf-[a-z]+$/.test(name) || !existsSync(path.join(folderOf(name), 'package.json')))
    return giveUp('Say which remote: npm run dev -w mf-advertiser');
  return startOne(name);
}

const running = await start().catch((error: unknown) => {
  if (error instanceof UsageError) return giveUp(error.message);
  const { code, message } = error as NodeJS.ErrnoException;
  return giveUp(code === 'EADDRINUSE' ? 'The port is in use; choose another with DEV_PORT' : message);
});
for (const signal of ['SIGINT', 'SIGTERM'] as const)
  process.once(signal, async () => {
    await running.close();
    process.exit(0);
  });
