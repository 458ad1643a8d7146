import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { root } from './app';

const run = promisify(execFile);
type Where = { dataDir: string };

async function onMachine(args: string[], { dataDir }: Where): Promise<string> {
  const env = { ...process.env, DATA_DIR: dataDir };
  const { stdout } = await run(process.execPath, ['--import', 'tsx', ...args], { cwd: root, env });
  return stdout.trim();
}

/** What the operator does at the machine while the app runs; answers what was printed. */
export const admin = (where: Where, ...args: string[]): Promise<string> =>
  onMachine(['api/src/cli/admin.ts', ...args], where);

/**
 * As if six minutes had gone by since the account proved who it is: the server's own clock counts, and nobody waits
 * for it in a test.
 */
export const ageProof = (where: Where, email: string): Promise<string> =>
  onMachine(['e2e/support/ageProof.ts', email], where);
