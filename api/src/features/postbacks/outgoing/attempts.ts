const SECOND_MS = 1_000;
const MINUTE_MS = 60 * SECOND_MS;
const HOUR_MS = 60 * MINUTE_MS;
/** Between attempts: ten within a day. */
const PAUSES_MS = [
  10 * SECOND_MS,
  MINUTE_MS,
  5 * MINUTE_MS,
  15 * MINUTE_MS,
  45 * MINUTE_MS,
  90 * MINUTE_MS,
  3 * HOUR_MS,
  6 * HOUR_MS,
  10 * HOUR_MS,
] as const;
export const DAY_MS = 24 * HOUR_MS;
/** Whoever makes a call has it for so long: longer than a call may take, and about when its job comes back if its server died. */
export const LEASE_MS = 90 * SECOND_MS;
/** Calls that one address gets at a time, whichever servers make them. */
export const MOST_AT_ONCE = 2;
/** A call that found its address busy comes back after at least so long, and less than twice as long. */
export const BUSY_MS = 3 * SECOND_MS;
/** Each pause is so much longer or shorter, by chance: calls that failed together do not come back together. */
const JITTER = 0.2;

const GONE = 410;

/** When to try again after so many failures; null: no more. */
export function nextAttempt(
  { attempts, since, status }: { attempts: number; since: Date; status: number | null },
  now: Date,
  random: () => number,
): Date | null {
  const pauseMs = PAUSES_MS[attempts - 1];
  if (status === GONE || pauseMs === undefined || now.getTime() - since.getTime() >= DAY_MS) return null;
  return new Date(now.getTime() + Math.round(pauseMs * (1 - JITTER + 2 * JITTER * random())));
}

/** Failures in a row from which an address rests. */
export const REST_AFTER = 5;
const LONGEST_REST_MS = 30 * MINUTE_MS;
/** One call at a time tries an address that has rested; the others wait for it. */
export const PROBE_MS = 30 * SECOND_MS;

/** How long an address rests after so many failures in a row; 0: not at all. */
export function restMs(failures: number): number {
  return failures < REST_AFTER ? 0 : Math.min(LONGEST_REST_MS, MINUTE_MS * 2 ** (failures - REST_AFTER));
}
