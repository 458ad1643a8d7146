import type { Db } from '../../platform/db';
import { spendSince } from '../figures';
import { foreseenDaysLeft, LOW_BALANCE_DAYS, paceStart, spendPerDay } from './pace';

/** How long money lasts; both null when nothing was spent lately. */
export interface MoneyLeft {
  /** At the pace of the last seven days, in whole micros. */
  perDayMicros: number | null;
  daysLeft: number | null;
}

/** How long so much lasts an advertiser: one figure for the dashboard and for the funds. */
export async function moneyLeft(
  db: Db,
  advertiserId: number,
  availableMicros: number,
  now: Date,
): Promise<MoneyLeft> {
  const spending = await spendSince(db, advertiserId, paceStart(now));
  const perDay = spendPerDay(spending, now);
  return {
    perDayMicros: perDay === null ? null : Math.round(perDay),
    daysLeft: foreseenDaysLeft(availableMicros, spending, now, LOW_BALANCE_DAYS),
  };
}
