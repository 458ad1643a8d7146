import { email as emailAddress, plainText } from '@ezdash/contracts';
import type { Selectable } from 'kysely';
import type { Clock } from '../../platform/clock';
import { type AppUserTable, type Db, inTransaction } from '../../platform/db';
import { insertUser } from '../accounts';
import type { ProvenPerson } from './oidcClient';
import { findIdentity, findUserById, insertIdentity } from './social.repo';

type UserRow = Selectable<AppUserTable>;

export interface EnteringDeps {
  db: Db;
  clock: Clock;
}

/** Who came in; or why nobody did. */
export type Entered =
  | { user: UserRow; isNew: boolean }
  | { refused: 'email_taken' | 'email_unverified' | 'failed' };

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
export function createEntering({ db, clock }: EnteringDeps) {
  async function findLinked(provider: string, person: ProvenPerson): Promise<UserRow | undefined> {
    const identity = await findIdentity(db, provider, person.subject);
    return identity && findUserById(db, identity.user_id);
  }

  /** An address that has an account is never linked by its name alone: the provider may be wrong, or lie. */
  async function make(
    provider: string,
    { subject, name }: ProvenPerson,
    { email, locale }: { email: string; locale: string },
  ): Promise<Entered> {
    return inTransaction(db, async (trx) => {
      const now = clock.now();
      const user = await insertUser(trx, {
        email,
        password_hash: null,
        role: 'advertiser',
        status: 'pending',
        verified: true,
        email_verified_at: now,
        username: usernameOf(name, email),
        terms_version: null,
        locale,
        created_at: now,
        updated_at: now,
      });
      if (!user) {
        if (await findIdentity(trx, provider, subject)) throw new MadeMeanwhile();
        return { refused: 'email_taken' };
      }
      const row = { user_id: user.id, provider, subject, email, linked_at: now, last_used_at: now };
      if (!(await insertIdentity(trx, row))) throw new MadeMeanwhile();
      return { user, isNew: true };
    });
  }

  /** `pageLocale` is the language of the page. Never two accounts for one person, however many of their visits come back at once. */
  return async (provider: string, person: ProvenPerson, pageLocale: string): Promise<Entered> => {
    const known = await findLinked(provider, person);
    if (known) return { user: known, isNew: false };
    const email = readEmail(person.email);
    if (email === null) return { refused: 'failed' };
    // Before anything is looked up: who does not hold the address learns nothing of its account, and makes none that
    // its owner would come to share.
    if (!person.emailVerified) return { refused: 'email_unverified' };
    try {
      return await make(provider, person, { email, locale: pageLocale });
    } catch (error) {
      if (!(error instanceof MadeMeanwhile)) throw error;
      const meanwhile = await findLinked(provider, person);
      return meanwhile ? { user: meanwhile, isNew: false } : { refused: 'failed' };
    }
  };
}
