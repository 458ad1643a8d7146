import { setTimeout as pause } from 'node:timers/promises';
import type { Log } from '../platform/log';

/** What has been started, to be stopped in the opposite order. A step that fails or hangs does not keep the rest. */
export class Cleanup {
  readonly #steps: { name: string; run: () => Promise<void>; timeoutMs: number }[] = [];
  #done: Promise<void> | undefined;

  constructor(private readonly log: Log) {}

  add(name: string, run: () => Promise<void> | void, timeoutMs = 3_000): void {
    this.#steps.push({ name, run: async () => run(), timeoutMs });
  }

  run(): Promise<void> {
    this.#done ??= this.#run();
    return this.#done;
  }

  async #run(): Promise<void> {
    for (const { name, run, timeoutMs } of this.#steps.reverse()) {
      const limit = new AbortController();
      const late = pause(timeoutMs, 'late' as const, { signal: limit.signal }).catch(() => 'ended' as const);
      try {
        if ((await Promise.race([run(), late])) === 'late')
          this.log.warn(`${name} did not stop in ${timeoutMs} ms`);
      } catch (error) {
        this.log.error({ err: error }, `${name} could not be stopped properly`);
      } finally {
        limit.abort();
      }
    }
  }
}
