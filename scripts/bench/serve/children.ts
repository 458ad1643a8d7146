import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { apiConfig, compile, rootDir } from '@ezdash/remote-kit/build';

export const start = (file: string, args: string[]): ChildProcess =>
  fork(file, args, { execArgv: [], stdio: ['ignore', 'inherit', 'inherit', 'ipc'] });

/** Server and load as one bundle each, made as the server of `npm start` is. */
export async function compileParts(): Promise<{ server: string; load: string }> {
  const outDir = join(rootDir, 'node_modules/.cache/ezdash-bench-serve');
  const config = apiConfig({ folder: import.meta.dirname, outDir });
  await compile({ ...config, entry: { server: './server.ts', load: './load.ts' } });
  return { server: join(outDir, 'server.mjs'), load: join(outDir, 'load.mjs') };
}

/** The next message of a child, or an error when it ends instead. */
export async function hear<Message>(child: ChildProcess): Promise<Message> {
  const abort = new AbortController();
  const { signal } = abort;
  const ended = once(child, 'exit', { signal }).then(([code]) => {
    throw new Error(`A process of the bench ended with ${code}`);
  });
  try {
    const [message] = await Promise.race([once(child, 'message', { signal }), ended]);
    return message as Message;
  } finally {
    abort.abort();
    ended.catch(() => {});
  }
}
