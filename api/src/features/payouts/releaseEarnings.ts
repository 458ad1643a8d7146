import type { Clock } from '../../platform/clock';
import { type Db, inTransaction } from '../../platform/db';
import { releaseEarnings } from '../ledger';
import type { Publisher } from '../realtime';
import * as repo from './earnings.repo';
import { lastDueMonth, planMonths } from './months';

export interface ReleaseDeps {
  db: Db;
  clock: Clock;
  publisher: Publisher;
}

/** Sums up what was posted for one publisher, some of it at a time. */
async function fold(db: Db, publisherId: number): Promise<void> {
  while (await inTransaction(db, (trx) => repo.foldDays(trx, publisherId)));
}

/**
 * Releases the months of one publisher whose time has come. Several servers may do it at once: the second one finds
 * nothing left. A month's release has a key of its own in the ledger, so it is booked once, whatever happens.
 */
async function releaseMonths({ db, clock, publisher }: ReleaseDeps, publisherId: number): Promise<bigint> {
  await fold(db, publisherId);
  return inTransaction(db, async (trx) => {
    const now = clock.now();
    // Nothing is earned or taken back between the look and the release.
    await repo.lockPurses(trx, publisherId);
    await repo.foldDays(trx, publisherId);
    const { payout_terms_days: termsDays } = await trx
      .selectFrom('app_user')
      .select('payout_terms_days')
      .where('id', '=', publisherId)
      .executeTakeFirstOrThrow();
    const due = lastDueMonth(now, termsDays);
    const until = await repo.findReleasedUntil(trx, publisherId);
    if (until !== null && until >= due) return 0n;
    const released = await repo.findReleased(trx, publisherId);
    const { months } = planMonths(await repo.findDays(trx, publisherId), released, until, due);
    let totalMicros = 0n;
    for (const month of months) {
      const reference = `${publisherId}:${month.period.slice(0, 7)}`;
      const amountMicros = month.releaseMicros;
      const transaction =
        amountMicros > 0n
          ? await releaseEarnings(trx, { ownerId: publisherId, amountMicros, reference, occurredAt: now })
          : null;
      await repo.insertRelease(trx, {
        publisherId,
        period: month.period,
        earnedMicros: month.earnedMicros,
        deductedMicros: month.deductedMicros,
        releasedMicros: amountMicros,
        transactionId: transaction?.id ?? null,
        at: now,
      });
      totalMicros += amountMicros;
    }
    await repo.noteReleasedUntil(trx, publisherId, due);
    if (months.length > 0) await publisher.toAccount(trx, publisherId, 'balance.changed', {});
    return totalMicros;
  });
}

/** Everything whose time has come; what fails for one publisher does not hold up the others. */
export async function releaseDueEarnings(
  deps: ReleaseDeps,
  onFailure: (error: unknown, publisherId: number) => void,
): Promise<void> {
  const { db, clock } = deps;
  const attempt = async (publisherId: number, work: () => Promise<unknown>) => {
    try {
      await work();
    } catch (error) {
      onFailure(error, publisherId);
    }
  };
  for (const id of await repo.findDue(db, clock.now())) await attempt(id, () => releaseMonths(deps, id));
  for (const id of await repo.findUnfolded(db)) await attempt(id, () => fold(db, id));
}
