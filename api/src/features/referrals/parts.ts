import type { Clock } from '../../platform/clock';
import type { Db } from '../../platform/db';
import type { Log } from '../../platform/log';
import type { Publisher } from '../realtime';

/** What the network gives for somebody who signs up today. */
export interface Terms {
  publisherShareBps: number;
  advertiserShareBps: number;
  months: number;
  minimumMicros: bigint;
  holdDays: number;
}

export interface ReferralParts {
  db: Db;
  clock: Clock;
  log: Log;
  publisher: Pick<Publisher, 'toAccount'>;
  terms: Terms;
  /** Public address of the network, without a slash at its end. */
  appUrl: string;
  appName: string;
}

const DAY_MS = 86_400_000;
/** The day in UTC, as `2026-11-23`. */
export const dayOf = (time: Date): string => time.toISOString().slice(0, 10);
export const addDays = (day: string, days: number): string =>
  dayOf(new Date(Date.parse(`${day}T00:00:00Z`) + days * DAY_MS));
/** So many months after a moment, as a day; the last day of a shorter month. */
export function addMonths(time: Date, months: number): string {
  const first = new Date(Date.UTC(time.getUTCFullYear(), time.getUTCMonth() + months, 1));
  const lastDay = new Date(Date.UTC(first.getUTCFullYear(), first.getUTCMonth() + 1, 0)).getUTCDate();
  first.setUTCDate(Math.min(time.getUTCDate(), lastDay));
  return dayOf(first);
}
