import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import type { ChildSettings } from './chaosChild';

/** The server that is killed and started anew. */
export class ChaosServer {
  private child: ChildProcess | null = null;
  private current: string | null = null;
  kills = 0;

  constructor(
    private readonly file: string,
    private readonly settings: ChildSettings,
  ) {}

  /** Where it is now; null while it is not. */
  get url(): string | null {
    return this.current;
  }

  async start(): Promise<void> {
    const child = fork(this.file, [JSON.stringify(this.settings)], {
      execArgv: this.file.endsWith('.ts') ? ['--import', 'tsx'] : [],
      stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
    });
    this.child = child;
    const ended = once(child, 'exit').then(() => {
      if (this.child === child) this.current = null;
      return null;
    });
    const [message] = (await Promise.race([once(child, 'message'), ended.then(() => [null])])) as [unknown];
    const { url } = (message ?? {}) as { url?: string };
    if (!url) throw new Error('The server ended before it had begun');
    this.current = url;
  }

  /** kill -9, at whatever it is. */
  async kill(): Promise<void> {
    const { child } = this;
    this.current = null;
    if (!child || child.exitCode !== null || child.signalCode !== null) return;
    const ended = once(child, 'exit');
    child.kill('SIGKILL');
    await ended;
    this.kills += 1;
  }

  /** Everything that waits is looked for now. */
  async round(): Promise<void> {
    const { child } = this;
    if (!child || this.current === null) return;
    const over = new AbortController();
    const { signal } = over;
    const ends = [once(child, 'message', { signal }), once(child, 'exit', { signal })];
    child.send('round');
    await Promise.race(ends);
    over.abort();
    await Promise.allSettled(ends);
  }
}
