export interface FairQueueLimits {
  /** Works that run at a time. */
  atOnce: number;
  /** Works of one owner that wait. */
  mostOfOwner: number;
  /** Works that wait in all. */
  mostWaiting: number;
}

export interface FairQueue {
  /** Runs the work when its turn comes; null, at once, when too many wait already. */
  run<T>(ownerId: number, work: () => Promise<T>): Promise<T> | null;
}

/**
 * Lets works wait for their turn, owners in rotation: whoever brings many waits for each of them behind one of everybody
 * else, and nobody holds more than a share of the places.
 */
export function createFairQueue({ atOnce, mostOfOwner, mostWaiting }: FairQueueLimits): FairQueue {
  /** By owner, the one whose turn is next first. */
  const waiting = new Map<number, (() => void)[]>();
  let waits = 0;
  let running = 0;

  function startNext(): void {
    const next = waiting.entries().next().value;
    if (next === undefined || running >= atOnce) return;
    const [ownerId, [begin, ...others]] = next;
    waiting.delete(ownerId);
    if (others.length > 0) waiting.set(ownerId, others);
    if (begin === undefined) return;
    waits -= 1;
    running += 1;
    begin();
  }

  return {
    run(ownerId, work) {
      const own = waiting.get(ownerId) ?? [];
      const isBusy = running >= atOnce;
      if (isBusy && (own.length >= mostOfOwner || waits >= mostWaiting)) return null;
      const turn = new Promise<void>((begin) => {
        waiting.set(ownerId, [...own, begin]);
        waits += 1;
      });
      startNext();
      return turn.then(work).finally(() => {
        running -= 1;
        startNext();
      });
    },
  };
}
