import { publicId, type RemoteTeam } from '@ezdash/contracts';
import type { Db, Trx } from '../../../platform/db';

/** Who is on a remote's team, the newest first. */
export async function membersOf(on: Db, remote: string): Promise<RemoteTeam['members']> {
  const rows = await on
    .selectFrom('remote_team_member as m')
    .innerJoin('app_user as u', 'u.id', 'm.account_id')
    .innerJoin('app_user as a', 'a.id', 'm.added_by')
    .select(['u.id', 'u.email', 'a.email as added_by', 'm.added_at'])
    .where('m.remote', '=', remote)
    .orderBy('m.added_at', 'desc')
    .orderBy('u.id')
    .execute();
  return rows.map(({ id, added_at, ...row }) => ({
    id: publicId('user', id),
    ...row,
    added_at: added_at.toISOString(),
  }));
}

/** The account of an address; null when there is none. */
export async function accountOf(on: Db, email: string): Promise<number | null> {
  const row = await on
    .selectFrom('app_user')
    .select('id')
    .where('deleted_at', 'is', null)
    .where((where) => where(where.fn<string>('lower', ['email']), '=', email.toLowerCase()))
    .executeTakeFirst();
  return row?.id ?? null;
}

/** Nothing happens to who is on it already. */
export async function addMember(
  on: Db,
  member: { remote: string; account_id: number; added_by: number; added_at: Date },
): Promise<void> {
  await on
    .insertInto('remote_team_member')
    .values(member)
    .onConflict((conflict) => conflict.doNothing())
    .execute();
}

/** False when the account is not on the team. */
export async function removeMember(trx: Trx, remote: string, accountId: number): Promise<boolean> {
  const { numDeletedRows } = await trx
    .deleteFrom('remote_team_member')
    .where('remote', '=', remote)
    .where('account_id', '=', accountId)
    .executeTakeFirst();
  return numDeletedRows > 0n;
}

/** What a deleted account was on and had; overrides go with their sign-ins, and their rows with them. */
export async function forgetPerson(trx: Trx, userId: number): Promise<void> {
  await trx.deleteFrom('remote_team_member').where('account_id', '=', userId).execute();
  await trx.deleteFrom('release_override').where('account_id', '=', userId).execute();
}

/** Remotes whose team somebody is on, as their archive has it. */
export async function teamsOf(on: Db, userId: number): Promise<{ remote: string; added_at: string }[]> {
  const rows = await on
    .selectFrom('remote_team_member')
    .select(['remote', 'added_at'])
    .where('account_id', '=', userId)
    .orderBy('added_at')
    .execute();
  return rows.map(({ remote, added_at }) => ({ remote, added_at: added_at.toISOString() }));
}
