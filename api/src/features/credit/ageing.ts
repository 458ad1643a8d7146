import type { CreditLine } from '@ezdash/contracts';
import { toNumber } from '../../platform/db';
import { daysLate } from './months';

/** A statement that is not settled, with what was not repaid of it. */
export interface OpenStatement {
  id: number;
  dueAt: Date;
  /** Never below nothing. A later statement has what is left of an earlier one in it. */
  remainingMicros: bigint;
}

const bucketOf = (days: number): keyof CreditLine['ageing_micros'] => {
  if (days === 0) return 'current';
  if (days <= 30) return 'days_30';
  if (days <= 60) return 'days_60';
  return days <= 90 ? 'days_90' : 'older';
};

/**
 * A debt by age. Statements count everything that was owed, so that each adds to the one before it; what is in none yet
 * is not due. Never more than is owed now: a correction may have taken some of it away.
 */
export function ageOf(
  owedMicros: bigint,
  statements: readonly OpenStatement[],
  now: Date,
): CreditLine['ageing_micros'] {
  const ages = { current: 0n, days_30: 0n, days_60: 0n, days_90: 0n, older: 0n };
  let counted = 0n;
  for (const { dueAt, remainingMicros } of statements.toSorted((a, b) => +a.dueAt - +b.dueAt)) {
    const upTo = remainingMicros < owedMicros ? remainingMicros : owedMicros;
    if (upTo <= counted) continue;
    ages[bucketOf(daysLate(dueAt, now))] += upTo - counted;
    counted = upTo;
  }
  ages.current += owedMicros - counted;
  return {
    current: toNumber(ages.current),
    days_30: toNumber(ages.days_30),
    days_60: toNumber(ages.days_60),
    days_90: toNumber(ages.days_90),
    older: toNumber(ages.older),
  };
}
