import { spawn } from 'node:child_process';
import path from 'node:path';

/** A build and a start, on a machine that stalls. */
const READY_WITHIN_MS = 120_000;

/** A person at a terminal: where they are, and what they exported. */
export class Terminal {
  constructor(
    private folder: string,
    private readonly env: Record<string, string>,
  ) {}

  enter(folder: string): void {
    this.folder = path.resolve(this.folder, folder);
  }

  export(name: string, value: string): void {
    this.env[name] = value;
  }

  /** Runs a line to its end. Answers all it printed. @throws when it ends with anything but 0 */
  async run(line: string): Promise<string> {
    const { child, output } = this.start(line);
    const code = await new Promise<number | null>((resolve) => child.on('close', resolve));
    if (code === 0) return output();
    throw new Error(`${line}\nended with ${code} in ${this.folder}:\n${output()}`);
  }

  /** Runs a line that goes on until it is stopped, up to the words it says when it is ready. */
  async runUntil(line: string, ready: RegExp): Promise<{ said: string; stop: () => Promise<void> }> {
    const { child, output } = this.start(line);
    const closed = new Promise<void>((resolve) => child.on('close', () => resolve()));
    const stop = async () => {
      // The whole group: npm, the shell and what they started.
      if (child.pid && child.exitCode === null) process.kill(-child.pid, 'SIGTERM');
      await closed;
    };
    let patience: NodeJS.Timeout | undefined;
    try {
      await new Promise<void>((resolve, reject) => {
        for (const stream of [child.stdout, child.stderr])
          stream.on('data', () => ready.test(output()) && resolve());
        child.on('close', (code) => reject(new Error(`${line}\nended with ${code}:\n${output()}`)));
        const late = () => reject(new Error(`${line}\nnever said ${ready}:\n${output()}`));
        patience = setTimeout(late, READY_WITHIN_MS);
      });
    } catch (error) {
      await stop();
      throw error;
    } finally {
      clearTimeout(patience);
    }
    return { said: output(), stop };
  }

  private start(line: string) {
    const child = spawn('bash', ['-c', line], {
      cwd: this.folder,
      env: { ...process.env, ...this.env },
      stdio: ['ignore', 'pipe', 'pipe'],
      detached: true,
    });
    let text = '';
    for (const stream of [child.stdout, child.stderr])
      stream.on('data', (data: Buffer) => {
        text += data.toString();
      });
    return { child, output: () => text };
  }
}
