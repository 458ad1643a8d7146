import type { Property, VerificationFinding, VerificationMethod } from '@ezdash/contracts';
import { sql } from 'kysely';
import type { Db, Trx } from '../../../platform/db';

/** A row of `property_verification`, and of its property what decides on it. */
export interface VerificationRow {
  property_id: number;
  publisher_id: number;
  name: string;
  domain: string;
  state: Property['state'];
  created_at: Date;
  token: string;
  method: VerificationMethod | null;
  verified_at: Date | null;
  lost_at: Date | null;
  checked_at: Date | null;
  findings: VerificationFinding[];
  tries: number;
  failures: number;
  failing_since: Date | null;
  next_at: Date | null;
}

const columns = sql`p.id AS property_id, p.publisher_id, p.name, p.domain, p.state, p.created_at, v.token, v.method,
  v.verified_at, v.lost_at, v.checked_at, v.findings, v.tries, v.failures, v.failing_since, v.next_at`;
const tables = sql`property p JOIN property_verification v ON v.property_id = p.id`;

export async function findOwn(db: Db, publisherId: number, id: number): Promise<VerificationRow | undefined> {
  const { rows } = await sql<VerificationRow>`
    SELECT ${columns} FROM ${tables} WHERE p.id = ${id} AND p.publisher_id = ${publisherId}`.execute(db);
  return rows[0];
}

/**
 * Whose sites the network looks at by itself: those of active publishers, and what anybody has verified. Who has a domain
 * has to keep showing its token, or nobody else could ever have it.
 */
const isLookedAt = sql`p.state <> 'archived'
  AND (v.verified_at IS NOT NULL OR (u.status = 'active' AND u.deletes_at IS NULL))`;

/** A property for the rounds; undefined when they have nothing to do with it any more. */
export async function findInUse(db: Db, id: number): Promise<VerificationRow | undefined> {
  const { rows } = await sql<VerificationRow>`
    SELECT ${columns} FROM ${tables} JOIN app_user u ON u.id = p.publisher_id
    WHERE p.id = ${id} AND ${isLookedAt}`.execute(db);
  return rows[0];
}

/** Both rows, until the transaction ends; undefined when the property is put away. */
export async function lockInUse(trx: Trx, id: number): Promise<VerificationRow | undefined> {
  const { rows } = await sql<VerificationRow>`
    SELECT ${columns} FROM ${tables} WHERE p.id = ${id} AND p.state <> 'archived' FOR UPDATE`.execute(trx);
  return rows[0];
}

/** One claim on a domain at a time. */
export async function lockDomain(trx: Trx, domain: string): Promise<void> {
  await sql`SELECT pg_advisory_xact_lock(hashtextextended(${`property_verification ${domain}`}, 0))`.execute(
    trx,
  );
}

/** The property for which a domain is verified. */
export async function findHolder(trx: Trx, domain: string): Promise<number | null> {
  const { rows } = await sql<{ property_id: number }>`
    SELECT property_id FROM property_verification WHERE domain = ${domain} AND verified_at IS NOT NULL`.execute(
    trx,
  );
  return rows[0]?.property_id ?? null;
}

export type VerificationChange = Pick<
  VerificationRow,
  'method' | 'verified_at' | 'lost_at' | 'tries' | 'failures' | 'failing_since' | 'next_at'
> & { folded: string | null; checked_at: Date; findings: readonly VerificationFinding[] };

export async function keepLook(trx: Trx, id: number, change: VerificationChange): Promise<void> {
  await sql`
    UPDATE property_verification SET method = ${change.method}, verified_at = ${change.verified_at},
      lost_at = ${change.lost_at}, tries = ${change.tries}, failures = ${change.failures},
      failing_since = ${change.failing_since}, next_at = ${change.next_at}, folded = ${change.folded},
      checked_at = ${change.checked_at}, findings = ${JSON.stringify(change.findings)}::jsonb
    WHERE property_id = ${id}`.execute(trx);
}

export async function setState(trx: Trx, id: number, state: Property['state'], now: Date): Promise<void> {
  await sql`UPDATE property SET state = ${state}, updated_at = ${now} WHERE id = ${id}`.execute(trx);
}

/** Somebody else shows the token of a domain that is verified for this property: it is looked at before long. */
export async function hurry(trx: Trx, id: number, now: Date): Promise<void> {
  await sql`
    UPDATE property_verification SET next_at = least(next_at, ${now}::timestamptz)
    WHERE property_id = ${id} AND failures = 0`.execute(trx);
}

const showsTaken = sql`findings @> '[{"outcome": "taken"}]'`;

/** Whether another one has shown their token while the domain was taken. */
export async function isWaitedFor(trx: Trx, domain: string, butId: number): Promise<boolean> {
  const { rows } = await sql`
    SELECT FROM property_verification
    WHERE domain = ${domain} AND property_id <> ${butId} AND ${showsTaken} LIMIT 1`.execute(trx);
  return rows.length > 0;
}

/** A domain is free: those who showed their tokens while it was taken are looked at again. */
export async function wakeWaiting(trx: Trx, domain: string, butId: number, now: Date): Promise<void> {
  await sql`
    UPDATE property_verification SET next_at = ${now}
    WHERE domain = ${domain} AND property_id <> ${butId} AND ${showsTaken}`.execute(trx);
}

/**
 * The network begins to look for the token of a property that was added, or taken into use again. It is a new one: the
 * site on which the one before was left may be somebody else's by now.
 */
export async function begin(trx: Trx, id: number, nextAt: Date | null): Promise<void> {
  await sql`
    UPDATE property_verification SET tries = 0, next_at = ${nextAt}, token = replace(gen_random_uuid()::text, '-', '')
    WHERE property_id = ${id} AND verified_at IS NULL`.execute(trx);
}

/** Properties whose token is to be looked for. */
export async function findDue(db: Db, now: Date, limit: number): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`
    SELECT p.id FROM ${tables} JOIN app_user u ON u.id = p.publisher_id
    WHERE v.next_at <= ${now} AND ${isLookedAt}
    ORDER BY v.next_at, p.id LIMIT ${limit}`.execute(db);
  return rows.map(({ id }) => id);
}

/** A publisher's properties in use that nobody has shown to be theirs. */
export async function countUnverified(trx: Trx, publisherId: number): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    SELECT count(*)::int AS count FROM ${tables}
    WHERE p.publisher_id = ${publisherId} AND p.state <> 'archived' AND v.verified_at IS NULL`.execute(trx);
  return rows[0]?.count ?? 0;
}

/** Domains that other publishers have verified and whose folded name has about this length. */
export async function findVerifiedNear(db: Db, publisherId: number, length: number): Promise<string[]> {
  const { rows } = await sql<{ domain: string }>`
    SELECT v.domain FROM property_verification v JOIN property p ON p.id = v.property_id
    WHERE v.verified_at IS NOT NULL AND length(v.folded) BETWEEN ${length - 1} AND ${length + 1}
      AND p.publisher_id <> ${publisherId}`.execute(db);
  return rows.map(({ domain }) => domain);
}
