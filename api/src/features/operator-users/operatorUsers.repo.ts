import type { OperatorUserQuery, Role, User } from '@ezdash/contracts';
import { sql } from 'kysely';
import type { Db } from '../../platform/db';
import type { NameParts } from './nameOf';
import { matchesSearch } from './search';

export interface FoundUser extends NameParts {
  id: number;
  email: string;
  role: Role;
  status: User['status'];
}

export interface ListedUser extends FoundUser {
  verified: boolean;
  account_type_id: number;
  created_at: Date;
  last_login_at: Date | null;
  deletes_at: Date | null;
  /** Kinds of the ledger as `presentUser` adds them up; micros. */
  balance_micros: bigint;
}

const names = sql`u.id, u.email, u.role, u.status, u.first_name, u.last_name, u.company_name, u.username`;

/** Accounts that are not deleted and fit; whoever wants a page of them adds where it begins. */
const fits = ({ search, role, status }: OperatorUserQuery) => sql`u.deleted_at IS NULL
    AND ${search ? matchesSearch(search) : sql`true`}
    AND ${role === undefined ? sql`true` : sql`u.role = ${role}`}
    AND ${status === undefined ? sql`true` : sql`u.status = ${status}`}`;

/** Newest first. */
export async function findListedUsers(
  db: Db,
  query: OperatorUserQuery,
  limit: number,
): Promise<ListedUser[]> {
  const { before } = query;
  const { rows } = await sql<ListedUser>`
    SELECT ${names}, u.verified, u.account_type_id, u.created_at, u.last_login_at, u.deletes_at,
      (SELECT coalesce(sum(a.balance_micros), 0)::int8 FROM ledger_account a
       WHERE a.owner_id = u.id AND a.currency = 'USD' AND a.kind = ANY(CASE u.role WHEN 'publisher'
         THEN ARRAY['publisher_pending', 'publisher_payable']
         ELSE ARRAY['advertiser_cash', 'advertiser_bonus', 'advertiser_hold'] END)) AS balance_micros
    FROM app_user u
    WHERE ${fits(query)} AND ${before === undefined ? sql`true` : sql`u.id < ${before}`}
    ORDER BY u.id DESC LIMIT ${limit}`.execute(db);
  return rows;
}

export async function countUsers(db: Db, query: OperatorUserQuery): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    SELECT count(*)::int AS count FROM app_user u WHERE ${fits(query)}`.execute(db);
  return rows[0]?.count ?? 0;
}

/** Advertisers and publishers; whose number, address or name begins with the text comes first. */
export async function findCustomers(db: Db, search: string, limit: number): Promise<FoundUser[]> {
  const { rows } = await sql<FoundUser>`
    SELECT ${names} FROM app_user u
    WHERE u.deleted_at IS NULL AND u.role <> 'admin' AND ${search === '' ? sql`true` : matchesSearch(search)}
    ORDER BY (u.id::text = ${search} OR starts_with(lower(u.email), lower(${search}))
      OR starts_with(lower(coalesce(u.company_name, '')), lower(${search}))
      OR starts_with(lower(u.username), lower(${search}))) DESC, u.id DESC
    LIMIT ${limit}`.execute(db);
  return rows;
}

/** Of an account that is not deleted: what stands beside its status. */
export async function findUserNote(
  db: Db,
  id: number,
): Promise<{ role: Role; status_reason: string | null } | undefined> {
  return db
    .selectFrom('app_user')
    .select(['role', 'status_reason'])
    .where('id', '=', id)
    .where('deleted_at', 'is', null)
    .executeTakeFirst();
}

/** Who looks after an account; null while nobody does. */
export async function findManagerOf(
  db: Db,
  userId: number,
): Promise<(NameParts & { id: number; active: boolean }) | null> {
  const { rows } = await sql<NameParts & { id: number; active: boolean }>`
    SELECT m.id, m.first_name, m.last_name, m.company_name, m.username,
      m.role = 'admin' AND m.status = 'active' AS active
    FROM app_user u JOIN app_user m ON m.id = u.manager_id WHERE u.id = ${userId}`.execute(db);
  return rows[0] ?? null;
}

export async function isActiveOperator(db: Db, id: number): Promise<boolean> {
  const row = await db
    .selectFrom('app_user')
    .select('id')
    .where('id', '=', id)
    .where('role', '=', 'admin')
    .where('status', '=', 'active')
    .executeTakeFirst();
  return row !== undefined;
}

export async function setManager(db: Db, userId: number, managerId: number | null, at: Date): Promise<void> {
  await db
    .updateTable('app_user')
    .set({ manager_id: managerId, updated_at: at })
    .where('id', '=', userId)
    .execute();
}

export async function countProperties(
  db: Db,
  publisherId: number,
): Promise<{ total: number; approved: number }> {
  const { rows } = await sql<{ total: number; approved: number }>`
    SELECT count(*)::int AS total, count(*) FILTER (WHERE state = 'approved')::int AS approved
    FROM property WHERE publisher_id = ${publisherId} AND state <> 'archived'`.execute(db);
  return rows[0] ?? { total: 0, approved: 0 };
}
