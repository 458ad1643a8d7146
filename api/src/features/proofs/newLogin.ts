import { createHash } from 'node:crypto';
import { sql } from 'kysely';
import type { AuthUser, Visitor } from '../../platform/auth';
import type { Clock } from '../../platform/clock';
import { type Db, inTransaction, type Trx } from '../../platform/db';
import { deviceName } from './deviceName';
import type { ProofMails } from './mails';
import { findPerson } from './proofs.repo';

export interface NewLoginDeps {
  db: Db;
  clock: Clock;
  mails: ProofMails;
  /** Whether the owner wants the mail; everybody does unless it is said otherwise. */
  wantsNotice?(db: Db, userId: number): Promise<boolean>;
  /** Told of each, in its transaction, whether or not the mail is wanted. */
  onNewLogin?(trx: Trx, login: NewLogin): Promise<void>;
}

export interface NewLogin {
  userId: number;
  /** As `deviceName` says it. */
  device: string;
  country: string | null;
  at: Date;
}

/** A browser keeps its name through its updates, so the version does not count. */
function fingerprint(userId: number, { device, browser, system, country }: Visitor): string {
  const family = browser?.replace(/ [\d.]+$/, '') ?? null;
  return createHash('sha256')
    .update(JSON.stringify([userId, device, family, system, country]))
    .digest('hex');
}

async function remember(trx: Trx, userId: number, visitor: Visitor, now: Date): Promise<boolean> {
  const row = await trx
    .insertInto('known_visitor')
    .values({
      user_id: userId,
      fingerprint: fingerprint(userId, visitor),
      first_seen_at: now,
      last_seen_at: now,
    })
    .onConflict((conflict) => conflict.columns(['user_id', 'fingerprint']).doUpdateSet({ last_seen_at: now }))
    .returning(sql<boolean>`xmax = 0`.as('is_new'))
    .executeTakeFirstOrThrow();
  return row.is_new;
}

async function isFirst(trx: Trx, userId: number): Promise<boolean> {
  const { known } = await trx
    .selectFrom('known_visitor')
    .select(({ fn }) => fn.countAll<bigint>().as('known'))
    .where('user_id', '=', userId)
    .executeTakeFirstOrThrow();
  return known === 1n;
}

/**
 * Tells the owner of an account by mail when it was signed in to from a device, browser or country it was not signed
 * in to from before. The first sign-in of all is the owner's own.
 */
export function createNewLogin({ db, clock, mails, wantsNotice, onNewLogin }: NewLoginDeps) {
  return (user: AuthUser, visitor: Visitor): Promise<{ isNew: boolean }> =>
    inTransaction(db, async (trx) => {
      const now = clock.now();
      const isNew = (await remember(trx, user.id, visitor, now)) && !(await isFirst(trx, user.id));
      const owner = isNew && (await findPerson(trx, user.id));
      if (!owner) return { isNew };
      if ((await wantsNotice?.(trx, user.id)) ?? true) await mails.newLogin(trx, owner, visitor, now);
      const device = deviceName(visitor, owner.locale);
      await onNewLogin?.(trx, { userId: user.id, device, country: visitor.country, at: now });
      return { isNew };
    });
}
