import type { PrivacyState } from '@ezdash/contracts';
import type { Db } from '../../../platform/db';
import { balances } from '../../ledger';
import type { AccountRow } from './deletion.repo';

export type Blocker = PrivacyState['deletion_blockers'][number];

/** What the network owes the owner in money that was paid in or earned; what it gave away itself does not count. */
export async function moneyHeld(db: Db, account: Pick<AccountRow, 'id'>) {
  const held = await balances(db, account.id);
  const positive = (micros: bigint) => (micros > 0n ? micros : 0n);
  return {
    paidInMicros: positive(held.advertiser_cash) + positive(held.advertiser_hold),
    earnedMicros:
      positive(held.publisher_hold) +
      positive(held.publisher_pending) +
      positive(held.publisher_payable) +
      positive(held.referral),
  };
}

/** A debt stays one: who owes of a credit line, or of what was charged back, cannot go without paying. */
async function owes(db: Db, { id }: Pick<AccountRow, 'id'>): Promise<boolean> {
  const held = await balances(db, id);
  return held.advertiser_credit < 0n || held.advertiser_cash < 0n;
}

/** Money is on its way, in or back: who it belongs to has to be there when it arrives. */
async function awaitsPayments(db: Db, { id }: Pick<AccountRow, 'id'>): Promise<boolean> {
  const held = await balances(db, id);
  if (held.advertiser_hold > 0n || held.publisher_payout > 0n) return true;
  const open = await db
    .selectFrom('payment')
    .select('id')
    .where('user_id', '=', id)
    .where('state', 'in', ['created', 'pending'])
    .limit(1)
    .executeTakeFirst();
  return open !== undefined;
}

/** Nobody could run the network any more. */
async function isLastAdmin(db: Db, { id, role, status }: AccountRow): Promise<boolean> {
  if (role !== 'admin' || status !== 'active') return false;
  const other = await db
    .selectFrom('app_user')
    .select('id')
    .where('role', '=', 'admin')
    .where('status', '=', 'active')
    .where('deletes_at', 'is', null)
    .where('id', '<>', id)
    .limit(1)
    .executeTakeFirst();
  return other === undefined;
}

/**
 * Why the account cannot be deleted. `givesUpMicros` is what its owner gave up: earnings of any amount then, but not
 * money that was paid in since.
 */
export async function findBlockers(
  db: Db,
  account: AccountRow,
  givesUpMicros: bigint | null,
): Promise<Blocker[]> {
  const { paidInMicros, earnedMicros } = await moneyHeld(db, account);
  const blockers: Blocker[] = [];
  if (earnedMicros > 0n && givesUpMicros === null) blockers.push('payable');
  if (paidInMicros > (givesUpMicros ?? 0n)) blockers.push('balance');
  if (await owes(db, account)) blockers.push('owed');
  if (await awaitsPayments(db, account)) blockers.push('payments');
  if (await isLastAdmin(db, account)) blockers.push('admin');
  return blockers;
}
