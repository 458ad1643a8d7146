import { spawn } from 'node:child_process';

export interface Ended {
  code: number;
  /** All it printed. */
  output: string;
}

/** Runs a command to its end. Never rejects for one that fails: the caller decides what that means. */
export function runProcess(
  command: string,
  args: string[],
  { cwd, env }: { cwd: string; env?: NodeJS.ProcessEnv },
): Promise<Ended> {
  return new Promise((resolve) => {
    const child = spawn(command, args, {
      cwd,
      env: { ...process.env, ...env },
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    let output = '';
    for (const stream of [child.stdout, child.stderr])
      stream.on('data', (data: Buffer) => {
        output += data.toString();
      });
    child.on('error', (error) => resolve({ code: 127, output: error.message }));
    child.on('close', (code) => resolve({ code: code ?? 1, output: output.trim() }));
  });
}

/** Null when it ended well, else what it printed. */
export async function problemOf(running: Promise<Ended>): Promise<string | null> {
  const { code, output } = await running;
  return code === 0 ? null : output || `It ended with ${code}`;
}

/** The commit that a folder is at; null outside a repository, and when something in it is not committed. */
export async function commitOf(folder: string): Promise<string | null> {
  const git = (...args: string[]) => runProcess('git', args, { cwd: folder });
  const head = await git('rev-parse', 'HEAD');
  if (head.code !== 0 || !/^[0-9a-f]{40,64}$/.test(head.output)) return null;
  const changes = await git('status', '--porcelain', '--', '.');
  return changes.code === 0 && changes.output === '' ? head.output : null;
}
