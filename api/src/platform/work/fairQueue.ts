import { AppError, TooManyRequestsError } from '../errors';

export interface FairQueueLimits {
  /** Works that run at a time. */
  atOnce: number;
  /** Works of one owner that wait. */
  mostOfOwner: number;
  /** Works that wait in all. */
  mostWaiting: number;
}

export interface FairQueue {
  /**
   * Runs the work when its turn comes.
   * @throws AppError 429 WORK_WAITING when the owner's own wait already, 503 WORK_BUSY when too many wait in all, or when
   * its place was needed for an owner without one; the signal's reason when it is aborted before the turn comes
   */
  run<T>(owner: Owner, work: () => Promise<T>, patience?: AbortSignal): Promise<T>;
  readonly waiting: number;
  readonly running: number;
}

/** An account, or a team's token. */
export type Owner = number | string;

const RETRY_SECONDS = 5;

const busy = () =>
  new AppError(503, 'WORK_BUSY', 'Many files are being checked. Try again in a moment', {
    headers: { 'Retry-After': String(RETRY_SECONDS) },
  });
const ownerBusy = () =>
  new TooManyRequestsError(
    'Your earlier files are still being checked. Wait for them and try again',
    RETRY_SECONDS,
    'WORK_WAITING',
  );

interface Turn {
  begin(): void;
  refuse(error: AppError): void;
}

/**
 * Lets works wait for their turn, owners in rotation: whoever brings many waits for each of them behind one of everybody
 * else. When all places are taken, an owner without one gets the newest of whoever has the most, while anybody has two.
 * Once each place is another owner's, everybody else is refused (503) until one is free: as many accounts as there are
 * places, with one work each, keep others out for as long as they bring new ones. Nothing here tells that they are one
 * person's.
 */
export function createFairQueue({ atOnce, mostOfOwner, mostWaiting }: FairQueueLimits): FairQueue {
  /** By owner, the one whose turn is next first. */
  const waiting = new Map<Owner, Turn[]>();
  let waits = 0;
  let running = 0;

  function startNext(): void {
    const next = waiting.entries().next().value;
    if (next === undefined || running >= atOnce) return;
    const [owner, [turn, ...others]] = next;
    waiting.delete(owner);
    if (others.length > 0) waiting.set(owner, others);
    if (turn === undefined) return;
    waits -= 1;
    running += 1;
    turn.begin();
  }

  /** Takes the newest place of the owner with the most; false when nobody has two. */
  function freePlace(): boolean {
    let most: Turn[] = [];
    for (const turns of waiting.values()) if (turns.length > most.length) most = turns;
    if (most.length < 2) return false;
    most.pop()?.refuse(busy());
    waits -= 1;
    return true;
  }

  /** Gives a place back before its turn; false when the turn came. */
  function leave(owner: Owner, turn: Turn): boolean {
    const turns = waiting.get(owner);
    if (!turns?.includes(turn)) return false;
    const others = turns.filter((other) => other !== turn);
    if (others.length > 0) waiting.set(owner, others);
    else waiting.delete(owner);
    waits -= 1;
    return true;
  }

  return {
    get waiting() {
      return waits;
    },
    get running() {
      return running;
    },
    async run(owner, work, patience) {
      patience?.throwIfAborted();
      const own = waiting.get(owner) ?? [];
      if (running >= atOnce) {
        if (own.length >= mostOfOwner) throw ownerBusy();
        if (waits >= mostWaiting && (own.length > 0 || !freePlace())) throw busy();
      }
      const turn = new Promise<void>((begin, refuse) => {
        const place = { begin, refuse };
        waiting.set(owner, [...own, place]);
        waits += 1;
        patience?.addEventListener('abort', () => leave(owner, place) && refuse(patience.reason), {
          once: true,
        });
      });
      startNext();
      await turn;
      try {
        return await work();
      } finally {
        running -= 1;
        startNext();
      }
    },
  };
}
