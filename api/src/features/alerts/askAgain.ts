import type { Clock } from '../../platform/clock';
import { type Db, inTransaction } from '../../platform/db';
import { findOverdue, postpone } from './deliveries.repo';
import type { AskForDelivery } from './tell';

const OVERDUE_MS = 3_600_000;
const AT_A_TIME = 1_000;

/**
 * Asks once more for what should have been sent an hour ago: a job may have failed for the last time while the database
 * was away, or been deleted by hand. One too many finds nothing to do.
 */
export async function askAgain({
  db,
  clock,
  ask,
}: {
  db: Db;
  clock: Clock;
  ask: AskForDelivery;
}): Promise<void> {
  const now = clock.now();
  await inTransaction(db, async (trx) => {
    const overdue = await findOverdue(trx, new Date(now.getTime() - OVERDUE_MS), AT_A_TIME);
    for (const { noticeId, channel } of overdue) {
      await postpone(trx, noticeId, channel, { dueAt: now });
      await ask(trx, noticeId, channel, now);
    }
  });
}
