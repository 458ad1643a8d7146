import { sql } from 'kysely';
import { type Db, toNumber } from '../../platform/db';

/** What the ledger holds for one owner, in micros. */
export interface OwnerBalances {
  cashMicros: number;
  bonusMicros: number;
  pendingMicros: number;
  payableMicros: number;
}

const NOTHING: Readonly<OwnerBalances> = {
  cashMicros: 0,
  bonusMicros: 0,
  pendingMicros: 0,
  payableMicros: 0,
};
const PURSES: Readonly<Record<string, keyof OwnerBalances>> = {
  advertiser_cash: 'cashMicros',
  advertiser_bonus: 'bonusMicros',
  publisher_pending: 'pendingMicros',
  publisher_payable: 'payableMicros',
};

/** Owner id → balances; owners without an account have nothing. */
export async function balancesOf(db: Db, ownerIds: readonly number[]): Promise<Map<number, OwnerBalances>> {
  const { rows } = await sql<{ owner_id: number; kind: string; balance_micros: bigint }>`
    SELECT owner_id, kind, balance_micros FROM ledger_account
    WHERE owner_id = ANY(${[...ownerIds]}::int[]) AND currency = 'USD'`.execute(db);
  const result = new Map(ownerIds.map((id) => [id, { ...NOTHING }]));
  for (const row of rows) {
    const purse = PURSES[row.kind];
    const owner = result.get(row.owner_id);
    if (purse && owner) owner[purse] += toNumber(row.balance_micros);
  }
  return result;
}

/** Balances of one owner. */
export async function balanceOf(db: Db, ownerId: number): Promise<OwnerBalances> {
  return (await balancesOf(db, [ownerId])).get(ownerId) ?? { ...NOTHING };
}
