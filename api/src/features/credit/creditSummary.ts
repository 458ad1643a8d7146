import type { CreditSummary } from '@ezdash/contracts';
import { type Db, toNumber } from '../../platform/db';
import { balances, headroomOf } from '../ledger';
import * as repo from './credit.repo';
import { daysLate } from './months';

/** Of one advertiser's credit line; null without one. */
export async function creditSummaryOf(db: Db, userId: number, now: Date): Promise<CreditSummary | null> {
  const line = await repo.findLine(db, userId);
  if (!line) return null;
  const { advertiser_credit } = await balances(db, userId);
  const owedMicros = advertiser_credit < 0n ? -advertiser_credit : 0n;
  const open = await repo.findOpenStatements(db, [userId]);
  const due = open.find(({ remainingMicros }) => remainingMicros > 0n && owedMicros > 0n);
  const dueMicros = due && (due.remainingMicros < owedMicros ? due.remainingMicros : owedMicros);
  return {
    state: line.state,
    limit_micros: toNumber(line.limit_micros),
    owed_micros: toNumber(owedMicros),
    available_micros: toNumber(await headroomOf(db, userId)),
    terms_days: line.terms_days,
    due:
      due && dueMicros !== undefined
        ? {
            micros: toNumber(dueMicros),
            at: due.dueAt.toISOString(),
            overdue_days: daysLate(due.dueAt, now),
          }
        : null,
  };
}
