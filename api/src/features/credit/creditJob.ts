import type { Clock } from '../../platform/clock';
import { type Db, errorDetail, inTransaction, type Trx } from '../../platform/db';
import type { Log } from '../../platform/log';
import { type ClosingDeps, closeNextMonth, lastMonth } from './closeMonths';
import { findRepayable, lastCashPosting } from './credit.repo';
import { remind, reminderDue } from './remind';
import { findUnsettled, repayAndSettle, settleLine } from './settle';
import { findRemindable, findUnclosed, type Reminder } from './statements.repo';

export interface CreditJobDeps extends ClosingDeps {
  db: Db;
  clock: Clock;
  log: Log;
}

/** Months that are closed at once after a long absence. */
const MOST_MONTHS = 24;

/**
 * What credit lines need by themselves: cash that came back repays, months that are over are closed, lines stop and open
 * by what is due, reminders go. Each advertiser in a transaction of its own that holds its accounts, so that any number of
 * servers may do it at once and a second run finds nothing left to do.
 */
export async function lookAfterCredit(deps: CreditJobDeps): Promise<void> {
  const { db, clock, log } = deps;
  const now = clock.now();
  /** Answers those of whom the work said true. */
  async function each(
    ids: readonly number[],
    what: string,
    work: (trx: Trx, id: number) => Promise<boolean>,
  ): Promise<number[]> {
    const done: number[] = [];
    for (const id of ids)
      try {
        if (await inTransaction(db, (trx) => work(trx, id))) done.push(id);
      } catch (error) {
        log.error({ ...errorDetail(error), id }, `${what}; tried again in a minute`);
      }
    return done;
  }
  await each(await findRepayable(db), 'A credit line was not repaid from cash', async (trx, id) => {
    // The last posting names the occasion: another run at the same time finds it repaid.
    const reference = `cash:${id}:${await lastCashPosting(trx, id)}`;
    return (await repayAndSettle(trx, id, reference, now)) > 0n;
  });
  let unclosed = await findUnclosed(db, lastMonth(now));
  for (let months = 0; unclosed.length > 0 && months < MOST_MONTHS; months += 1)
    unclosed = await each(unclosed, 'The month of a credit line was not closed', (trx, id) =>
      closeNextMonth(trx, deps, id, now),
    );
  await each(await findUnsettled(db, now), 'A credit line was not settled', async (trx, id) => {
    const isChanged = await settleLine(trx, id, now);
    if (isChanged) await deps.publisher.toOperators(trx, 'money.changed', {});
    return isChanged;
  });
  const due = new Map<number, Reminder>();
  for (const statement of await findRemindable(db)) {
    const reminder = reminderDue(statement, now);
    if (reminder !== null) due.set(statement.id, reminder);
  }
  await each([...due.keys()], 'Nobody was reminded of a statement', async (trx, id) => {
    await remind(trx, deps.mail, id, due.get(id) ?? 'due', now);
    return true;
  });
}
