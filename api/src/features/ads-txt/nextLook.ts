import { ADS_TXT_TROUBLES, type AdsTxtStatus } from '@ezdash/contracts';

const MINUTE_MS = 60_000;
const DAY_MS = 86_400_000;
/** After the first look that got no answer, the second …. */
const AFTER_FAILURE_MS = [15, 60, 180, 360, 720].map((minutes) => minutes * MINUTE_MS);
/** By how much of the wait it may come sooner: not all sites at once, and none at the same time every day. */
const JITTER = 0.2;

/** When a file is to be looked at again. `failures`: looks without an answer, one after the other. `random`: 0 to 1. Pure. */
export function nextLook(now: Date, status: AdsTxtStatus, failures: number, random: number): Date {
  const wait = ADS_TXT_TROUBLES.has(status) ? (AFTER_FAILURE_MS[failures - 1] ?? DAY_MS) : DAY_MS;
  return new Date(now.getTime() + Math.round(wait * (1 - JITTER * random)));
}
