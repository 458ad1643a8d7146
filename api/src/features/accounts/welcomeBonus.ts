import type { Trx } from '../../platform/db';
import { grantBonus } from '../ledger';
import type { UserRow } from './accounts.repo';

/** What a new advertiser may spend; once an account, however often it is asked for. */
export async function grantWelcomeBonus(
  trx: Trx,
  user: Pick<UserRow, 'id' | 'role'>,
  amountMicros: bigint,
  now: Date,
): Promise<void> {
  if (user.role !== 'advertiser' || amountMicros <= 0n) return;
  await grantBonus(trx, {
    advertiserId: user.id,
    amountMicros,
    occasion: `signup:${user.id}`,
    occurredAt: now,
    description: 'Welcome bonus',
  });
}
