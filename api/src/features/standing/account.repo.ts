import type { Role, User } from '@ezdash/contracts';
import type { Trx } from '../../platform/db';
import { ConflictError, NotFoundError } from '../../platform/errors';

export type Status = User['status'];

export interface Account {
  id: number;
  email: string;
  role: Role;
  status: Status;
  status_reason: string | null;
  locale: string | null;
  account_type_id: number;
}

/** Somebody must be left who can open the network's doors. Admins are locked in one order, so two cannot both go. */
async function assertAnotherAdmin(trx: Trx, id: number): Promise<void> {
  const admins = await trx
    .selectFrom('app_user')
    .select('id')
    .where('role', '=', 'admin')
    .where('status', '=', 'active')
    .where('deletes_at', 'is', null)
    .orderBy('id')
    .forUpdate()
    .execute();
  if (admins.length === 1 && admins[0]?.id === id)
    throw new ConflictError('This is the only admin: make another one first', 'LAST_ADMIN');
}

/**
 * The account, held until the transaction ends. @param wanted the status it is to get, when it is to get one. Throws 404, and
 * 409 LAST_ADMIN when nobody would be left.
 */
export async function lockAccount(trx: Trx, id: number, wanted?: Status): Promise<Account> {
  if (wanted !== undefined && wanted !== 'active') await assertAnotherAdmin(trx, id);
  const account = await trx
    .selectFrom('app_user')
    .select(['id', 'email', 'role', 'status', 'status_reason', 'locale', 'account_type_id'])
    .where('id', '=', id)
    // What a deleted account leaves is nobody's.
    .where('deleted_at', 'is', null)
    .forUpdate()
    .executeTakeFirst();
  if (!account) throw new NotFoundError();
  return account;
}

export async function setStatus(
  trx: Trx,
  id: number,
  { status, reason }: { status: Status; reason: string | null },
  now: Date,
): Promise<void> {
  await trx
    .updateTable('app_user')
    .set({ status, status_reason: reason, updated_at: now })
    .where('id', '=', id)
    .execute();
}

export async function setType(trx: Trx, id: number, accountTypeId: number, now: Date): Promise<void> {
  await trx
    .updateTable('app_user')
    .set({ account_type_id: accountTypeId, updated_at: now })
    .where('id', '=', id)
    .execute();
}

export async function isAccountType(trx: Trx, id: number): Promise<boolean> {
  // Ids are as small as their column.
  const found =
    Math.abs(id) < 2 ** 15 &&
    (await trx.selectFrom('account_type').select('id').where('id', '=', id).executeTakeFirst());
  return Boolean(found);
}
