/** So many in so long. */
export interface RateLimit {
  most: number;
  windowMs: number;
}

/** Keys a counter remembers at a time: some megabytes. Of more, those that came first in a window are counted. */
const MOST_KEYS = 50_000;

/**
 * Counts keys against a limit over a sliding window, as near as two fixed ones tell: the one before counts by the part
 * of it that the sliding one still covers. Whoever goes on at such a rate is counted on, and stays out.
 */
export class RateCounter {
  private current = new Map<number, number>();
  private before = new Map<number, number>();
  private window = 0;

  constructor(
    private readonly limit: RateLimit,
    private readonly mostKeys = MOST_KEYS,
  ) {}

  /** Counts one more of a key (or looks only, with 0); whether it is within the limit. */
  take(key: number, nowMs: number, by: 0 | 1 = 1): boolean {
    const { most, windowMs } = this.limit;
    const window = Math.floor(nowMs / windowMs);
    if (window !== this.window) this.move(window);
    const known = this.current.get(key);
    // Many more addresses than fit is another kind of attack: those are not told apart, nor held against anybody.
    if (known === undefined && this.current.size >= this.mostKeys) return true;
    const count = (known ?? 0) + by;
    if (by > 0) this.current.set(key, count);
    const covered = 1 - (nowMs - window * windowMs) / windowMs;
    return count + (this.before.get(key) ?? 0) * covered <= most;
  }

  /** Keys of another day are never met again. */
  clear(): void {
    this.current.clear();
    this.before.clear();
  }

  get size(): number {
    return this.current.size + this.before.size;
  }

  private move(window: number): void {
    this.before = window === this.window + 1 ? this.current : new Map();
    this.current = new Map();
    this.window = window;
  }
}
