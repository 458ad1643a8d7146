import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createRequire } from 'node:module';
import path from 'node:path';
import { readManifest } from '../build/buildRemote';
import {
  DEVELOPMENT_VARIABLE,
  type DevelopedRemote,
  type Development,
  type DevelopmentMessage,
} from './development';

const require = createRequire(import.meta.url);

/** A remote to work on. @throws BuildError when its manifest is not in order */
export async function developedRemote(name: string, folder: string): Promise<DevelopedRemote> {
  return { name, folder, namespace: (await readManifest(folder)).namespace };
}

export interface DevelopmentServer {
  /** Shows in open pages what does not compile elsewhere, each with what the compiler says; none takes it away again. */
  tell(errors: readonly string[]): void;
  close(): Promise<void>;
}

/**
 * Starts Rspack's development server by its own command, in a process of its own. Resolves when it can be opened; what is
 * asked for while it compiles for the first time waits.
 */
export async function startDevelopmentServer(
  development: Development,
  log: (line: string) => void,
): Promise<DevelopmentServer> {
  const program = path.join(path.dirname(require.resolve('@rspack/cli/package.json')), 'bin/rspack.js');
  const config = path.join(import.meta.dirname, 'rspack.config.mjs');
  const server = spawn(process.execPath, [program, 'serve', '--config', config], {
    stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
    env: { ...process.env, NODE_ENV: 'development', [DEVELOPMENT_VARIABLE]: JSON.stringify(development) },
  });
  let closing = false;
  const ended = once(server, 'exit');
  await Promise.race([
    once(server, 'message'),
    ended.then(() => {
      throw new Error('The development server has ended; what went wrong stands above.');
    }),
  ]);
  void ended.then(() => {
    if (closing) return;
    log('The development server has ended.');
    process.exit(1);
  });
  log(`Open http://localhost:${development.port}`);
  return {
    tell(errors) {
      if (server.connected) server.send({ errors } satisfies DevelopmentMessage);
    },
    async close() {
      closing = true;
      if (server.exitCode !== null || server.signalCode !== null) return;
      server.kill('SIGTERM');
      await ended;
    },
  };
}
