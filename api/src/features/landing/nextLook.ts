const MINUTE_MS = 60_000;
const DAY_MS = 86_400_000;
/** After the first failure, the second …: a page that is down for a moment is found again soon. */
const AFTER_FAILURE_MS = [5, 15, 60, 180, 360, 720].map((minutes) => minutes * MINUTE_MS);
/** By how much of the wait it may come sooner: not all campaigns of an advertiser at once. */
const JITTER = 0.2;

/** When a page is to be looked at again, after so many failures one after the other. `random`: 0 to 1. Pure. */
export function nextLook(now: Date, failures: number, random: number): Date {
  const wait = failures === 0 ? DAY_MS : (AFTER_FAILURE_MS[failures - 1] ?? DAY_MS);
  return new Date(now.getTime() + Math.round(wait * (1 - JITTER * random)));
}
