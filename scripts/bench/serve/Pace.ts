/**
 * When whoever is free may ask: at once, or at even distances. While it counts them it never sleeps, so that a request
 * is neither late by a timer's grain nor sent in a bunch with others.
 */
export class Pace {
  private readonly waiting: (() => void)[] = [];
  private readonly startedMs = performance.now();
  private taken = 0;
  private stopped = false;

  constructor(private readonly perSecond: number | null) {
    if (perSecond !== null) this.spin();
  }

  take(ask: () => void): void {
    if (this.perSecond === null) ask();
    else this.waiting.push(ask);
  }

  stop(): void {
    this.stopped = true;
  }

  private spin(): void {
    const due = ((performance.now() - this.startedMs) * (this.perSecond ?? 0)) / 1_000;
    // What could not be asked in time is asked as soon as a connection is free, and no more than that.
    while (this.taken < due) {
      const ask = this.waiting.shift();
      if (ask === undefined) break;
      this.taken += 1;
      ask();
    }
    if (!this.stopped) setImmediate(() => this.spin());
  }
}
