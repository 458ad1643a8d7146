import type { Trx } from './createDb';
import { limitLockWaits } from './lockWaits';

/**
 * Holds the account's row until the transaction ends: what changes or counts what it owns goes one after the other. Nobody
 * waits for long, neither for this row nor for what the transaction holds later: `isLockTimeout`.
 */
export async function lockOwner(trx: Trx, userId: number): Promise<void> {
  await limitLockWaits(trx);
  await trx.selectFrom('app_user').select('id').where('id', '=', userId).forNoKeyUpdate().execute();
}
