export interface FairQueueLimits {
  /** Works that run at a time. */
  atOnce: number;
  /** Works of one owner that wait. */
  mostOfOwner: number;
  /** Works that wait in all. */
  mostWaiting: number;
}

/** Whose works wait already: the owner's own, or too many in all. */
export type Full = 'owner-full' | 'full';

export interface FairQueue {
  /** Runs the work when its turn comes; says at once when too many wait already. */
  run<T>(owner: Owner, work: () => Promise<T>): Promise<T> | Full;
  readonly waiting: number;
  readonly running: number;
}
/** An account, or a team's token. */
export type Owner = number | string;

/**
 * Lets works wait for their turn, owners in rotation: whoever brings many waits for each of them behind one of everybody
 * else, and nobody holds more than a share of the places.
 */
export function createFairQueue({ atOnce, mostOfOwner, mostWaiting }: FairQueueLimits): FairQueue {
  /** By owner, the one whose turn is next first. */
  const waiting = new Map<Owner, (() => void)[]>();
  let waits = 0;
  let running = 0;

  function startNext(): void {
    const next = waiting.entries().next().value;
    if (next === undefined || running >= atOnce) return;
    const [owner, [begin, ...others]] = next;
    waiting.delete(owner);
    if (others.length > 0) waiting.set(owner, others);
    if (begin === undefined) return;
    waits -= 1;
    running += 1;
    begin();
  }

  return {
    get waiting() {
      return waits;
    },
    get running() {
      return running;
    },
    run(owner, work) {
      const own = waiting.get(owner) ?? [];
      const isBusy = running >= atOnce;
      if (isBusy && own.length >= mostOfOwner) return 'owner-full';
      if (isBusy && waits >= mostWaiting) return 'full';
      const turn = new Promise<void>((begin) => {
        waiting.set(owner, [...own, begin]);
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
