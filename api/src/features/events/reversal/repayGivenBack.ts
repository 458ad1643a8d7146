import { sql } from 'kysely';
import type { Trx } from '../../../platform/db';
import { repayFromCash } from '../../ledger';

/**
 * What came back for invalid traffic repays a credit line first, like everything that comes in. Inside a transaction that
 * holds the purses of these advertisers.
 */
export async function repayGivenBack(
  trx: Trx,
  advertiserIds: readonly number[],
  /** Names the occasion. */
  reference: string,
  now: Date,
): Promise<void> {
  const { rows } = await sql<{ owner_id: number }>`SELECT owner_id FROM ledger_account
    WHERE kind = 'advertiser_credit' AND balance_micros < 0 AND owner_id = ANY(${[...advertiserIds]}::int[])
    ORDER BY owner_id`.execute(trx);
  for (const { owner_id: ownerId } of rows)
    await repayFromCash(trx, { ownerId, reference: `${reference}:${ownerId}`, occurredAt: now });
}
