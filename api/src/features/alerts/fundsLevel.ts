/** How an advertiser's money stands. */
export type FundsLevel = 'enough' | 'low' | 'out';

export interface Funds {
  /** Cash, bonus and what may still be drawn of a credit line, in micros. */
  balanceMicros: number;
  /** At the pace of the last days; null when nothing was spent. */
  daysLeft: number | null;
  /** Campaigns that stand still for want of money, and those that have enough of it. */
  unfunded: number;
  funded: number;
}

export interface RememberedFunds {
  level: FundsLevel;
  /** When the level began. */
  balanceMicros: number;
}

/** Below so many days the money is called low … */
export const LOW_DAYS = 3;
/** … and from so many on it is enough again: the pace wavers from hour to hour, and a mail must not follow it. */
export const ENOUGH_DAYS = 4;

/** Whether the money is out cannot be seen while no campaign wants any: it stays out until some is added. */
function isStillOut(funds: Funds, before: RememberedFunds | null): boolean {
  return before?.level === 'out' && funds.funded === 0 && funds.balanceMicros <= before.balanceMicros;
}

/** The level now, by what was remembered. Pure. */
export function fundsLevel(funds: Funds, before: RememberedFunds | null): FundsLevel {
  if ((funds.unfunded > 0 && funds.funded === 0) || isStillOut(funds, before)) return 'out';
  if (funds.daysLeft === null) return 'enough';
  const least = before === null || before.level === 'enough' ? LOW_DAYS : ENOUGH_DAYS;
  return funds.daysLeft < least ? 'low' : 'enough';
}

/** What is told of a change: getting worse alone, and nothing of what was never seen before. */
export function fundsNews(before: FundsLevel | null, now: FundsLevel): 'funds_low' | 'funds_out' | null {
  if (now === 'out' && before !== null && before !== 'out') return 'funds_out';
  return now === 'low' && before === 'enough' ? 'funds_low' : null;
}
