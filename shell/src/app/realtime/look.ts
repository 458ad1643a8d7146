export interface Look {
  /** Asks at a moment of its own within so long (ms; 0: at once), for what is at least of this revision. */
  within(spreadMs: number, revision?: number): void;
  stop(): void;
}

/** Without an answer it asks again after about so long, twice as long each time. */
export const AGAIN_MS = 4_000;
const LONGEST_MS = 300_000;

/**
 * Asks now and then. What is wished for while it waits is asked for with it, at the sooner of the two moments; what is
 * wished for while it asks is asked for once more afterwards. Nobody tells twice, so it asks until it is answered.
 * @param ask gets the newest revision it was told of; undefined: none so far. False: there was no answer
 */
export function createLook(ask: (revision: number | undefined) => Promise<boolean>): Look {
  let timer: { handle: ReturnType<typeof setTimeout>; at: number } | null = null;
  let newest: number | undefined;
  let isAsking = false;
  /** When to ask once more; null: no need. */
  let next: number | null = null;
  let inVain = 0;
  let isStopped = false;

  async function run(): Promise<void> {
    timer = null;
    isAsking = true;
    try {
      const isAnswered = await ask(newest);
      inVain = isAnswered ? 0 : inVain + 1;
      if (!isAnswered) wish(Math.min(LONGEST_MS, AGAIN_MS * 2 ** (inVain - 1)) * (0.5 + Math.random()));
    } finally {
      isAsking = false;
      if (next !== null) wait(next);
      next = null;
    }
  }
  function wish(afterMs: number): void {
    if (isStopped) return;
    const at = Date.now() + afterMs;
    if (isAsking) next = Math.min(next ?? at, at);
    else wait(at);
  }
  function wait(at: number): void {
    if (timer && timer.at <= at) return;
    if (timer) clearTimeout(timer.handle);
    timer = { at, handle: setTimeout(() => void run(), Math.max(0, at - Date.now())) };
  }
  return {
    within(spreadMs, revision) {
      if (revision !== undefined) newest = Math.max(newest ?? 0, revision);
      isStopped = false;
      wish(Math.random() * spreadMs);
    },
    stop() {
      isStopped = true;
      if (timer) clearTimeout(timer.handle);
      timer = null;
      next = null;
    },
  };
}
