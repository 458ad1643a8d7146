import type { Trx } from '../../../platform/db';
import { holdReleasePostings, lockedBalances, postAll } from '../../ledger';
import { type HoldSelection, lockOpenHolds, noteReleased } from './holds.repo';

const DAY_MS = 86_400_000;

export interface HoldRelease extends HoldSelection {
  publisherId: number;
  /** The case that decided it; null when it was time. */
  caseId: number | null;
  now: Date;
}

/**
 * Gives what is on hold of one property and source to the publisher's pending earnings, a transaction for each row: it
 * counts in the month in which it was earned. Answers how much that was. Once, however many do it at the same time.
 */
export async function releaseHolds(trx: Trx, release: HoldRelease): Promise<bigint> {
  const { publisherId, caseId, now } = release;
  // In the order of every writer: the accounts, then the rows.
  await lockedBalances(trx, publisherId);
  const holds = await lockOpenHolds(trx, release);
  if (holds.length === 0) return 0n;
  const left = holds.filter(({ leftMicros }) => leftMicros > 0n);
  const posted = await postAll(
    trx,
    left.map(({ id, day, leftMicros }) => ({
      idempotencyKey: `hold_release:${id}`,
      kind: 'hold_release' as const,
      occurredAt: new Date(Math.min(now.getTime(), Date.parse(`${day}T00:00:00Z`) + DAY_MS - 1)),
      meta: { hold: id, ...(caseId !== null && { case: caseId }) },
      postings: holdReleasePostings(publisherId, leftMicros),
    })),
  );
  const transactions = new Map(left.map(({ id }, index) => [id, posted[index]?.id ?? null]));
  await noteReleased(
    trx,
    holds.map(({ id }) => ({ id, transactionId: transactions.get(id) ?? null })),
    now,
    caseId,
  );
  return left.reduce((sum, { leftMicros }) => sum + leftMicros, 0n);
}
