import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { root } from './app';

const run = promisify(execFile);

/** What the operator does at the machine while the app runs; answers what was printed. */
export async function admin({ dataDir }: { dataDir: string }, ...args: string[]): Promise<string> {
  const { stdout } = await run(process.execPath, ['--import', 'tsx', 'api/src/cli/admin.ts', ...args], {
    cwd: root,
    env: { ...process.env, DATA_DIR: dataDir },
  });
  return stdout.trim();
}
