import { API_SCOPES, publicId } from '@ezdash/contracts';
import { sql } from 'kysely';
import type { Db, JsonValue } from '../../../platform/db';
import { PAGE_ROWS, pages } from './paging';

/** The columns of an account that are its owner's to have: all but the password's hash. */
const ACCOUNT_COLUMNS = [
  'u.id',
  'u.email',
  'u.username',
  'u.first_name',
  'u.last_name',
  'u.company_name',
  'u.phone_number',
  'u.country',
  'u.tax_id',
  'u.role',
  'u.status',
  'u.status_reason',
  'u.theme',
  'u.locale',
  'u.timezone',
  'u.created_at',
  'u.updated_at',
  'u.last_login_at',
  'u.verified',
  'u.email_verified_at',
  'u.password_changed_at',
  'u.profile_completed_at',
  'u.deletion_requested_at',
  'u.deletes_at',
] as const;

/** Whose archive it is. */
export interface Person {
  id: number;
  email: string;
  role: string;
  locale: string | null;
}

export async function findPerson(db: Db, userId: number): Promise<Person | undefined> {
  return db
    .selectFrom('app_user')
    .select(['id', 'email', 'role', 'locale'])
    .where('id', '=', userId)
    .where('deleted_at', 'is', null)
    .executeTakeFirst();
}

/** account.json */
export async function readAccount(db: Db, userId: number): Promise<object> {
  const { terms_version, terms_agreed_at, has_password, account_type, ...account } = await db
    .selectFrom('app_user as u')
    .innerJoin('account_type as t', 't.id', 'u.account_type_id')
    .select([...ACCOUNT_COLUMNS, 'u.terms_version', 'u.terms_agreed_at', 't.name as account_type'])
    .select(sql<boolean>`u.password_hash IS NOT NULL`.as('has_password'))
    .where('u.id', '=', userId)
    .executeTakeFirstOrThrow();
  return {
    ...account,
    account_type,
    has_password,
    consents:
      terms_version === null ? [] : [{ kind: 'terms', version: terms_version, agreed_at: terms_agreed_at }],
  };
}

/** sign-ins.json: where the account is signed in, and from what it has been. Secrets of sessions stay out. */
export async function readSignIns(db: Db, userId: number): Promise<object> {
  const sessions = await db
    .selectFrom('session')
    .select(['seen_at', 'expire as expires_at'])
    .select([
      // The column is when the row began, which a sign-in may do before or after.
      sql<Date>`coalesce(to_timestamp((sess ->> 'signedInAt')::float8 / 1000), signed_in_at)`.as(
        'signed_in_at',
      ),
      sql<JsonValue | null>`sess -> 'visitor'`.as('visitor'),
    ])
    .where('user_id', '=', userId)
    // It goes on under another name, which is named.
    .where(sql`sess ->> 'moved'`, 'is', null)
    .orderBy('signed_in_at')
    .execute();
  const known = await db
    .selectFrom('known_visitor')
    .select(['fingerprint', 'first_seen_at', 'last_seen_at'])
    .where('user_id', '=', userId)
    .orderBy('first_seen_at')
    .execute();
  const links = await db
    .selectFrom('one_time_token')
    .select(['purpose', 'email', 'created_at', 'expires_at', 'used_at'])
    .where('user_id', '=', userId)
    .orderBy('id')
    .execute();
  return { sessions, known_visitors: known, links_sent: links };
}

/** api-tokens.json: revoked ones too, none with what opens anything. */
export async function readApiTokens(db: Db, userId: number): Promise<object[]> {
  const rows = await db
    .selectFrom('api_token')
    .select([
      'id',
      'name',
      'hint',
      'scopes',
      'addresses',
      'created_at',
      'expires_at',
      'last_used_at',
      'revoked_at',
    ])
    .where('owner_id', '=', userId)
    .orderBy('id')
    .execute();
  return rows.map(({ id, scopes, ...token }) => ({
    id: publicId('apiToken', id),
    ...token,
    scopes: API_SCOPES.filter((scope) => scopes.includes(scope)),
  }));
}

/** mails.json: which mails went to the address; what they said may open something and is not kept once they are sent. */
export function readMails(db: Db, email: string): AsyncGenerator<object[]> {
  return pages<{ id: string; template: string; created_at: Date }>((after) =>
    db
      .selectFrom('mail')
      .select(['id', 'recipient', 'template', 'locale', 'state', 'created_at', 'sent_at'])
      .where(sql<string>`lower(recipient)`, '=', email.toLowerCase())
      .$if(after !== null, (query) => query.where('id', '>', after?.id ?? ''))
      .orderBy('id')
      .limit(PAGE_ROWS)
      .execute(),
  );
}
