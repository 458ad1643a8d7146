import { sql } from 'kysely';
import type { Db, Trx } from '../../platform/db';

export interface InvitationRow {
  id: number;
  email: string;
  invited_by: string;
  created_at: Date;
  expires_at: Date;
}

/** An invitation as its link finds it. */
export interface FoundInvitation {
  id: number;
  email: string;
  expires_at: Date;
  used_at: Date | null;
  withdrawn_at: Date | null;
  /** Whether who invited is an active admin still. */
  is_backed: boolean;
}

const DAY_MS = 86_400_000;
/** What is over stays a month, so that its link can say what became of it. */
const KEPT_MS = 30 * DAY_MS;

const isBacked = sql<boolean>`(a.role = 'admin' AND a.status = 'active' AND a.deleted_at IS NULL)`;

/** Neither used nor withdrawn, newest first; too old ones too. */
export async function findOpenInvitations(db: Db): Promise<InvitationRow[]> {
  const { rows } = await sql<InvitationRow>`
    SELECT i.id, i.email, a.email AS invited_by, i.created_at, i.expires_at
    FROM admin_invitation i JOIN app_user a ON a.id = i.invited_by
    WHERE i.used_at IS NULL AND i.withdrawn_at IS NULL AND ${isBacked} ORDER BY i.id DESC`.execute(db);
  return rows;
}

/** Invitations of one address go one after the other, until the transaction ends. */
export async function lockInvitationsTo(trx: Trx, email: string): Promise<void> {
  await sql`SELECT pg_advisory_xact_lock(hashtext('admin_invitation'), hashtext(${email}))`.execute(trx);
}

export interface NewInvitation {
  email: string;
  tokenSha256: string;
  invitedBy: number;
  now: Date;
  expiresAt: Date;
}

/** Takes the place of an open one to the same address. Clears away what is long over. */
export async function insertInvitation(trx: Trx, invitation: NewInvitation): Promise<number> {
  const { email, now } = invitation;
  await trx
    .updateTable('admin_invitation')
    .set({ withdrawn_at: now })
    .where('email', '=', email)
    .where('used_at', 'is', null)
    .where('withdrawn_at', 'is', null)
    .execute();
  await trx
    .deleteFrom('admin_invitation')
    .where('expires_at', '<', new Date(now.getTime() - KEPT_MS))
    .execute();
  const { id } = await trx
    .insertInto('admin_invitation')
    .values({
      email,
      token_sha256: invitation.tokenSha256,
      invited_by: invitation.invitedBy,
      created_at: now,
      expires_at: invitation.expiresAt,
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  return id;
}

/** False when it is none that is open. */
export async function withdrawInvitation(db: Db, id: number, now: Date): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('admin_invitation')
    .set({ withdrawn_at: now })
    .where('id', '=', id)
    .where('used_at', 'is', null)
    .where('withdrawn_at', 'is', null)
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}

/** By its link; with `hold`, nobody else uses or withdraws it until the transaction ends. */
export async function findInvitation(
  db: Db,
  tokenSha256: string,
  { hold }: { hold: boolean },
): Promise<FoundInvitation | undefined> {
  const { rows } = await sql<FoundInvitation>`
    SELECT i.id, i.email, i.expires_at, i.used_at, i.withdrawn_at, ${isBacked} AS is_backed
    FROM admin_invitation i JOIN app_user a ON a.id = i.invited_by
    WHERE i.token_sha256 = ${tokenSha256} ${hold ? sql`FOR UPDATE OF i` : sql``}`.execute(db);
  return rows[0];
}

export async function markInvitationUsed(trx: Trx, id: number, now: Date): Promise<void> {
  await trx.updateTable('admin_invitation').set({ used_at: now }).where('id', '=', id).execute();
}

/** Those to the account's address, and those that it sent and nobody used. */
export async function forgetInvitations(trx: Trx, userId: number): Promise<void> {
  await sql`DELETE FROM admin_invitation i USING app_user u
    WHERE u.id = ${userId} AND (i.email = lower(u.email) OR (i.invited_by = u.id AND i.used_at IS NULL))`.execute(
    trx,
  );
}
