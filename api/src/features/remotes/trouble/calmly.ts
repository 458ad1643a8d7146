type Work = () => Promise<void>;

/** Work that is asked for by a key, again and again. */
export interface Calmly {
  /** Does it at once, or when the pause after the last time is over; however often it is asked for in that time, once. */
  ask(key: string, work: Work): void;
  /** Until all that was asked for is done, and the pauses behind it are over. */
  settled(): Promise<void>;
  /** Lets what runs end; nothing begins any more. */
  stop(): Promise<void>;
}

/** At most one piece of work a key at a time, with a pause behind each. Work deals with its own errors. */
export function createCalmly(pauseMs: number): Calmly {
  const known = new Map<string, { next: Work | null; done: Promise<void> }>();
  /** Ends every pause. */
  const stopping = new AbortController();

  const pause = () =>
    new Promise<void>((resolve) => {
      const end = () => {
        clearTimeout(timer);
        stopping.signal.removeEventListener('abort', end);
        resolve();
      };
      const timer = setTimeout(end, pauseMs).unref();
      stopping.signal.addEventListener('abort', end);
      if (stopping.signal.aborted) end();
    });

  async function run(key: string, entry: { next: Work | null }): Promise<void> {
    while (entry.next && !stopping.signal.aborted) {
      const work = entry.next;
      entry.next = null;
      await work();
      await pause();
    }
    known.delete(key);
  }

  const settled = async () => {
    await Promise.all([...known.values()].map(({ done }) => done));
  };

  return {
    ask(key, work) {
      if (stopping.signal.aborted) return;
      const entry = known.get(key);
      if (entry) {
        entry.next = work;
        return;
      }
      const begun = { next: work, done: Promise.resolve() };
      known.set(key, begun);
      begun.done = run(key, begun);
    },
    settled,
    async stop() {
      stopping.abort();
      await settled();
    },
  };
}
