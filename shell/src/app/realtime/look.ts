export interface Look {
  /** Asks at a moment of its own within so long (ms; 0: at once), for what is at least of this revision. */
  within(spreadMs: number, revision?: number): void;
  stop(): void;
}

/**
 * Asks now and then. What is wished for while it waits is asked for with it, at the sooner of the two moments; what is
 * wished for while it asks is asked for once more afterwards.
 * @param ask gets the newest revision it was told of; undefined: none so far
 */
export function createLook(ask: (revision: number | undefined) => Promise<void>): Look {
  let timer: { handle: ReturnType<typeof setTimeout>; at: number } | null = null;
  let newest: number | undefined;
  let isAsking = false;
  /** When to ask once more; null: no need. */
  let next: number | null = null;

  async function run(): Promise<void> {
    timer = null;
    isAsking = true;
    try {
      await ask(newest);
    } finally {
      isAsking = false;
      if (next !== null) wait(next);
      next = null;
    }
  }
  function wait(at: number): void {
    if (timer && timer.at <= at) return;
    if (timer) clearTimeout(timer.handle);
    timer = { at, handle: setTimeout(() => void run(), Math.max(0, at - Date.now())) };
  }
  return {
    within(spreadMs, revision) {
      if (revision !== undefined) newest = Math.max(newest ?? 0, revision);
      const at = Date.now() + Math.random() * spreadMs;
      if (isAsking) next = Math.min(next ?? at, at);
      else wait(at);
    },
    stop() {
      if (timer) clearTimeout(timer.handle);
      timer = null;
      next = null;
    },
  };
}
