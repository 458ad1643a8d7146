import { sql } from 'kysely';
import { type Db, toNumber } from '../../platform/db';

/** What the ledger holds for one owner, in micros. */
export interface OwnerBalances {
  cashMicros: number;
  bonusMicros: number;
  /** Of an advertiser: what may still be drawn of a credit line. */
  headroomMicros: number;
  pendingMicros: number;
  payableMicros: number;
  /** Of a publisher: reported by servers, and not confirmed yet. */
  onHoldMicros: number;
}

const NOTHING: Readonly<OwnerBalances> = {
  cashMicros: 0,
  bonusMicros: 0,
  headroomMicros: 0,
  pendingMicros: 0,
  payableMicros: 0,
  onHoldMicros: 0,
};
const PURSES: Readonly<Record<string, keyof OwnerBalances>> = {
  advertiser_cash: 'cashMicros',
  advertiser_bonus: 'bonusMicros',
  headroom: 'headroomMicros',
  publisher_pending: 'pendingMicros',
  publisher_payable: 'payableMicros',
  publisher_hold: 'onHoldMicros',
};

/** All that an advertiser's campaigns can be paid from: bonus, cash and what may still be drawn. */
export const spendableOf = ({
  cashMicros,
  bonusMicros,
  headroomMicros,
}: Pick<OwnerBalances, 'cashMicros' | 'bonusMicros' | 'headroomMicros'>): number =>
  cashMicros + bonusMicros + headroomMicros;

/** Owner id → balances; owners without an account have nothing. */
export async function balancesOf(db: Db, ownerIds: readonly number[]): Promise<Map<number, OwnerBalances>> {
  const { rows } = await sql<{ owner_id: number; kind: string; balance_micros: bigint }>`
    SELECT owner_id, kind, balance_micros FROM ledger_account
    WHERE owner_id = ANY(${[...ownerIds]}::int[]) AND currency = 'USD'
    UNION ALL
    SELECT advertiser_id, 'headroom', headroom_micros FROM advertiser_headroom
    WHERE advertiser_id = ANY(${[...ownerIds]}::int[])`.execute(db);
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
