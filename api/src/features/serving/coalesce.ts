export interface Coalescer {
  /** Ends when a run that began after this call has ended; fails as that run does. */
  (): Promise<void>;
  /** Ends when nothing runs and nothing is asked for; never fails. */
  idle(): Promise<void>;
}

/** Runs work at most once at a time; whoever asks meanwhile shares the one run that follows. */
export function createCoalescer(work: () => Promise<void>): Coalescer {
  let current: Promise<void> | null = null;
  let following: Promise<void> | null = null;

  function begin(): Promise<void> {
    const run = work().finally(() => {
      if (current === run) current = null;
    });
    current = run;
    return run;
  }

  async function follow(before: Promise<void>): Promise<void> {
    await before.catch(() => {});
    following = null;
    await begin();
  }

  function ask(): Promise<void> {
    // One that follows has not begun yet, also in the moment when the one before it has just ended.
    if (following) return following;
    if (!current) return begin();
    following = follow(current);
    return following;
  }

  async function idle(): Promise<void> {
    for (let last = following ?? current; last; last = following ?? current) await last.catch(() => {});
  }

  return Object.assign(ask, { idle });
}
