/** What time it is; tests bring their own. */
export interface Clock {
  now(): Date;
  /** Milliseconds since 1970. */
  nowMs(): number;
}

export const systemClock: Clock = { now: () => new Date(), nowMs: () => Date.now() };
