import { email as emailAddress, plainText } from '@ezdash/contracts';
import type { Selectable } from 'kysely';
import type { Clock } from '../../platform/clock';
import { type AppUserTable, type Db, inTransaction } from '../../platform/db';
import { insertUser } from '../accounts';
import type { ProvenPerson } from './oidcClient';
import { findIdentity, findUserById, insertIdentity, touchIdentity } from './social.repo';

type UserRow = Selectable<AppUserTable>;

export interface EnteringDeps {
  db: Db;
  clock: Clock;
  /** After an account was made whose address the provider did not verify; `pageLocale` is the language of the page. */
  onUnverified?(userId: number, pageLocale: string): Promise<unknown>;
}

/** Who came in; or why nobody did. */
export type Entered = { user: UserRow; isNew: boolean } | { refused: 'email_taken' | 'failed' };

/** Another call made or linked the same meanwhile: what is known now decides. */
class MadeMeanwhile extends Error {}

const NAME = plainText.trim().min(2).max(60);

/** The address in our form; null when it is missing or none. */
export const readEmail = (said: string | null): string | null => emailAddress.safeParse(said).data ?? null;

function usernameOf(name: string | null, email: string): string {
  const local = email.split('@')[0] ?? '';
  return NAME.safeParse(name).data ?? NAME.safeParse(local).data ?? email.slice(0, 60);
}

/** Somebody comes in with an account elsewhere: to the account it is linked with, or to a new one. */
export function createEntering({ db, clock, onUnverified }: EnteringDeps) {
  async function findLinked(provider: string, person: ProvenPerson): Promise<UserRow | undefined> {
    const identity = await findIdentity(db, provider, person.subject);
    const user = identity && (await findUserById(db, identity.user_id));
    if (!user) return undefined;
    await touchIdentity(db, identity.id, readEmail(person.email), clock.now());
    return user;
  }

  /** An address that has an account is never linked by its name alone: the provider may be wrong, or lie. */
  async function make(
    provider: string,
    { subject, name, emailVerified }: ProvenPerson,
    email: string,
  ): Promise<Entered> {
    return inTransaction(db, async (trx) => {
      const now = clock.now();
      const user = await insertUser(trx, {
        email,
        password_hash: null,
        role: 'advertiser',
        status: 'pending',
        verified: emailVerified,
        email_verified_at: emailVerified ? now : null,
        username: usernameOf(name, email),
        terms_version: null,
        created_at: now,
        updated_at: now,
      });
      if (!user) {
        if (await findIdentity(trx, provider, subject)) throw new MadeMeanwhile();
        // Who does not hold the address learns nothing of its account.
        return { refused: emailVerified ? 'email_taken' : 'failed' };
      }
      const row = { user_id: user.id, provider, subject, email, linked_at: now, last_used_at: now };
      if (!(await insertIdentity(trx, row))) throw new MadeMeanwhile();
      return { user, isNew: true };
    });
  }

  /** Never two accounts for one person, however many of their visits come back at once. */
  return async (provider: string, person: ProvenPerson, pageLocale: string): Promise<Entered> => {
    const known = await findLinked(provider, person);
    if (known) return { user: known, isNew: false };
    const email = readEmail(person.email);
    if (email === null) return { refused: 'failed' };
    try {
      const entered = await make(provider, person, email);
      if ('user' in entered && !person.emailVerified) await onUnverified?.(entered.user.id, pageLocale);
      return entered;
    } catch (error) {
      if (!(error instanceof MadeMeanwhile)) throw error;
      const meanwhile = await findLinked(provider, person);
      return meanwhile ? { user: meanwhile, isNew: false } : { refused: 'failed' };
    }
  };
}
