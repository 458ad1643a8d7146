import type { Trx } from '../../platform/db';
import type { DocumentsFeature } from '../documents';
import { holdDebt } from '../ledger';
import type { Mail } from '../mail';
import type { Publisher } from '../realtime';
import { addMonths, endOfDayAfter, endOfMonth, monthOf } from './months';
import { remind } from './remind';
import { settleLine } from './settle';
import * as repo from './statements.repo';

export interface ClosingDeps {
  mail: Pick<Mail, 'send'>;
  publisher: Pick<Publisher, 'toOperators'>;
  /** Makes the statement's document. */
  documents: Pick<DocumentsFeature, 'issueCreditStatement'>;
}

/** The last month that is over. */
export const lastMonth = (now: Date): string => addMonths(monthOf(now), -1);

async function issue(trx: Trx, deps: ClosingDeps, statement: repo.NewStatement): Promise<void> {
  const id = await repo.insertStatement(trx, statement);
  const { advertiserId: userId, month: period, owedMicros, drawnMicros, repaidMicros } = statement;
  const { issuedAt, dueAt } = statement;
  // What was repaid since the month's end may cover it already.
  await settleLine(trx, userId, issuedAt);
  await remind(trx, deps.mail, id, 'issued', issuedAt);
  await deps.publisher.toOperators(trx, 'money.changed', {});
  // Last: it holds the counter of the documents until the transaction ends.
  await deps.documents.issueCreditStatement(trx, {
    id,
    userId,
    period,
    owedMicros,
    drawnMicros,
    repaidMicros,
    issuedAt,
    dueAt,
  });
}

/**
 * Closes the next month of a line that is over: a statement where something is owed. The month and where its postings end
 * are kept with the line, so that several servers and a second attempt find it closed. False when there is none to close.
 */
export async function closeNextMonth(
  trx: Trx,
  deps: ClosingDeps,
  advertiserId: number,
  now: Date,
): Promise<boolean> {
  // Whoever draws or repays holds these accounts: none of it is half in the month.
  await holdDebt(trx, advertiserId);
  const line = await repo.lockClosing(trx, advertiserId);
  const last = lastMonth(now);
  if (!line || (line.closed_month !== null && line.closed_month >= last)) return false;
  const month = line.closed_month === null ? last : addMonths(line.closed_month, 1);
  const sums = await repo.sumMonth(trx, advertiserId, line.closed_posting_id, endOfMonth(month));
  const owedMicros = line.closed_owed_micros + sums.drawn - sums.repaid;
  await repo.closeMonth(trx, advertiserId, { month, lastPostingId: sums.last_posting_id, owedMicros });
  if (owedMicros > 0n)
    await issue(trx, deps, {
      advertiserId,
      month,
      owedMicros,
      drawnMicros: sums.drawn,
      repaidMicros: sums.repaid,
      lastPostingId: sums.last_posting_id,
      issuedAt: now,
      dueAt: endOfDayAfter(now, line.terms_days),
    });
  return true;
}
