import { type DocumentLink, type OperatorPayout, publicId } from '@ezdash/contracts';
import type { Db } from '../../platform/db';
import { checkBooks } from './books';
import { invalidShares } from './earnings.repo';
import type { ReviewRow } from './operator.repo';
import { presentPayout } from './parts';

type Check = OperatorPayout['checks'][number];

const OPEN: ReadonlySet<string> = new Set(['requested', 'approved', 'sent']);
const LOOK_BACK_MS = 90 * 86_400_000;
/** Above it, somebody should look at the traffic before money leaves. */
const MOST_INVALID = 0.2;

/** Worst first. */
function checksOf(row: ReviewRow, reconciled: boolean, invalidShare: number): Check[] {
  const changed =
    row.default_method !== row.method_id ||
    (row.default_since !== null && row.default_since > row.requested_at);
  const checks: [Check, boolean][] = [
    ['not-reconciled', !reconciled],
    ['account-not-active', !row.account_active],
    ['held', row.held],
    ['method-changed', row.method_there && changed],
    ['method-gone', !row.method_there],
    // More than what is payable can make up for: part of this payout is not the publisher's any more.
    ['debt', row.pending_micros + row.payable_micros < 0n],
    ['first-payout', !row.paid_before],
    ['invalid-share', invalidShare > MOST_INVALID],
  ];
  return checks.filter(([, speaks]) => speaks).map(([check]) => check);
}

/** The payouts with what speaks against them; nothing speaks against one that ended. */
export async function reviewPayouts(
  db: Db,
  rows: readonly ReviewRow[],
  now: Date,
  documents: ReadonlyMap<number, readonly DocumentLink[]>,
): Promise<OperatorPayout[]> {
  const open = rows.filter(({ state }) => OPEN.has(state));
  const since = new Date(now.getTime() - LOOK_BACK_MS);
  const shares = await invalidShares(db, [...new Set(rows.map((row) => row.publisher_id))], since);
  const wrong = new Set<number>();
  for (const id of new Set(open.map((row) => row.publisher_id)))
    if ((await checkBooks(db, id)).length > 0) wrong.add(id);
  return rows.map((row) => {
    const share = shares.get(row.publisher_id) ?? 0;
    return {
      ...presentPayout(row, documents.get(row.id)),
      account: { id: publicId('user', row.publisher_id), email: row.email, company: row.company },
      batch_id: row.batch_id === null ? null : publicId('payoutBatch', row.batch_id),
      checks: OPEN.has(row.state) ? checksOf(row, !wrong.has(row.publisher_id), share) : [],
      invalid_share: share,
    };
  });
}
