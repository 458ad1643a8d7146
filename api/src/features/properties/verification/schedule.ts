const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;
const DAY_MS = 24 * HOUR_MS;
/** After a property is added, or its verification lost: over two days, then only when asked. */
const TRIES_MS = [5 * MINUTE_MS, 30 * MINUTE_MS, 2 * HOUR_MS, 6 * HOUR_MS, 12 * HOUR_MS, DAY_MS, 2 * DAY_MS];
const AGAIN_MS = 7 * DAY_MS;
/** By how much of the wait it may come sooner: not all sites at once. */
const JITTER = 0.1;
/** Looks one after the other, a day apart, that do not find the token until the verification is lost. */
export const FAILURES_TO_LOSE = 3;

const after = (from: Date, ms: number) => new Date(from.getTime() + ms);

/** After so many looks the last of which was now: when the network looks again for a token that was not found; null: no more. Pure. */
export function nextTry(now: Date, tries: number): Date | null {
  const wait = TRIES_MS[tries];
  return wait === undefined ? null : after(now, wait - (TRIES_MS[tries - 1] ?? 0));
}

/** When a verified site is looked at again, after so many failures one after the other. `random`: 0 to 1. Pure. */
export function nextRound(now: Date, failures: number, random: number): Date {
  const wait = failures === 0 ? AGAIN_MS : DAY_MS;
  return after(now, Math.round(wait * (1 - JITTER * random)));
}
