import type { Trx } from './createDb';

/** Holds the account's row until the transaction ends: what changes or counts what it owns goes one after the other. */
export async function lockOwner(trx: Trx, userId: number): Promise<void> {
  await trx.selectFrom('app_user').select('id').where('id', '=', userId).forNoKeyUpdate().execute();
}
