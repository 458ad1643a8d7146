import { createHash, randomBytes } from 'node:crypto';
import type { Db, OneTimeTokenTable, Trx } from '../../platform/db';

export type Purpose = OneTimeTokenTable['purpose'];

export interface TokenOwner {
  id: number;
  email: string;
}

export interface IssuedToken {
  id: number;
  /** Only the mail ever has it. */
  token: string;
  expiresAt: Date;
}

const HOUR_MS = 3_600_000;
const TOKEN_BYTES = 32;
/** How long a link works. A reset opens the account, so it has less time than a greeting. */
export const LIFETIME_MS: Readonly<Record<Purpose, number>> = {
  'verify-email': 24 * HOUR_MS,
  'reset-password': HOUR_MS,
};
/** What is over stays a little, so that the log of a support case still finds its row. */
const KEPT_MS = 24 * HOUR_MS;

export const tokenSha256 = (token: string): string => createHash('sha256').update(token).digest('hex');

/** Nobody can use what the account has of this purpose any more. */
export async function voidTokens(trx: Trx, purpose: Purpose, userId: number, now: Date): Promise<void> {
  await trx
    .updateTable('one_time_token')
    .set({ used_at: now })
    .where('user_id', '=', userId)
    .where('purpose', '=', purpose)
    .where('used_at', 'is', null)
    .execute();
}

/** A new token; what was sent before it for the same purpose works no more. Clears away what is long over. */
export async function issueToken(
  trx: Trx,
  purpose: Purpose,
  owner: TokenOwner,
  now: Date,
): Promise<IssuedToken> {
  const token = randomBytes(TOKEN_BYTES).toString('base64url');
  const expiresAt = new Date(now.getTime() + LIFETIME_MS[purpose]);
  await voidTokens(trx, purpose, owner.id, now);
  const { id } = await trx
    .insertInto('one_time_token')
    .values({
      purpose,
      user_id: owner.id,
      email: owner.email.toLowerCase(),
      token_sha256: tokenSha256(token),
      created_at: now,
      expires_at: expiresAt,
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  await trx
    .deleteFrom('one_time_token')
    .where('expires_at', '<', new Date(now.getTime() - KEPT_MS))
    .execute();
  return { id, token, expiresAt };
}

/** Whether using it now would work. Asked before work that costs; `useToken` alone decides. */
export async function isUsable(db: Db, purpose: Purpose, token: string, now: Date): Promise<boolean> {
  const found = await db
    .selectFrom('one_time_token')
    .select('id')
    .where('token_sha256', '=', tokenSha256(token))
    .where('purpose', '=', purpose)
    .where('used_at', 'is', null)
    .where('expires_at', '>', now)
    .executeTakeFirst();
  return found !== undefined;
}

/**
 * Uses a token up and says whose it was; null when it is unknown, over, used, or was sent to an address the account
 * has no more. Of two at once one succeeds: the second waits for the first's row and then finds it used.
 */
export async function useToken(trx: Trx, purpose: Purpose, token: string, now: Date): Promise<number | null> {
  const used = await trx
    .updateTable('one_time_token as t')
    .from('app_user as u')
    .set({ used_at: now })
    .whereRef('u.id', '=', 't.user_id')
    .where((where) => where(where.fn<string>('lower', ['u.email']), '=', where.ref('t.email')))
    .where('t.token_sha256', '=', tokenSha256(token))
    .where('t.purpose', '=', purpose)
    .where('t.used_at', 'is', null)
    .where('t.expires_at', '>', now)
    .returning('t.user_id')
    .executeTakeFirst();
  return used?.user_id ?? null;
}
