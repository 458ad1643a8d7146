/** `burst` at once and `perSecond` in the long run; time is given, so that there is no timer. */
export class TokenBucket {
  private tokens: number;

  constructor(
    private readonly burst: number,
    private readonly perSecond: number,
    private atMs: number,
  ) {
    this.tokens = burst;
  }

  /** Whether one may be taken, or so many. */
  take(nowMs: number, count = 1): boolean {
    const passedMs = Math.max(0, nowMs - this.atMs);
    this.tokens = Math.min(this.burst, this.tokens + (passedMs * this.perSecond) / 1_000);
    this.atMs = nowMs;
    if (this.tokens < count) return false;
    this.tokens -= count;
    return true;
  }
}
