import type { Category, FrequencyCap, Property, User, VerificationMethod, Zone } from '@ezdash/contracts';
import { sql } from 'kysely';
import { type Db, isKept, type Trx } from '../../platform/db';

export interface PropertyRow {
  id: number;
  publisher_id: number;
  name: string;
  domain: string;
  category: Category;
  language: string;
  state: Property['state'];
  state_reason: string | null;
  created_at: Date;
  has_server_key: boolean;
  /** Zones that are not archived. */
  zone_count: number;
  verification_state: NonNullable<Property['verification']>;
  /** Of zones that are not archived. */
  last_request_at: Date | null;
}

export interface ZoneRow {
  id: number;
  property_id: number;
  publisher_id: number;
  name: string;
  kind: Zone['kind'];
  width: number;
  height: number;
  floor_micros: bigint;
  fallback: Zone['fallback'];
  refresh_seconds: number;
  person_cap_count: number | null;
  person_cap_seconds: number | null;
  /** Null of an archived zone, too: nobody is served by it any more. */
  passback_html: string | null;
  state: Zone['state'];
  /** Why the network stopped it. */
  state_reason: string | null;
  last_request_at: Date | null;
  created_at: Date;
}

const propertyColumns = sql`p.id, p.publisher_id, p.name, p.domain, p.category, p.language, p.state, p.state_reason,
  p.created_at, p.server_key_sha256 IS NOT NULL AS has_server_key,
  (SELECT count(*)::int FROM zone z WHERE z.property_id = p.id AND z.state <> 'archived') AS zone_count,
  (SELECT max(z.last_request_at) FROM zone z WHERE z.property_id = p.id AND z.state <> 'archived') AS last_request_at,
  coalesce((SELECT CASE WHEN v.verified_at IS NOT NULL THEN 'verified' WHEN v.lost_at IS NOT NULL THEN 'lost' END
    FROM property_verification v WHERE v.property_id = p.id), 'unverified') AS verification_state`;
const zoneColumns = sql`z.id, z.property_id, p.publisher_id, z.name, z.kind, z.width, z.height,
  z.floor_micros, z.fallback, z.refresh_seconds, z.person_cap_count, z.person_cap_seconds,
  CASE WHEN z.state <> 'archived' THEN z.passback_html END AS passback_html, z.state, z.state_reason, z.last_request_at, z.created_at`;

/** A publisher's properties by name; of the archived ones only those with figures. */
export async function findProperties(
  db: Db,
  publisherId: number,
  withFigures: Iterable<number>,
): Promise<PropertyRow[]> {
  const { rows } = await sql<PropertyRow>`
    SELECT ${propertyColumns} FROM property p WHERE p.publisher_id = ${publisherId}
      AND (p.state <> 'archived' OR p.id = ANY (${[...withFigures]}::int[]))
    ORDER BY lower(p.name), p.id`.execute(db);
  return rows;
}

export async function findProperty(
  db: Db,
  publisherId: number,
  id: number,
): Promise<PropertyRow | undefined> {
  const { rows } = await sql<PropertyRow>`
    SELECT ${propertyColumns} FROM property p WHERE p.publisher_id = ${publisherId} AND p.id = ${id}`.execute(
    db,
  );
  return rows[0];
}

/**
 * Zones of a property in the order they were made; of the archived ones, which grow without an end, only the first of those
 * with figures.
 */
export async function findZones(
  db: Db,
  propertyId: number,
  withFigures: readonly number[],
  mostArchived: number,
): Promise<ZoneRow[]> {
  const { rows } = await sql<ZoneRow>`
    SELECT ${zoneColumns} FROM zone z JOIN property p ON p.id = z.property_id
    WHERE z.property_id = ${propertyId} AND (z.state <> 'archived' OR z.id IN (
      SELECT a.id FROM unnest(${[...withFigures]}::int[]) WITH ORDINALITY AS f (id, place) JOIN zone a ON a.id = f.id
      WHERE a.property_id = ${propertyId} AND a.state = 'archived' ORDER BY f.place LIMIT ${mostArchived}))
    ORDER BY z.id`.execute(db);
  return rows;
}

export async function findZone(db: Db, publisherId: number, id: number): Promise<ZoneRow | undefined> {
  const { rows } = await sql<ZoneRow>`
    SELECT ${zoneColumns} FROM zone z JOIN property p ON p.id = z.property_id
    WHERE p.publisher_id = ${publisherId} AND z.id = ${id}`.execute(db);
  return rows[0];
}

/** Properties of a publisher that count: in use or archived of late. One of this domain would be taken back into use. */
export async function countProperties(
  trx: Trx,
  publisherId: number,
  domain: string,
  now: Date,
): Promise<number> {
  const { rows } = await sql<{ count: number }>`SELECT count(*)::int AS count FROM property
    WHERE publisher_id = ${publisherId} AND domain <> ${domain} AND ${isKept('property', now)}`.execute(trx);
  return rows[0]?.count ?? 0;
}

/** How many zones a property has in use, and its publisher has that count: those of late archived ones, too. */
export async function countZones(
  trx: Trx,
  publisherId: number,
  propertyId: number,
  now: Date,
): Promise<{ ofProperty: number; inAll: number }> {
  const { rows } = await sql<{ ofProperty: number; inAll: number }>`
    SELECT count(*) FILTER (WHERE z.property_id = ${propertyId} AND z.state <> 'archived')::int AS "ofProperty",
      count(*) FILTER (WHERE ${isKept('z', now)} AND ${isKept('p', now)})::int AS "inAll"
    FROM zone z JOIN property p ON p.id = z.property_id WHERE p.publisher_id = ${publisherId}`.execute(trx);
  return rows[0] ?? { ofProperty: 0, inAll: 0 };
}

/**
 * Zones of a publisher that count, and those that would count again with an archived property of this domain: they were
 * forgotten together with it.
 */
export async function countReturningZones(
  trx: Trx,
  publisherId: number,
  domain: string,
  now: Date,
): Promise<{ counted: number; returning: number }> {
  const { rows } = await sql<{ counted: number; returning: number }>`
    SELECT count(*) FILTER (WHERE ${isKept('p', now)})::int AS counted,
      count(*) FILTER (WHERE p.domain = ${domain} AND NOT ${isKept('p', now)})::int AS returning
    FROM zone z JOIN property p ON p.id = z.property_id
    WHERE p.publisher_id = ${publisherId} AND ${isKept('z', now)}`.execute(trx);
  return rows[0] ?? { counted: 0, returning: 0 };
}

export interface NewProperty {
  name: string;
  domain: string;
  category: Category;
  language: string;
}

/**
 * Makes a property, or takes one the publisher has archived back into use; null when it is in use already. Its state
 * comes from the network's rule for new ones, except that a rejection stands.
 */
export async function insertProperty(
  db: Db,
  publisherId: number,
  property: NewProperty,
  state: 'approved' | 'pending',
  now: Date,
): Promise<number | null> {
  const { rows } = await sql<{ id: number }>`
    INSERT INTO property (publisher_id, name, domain, category, language, state, created_at, updated_at)
    VALUES (${publisherId}, ${property.name}, ${property.domain}, ${property.category}, ${property.language}, ${state},
      ${now}, ${now})
    ON CONFLICT (publisher_id, domain) DO UPDATE SET name = excluded.name, category = excluded.category,
      language = excluded.language, updated_at = excluded.updated_at,
      state = CASE WHEN property.state_reason IS NULL THEN excluded.state ELSE 'rejected' END
      WHERE property.state = 'archived'
    RETURNING id`.execute(db);
  return rows[0]?.id ?? null;
}

export interface PropertyChange {
  name?: string | undefined;
  category?: Category | undefined;
  language?: string | undefined;
  state?: 'archived' | undefined;
}

/** False when the property is archived: what is archived does not change, and has no server key any more. */
export async function updateProperty(
  db: Db,
  id: number,
  change: PropertyChange,
  now: Date,
): Promise<boolean> {
  const { numAffectedRows } = await sql`
    UPDATE property SET name = coalesce(${change.name ?? null}, name),
      category = coalesce(${change.category ?? null}, category),
      language = coalesce(${change.language ?? null}, language), state = coalesce(${change.state ?? null}, state),
      server_key_sha256 = CASE WHEN ${change.state ?? null}::text IS NULL THEN server_key_sha256 END,
      updated_at = ${now}
    WHERE id = ${id} AND state <> 'archived'`.execute(db);
  return numAffectedRows === 1n;
}

/** Puts the hash of a new key in the place of the one before, or takes it away; false when the property is archived. */
export async function setServerKey(db: Db, id: number, sha256: Buffer | null, now: Date): Promise<boolean> {
  const { numAffectedRows } = await sql`
    UPDATE property SET server_key_sha256 = ${sha256}, server_key_made_at = CASE WHEN ${sha256 === null} THEN server_key_made_at ELSE ${now} END,
      updated_at = ${now}
    WHERE id = ${id} AND state <> 'archived'`.execute(db);
  return numAffectedRows === 1n;
}

export interface NewZone {
  name: string;
  kind: Zone['kind'];
  width: number;
  height: number;
  floorMicros: number;
  fallback: Zone['fallback'];
  refreshSeconds: number;
  personCap: FrequencyCap | null;
  passbackHtml: string | null;
}

/** Publishers whose property of a domain the network has stopped, in use or put away. */
export async function findStoppedOf(trx: Trx, domain: string): Promise<number[]> {
  const { rows } = await sql<{ publisher_id: number }>`
    SELECT p.publisher_id FROM property p JOIN open_stop s ON s.kind = 'property' AND s.target_id = p.id
    WHERE p.domain = ${domain}`.execute(trx);
  return rows.map(({ publisher_id }) => publisher_id);
}

/** The new zone's id; null when the property is archived. */
export async function insertZone(
  db: Db,
  propertyId: number,
  zone: NewZone,
  now: Date,
): Promise<number | null> {
  const { rows } = await sql<{ id: number }>`
    INSERT INTO zone (property_id, name, kind, width, height, floor_micros, fallback, refresh_seconds,
      person_cap_count, person_cap_seconds, passback_html, created_at, updated_at)
    SELECT id, ${zone.name}, ${zone.kind}, ${zone.width}, ${zone.height}, ${zone.floorMicros}, ${zone.fallback},
      ${zone.refreshSeconds}, ${zone.personCap?.count ?? null}, ${zone.personCap?.seconds ?? null}, ${zone.passbackHtml}, ${now}, ${now}
    FROM property WHERE id = ${propertyId} AND state <> 'archived'
    RETURNING id`.execute(db);
  return rows[0]?.id ?? null;
}

export interface ZoneChange {
  name?: string | undefined;
  floor_micros?: number | undefined;
  fallback?: Zone['fallback'] | undefined;
  refresh_seconds?: number | undefined;
  /** Null takes it away; so it does of the next. */
  person_cap?: FrequencyCap | null | undefined;
  passback_html?: string | null | undefined;
  state?: Exclude<Zone['state'], 'stopped'> | undefined;
}

/** False when the zone or its property is archived. */
export async function updateZone(db: Db, id: number, change: ZoneChange, now: Date): Promise<boolean> {
  const { numAffectedRows } = await sql`
    UPDATE zone SET name = coalesce(${change.name ?? null}, name),
      floor_micros = coalesce(${change.floor_micros ?? null}, floor_micros),
      fallback = coalesce(${change.fallback ?? null}, fallback), state = coalesce(${change.state ?? null}, state),
      refresh_seconds = coalesce(${change.refresh_seconds ?? null}, refresh_seconds),
      person_cap_count = CASE WHEN ${change.person_cap !== undefined}::bool THEN ${change.person_cap?.count ?? null}::int ELSE person_cap_count END,
      person_cap_seconds = CASE WHEN ${change.person_cap !== undefined}::bool THEN ${change.person_cap?.seconds ?? null}::int ELSE person_cap_seconds END,
      passback_html = CASE WHEN ${change.passback_html !== undefined}::bool THEN ${change.passback_html ?? null}::text ELSE passback_html END,
      updated_at = ${now}
    WHERE id = ${id} AND state <> 'archived' AND (state <> 'stopped' OR ${change.state ?? 'archived'} = 'archived')
      AND EXISTS (SELECT FROM property p WHERE p.id = zone.property_id AND p.state <> 'archived')`.execute(
    db,
  );
  return numAffectedRows === 1n;
}

/** A property as the operator sees it. */
export interface OperatorPropertyRow extends PropertyRow {
  publisher_name: string;
  publisher_email: string;
  publisher_status: User['status'];
  /** How many properties of the publisher are approved. */
  approved_count: number;
  /** Other publishers' properties with the same domain. */
  same_domain: number;
  verification: { method: VerificationMethod; verified_at: string } | null;
  /** Those that are not archived. */
  zones: (Pick<ZoneRow, 'id' | 'state' | 'name' | 'kind' | 'width' | 'height'> & {
    last_request_at: string | null;
  })[];
}

const WAITING: readonly Property['state'][] = ['pending', 'verified'];

/**
 * Properties that wait for the operator, those first whose publishers have shown that they are theirs, each of them oldest
 * first; or those in one state, what was decided latest first.
 */
export async function findPropertiesByState(
  db: Db,
  state: Property['state'] | 'waiting',
): Promise<OperatorPropertyRow[]> {
  const states = state === 'waiting' ? WAITING : [state];
  const isWaiting = states.every((each) => WAITING.includes(each));
  const order = isWaiting ? sql`p.state <> 'verified', p.created_at` : sql`p.updated_at DESC`;
  const { rows } = await sql<OperatorPropertyRow>`
    SELECT ${propertyColumns}, coalesce(u.company_name, u.username) AS publisher_name, u.email AS publisher_email,
      u.status AS publisher_status,
      (SELECT count(*)::int FROM property o WHERE o.publisher_id = u.id AND o.state = 'approved') AS approved_count,
      (SELECT count(*)::int FROM property o
       WHERE o.domain = p.domain AND o.publisher_id <> u.id AND o.state <> 'archived') AS same_domain,
      (SELECT jsonb_build_object('method', v.method, 'verified_at', v.verified_at)
       FROM property_verification v WHERE v.property_id = p.id AND v.verified_at IS NOT NULL) AS verification,
      (SELECT coalesce(jsonb_agg(jsonb_build_object('id', z.id, 'state', z.state, 'name', z.name, 'kind', z.kind, 'width', z.width,
        'height', z.height, 'last_request_at', z.last_request_at) ORDER BY z.id), '[]')
       FROM zone z WHERE z.property_id = p.id AND z.state <> 'archived') AS zones
    FROM property p JOIN app_user u ON u.id = p.publisher_id WHERE p.state = ANY (${[...states]})
    ORDER BY ${order}, p.id LIMIT 500`.execute(db);
  return rows;
}

/** Domains of other publishers' properties that are approved or verified: what a new one may look like. */
export async function findKnownDomains(db: Db): Promise<{ domain: string; publisher_id: number }[]> {
  const { rows } = await sql<{ domain: string; publisher_id: number }>`
    SELECT DISTINCT domain, publisher_id FROM property WHERE state IN ('approved', 'verified')
    ORDER BY domain LIMIT 20000`.execute(db);
  return rows;
}

/** Whether another publisher has shown that a property's domain is theirs. */
export async function isVerifiedElsewhere(trx: Trx, id: number): Promise<boolean> {
  const { rows } = await sql`
    SELECT FROM property p JOIN property_verification v ON v.domain = p.domain
    WHERE p.id = ${id} AND p.state <> 'archived' AND v.verified_at IS NOT NULL AND v.property_id <> p.id`.execute(
    trx,
  );
  return rows.length > 0;
}

/** Sets what the operator decided; null when there is no such property in use. `isNew`: it was not so before. */
export async function decideProperty(
  trx: Trx,
  id: number,
  state: 'approved' | 'rejected',
  reason: string | null,
  now: Date,
): Promise<{ isNew: boolean } | null> {
  const { rows } = await sql<{ is_new: boolean }>`
    WITH before AS (SELECT id, state, state_reason FROM property WHERE id = ${id} AND state <> 'archived' FOR UPDATE)
    UPDATE property p SET state = ${state}, state_reason = ${reason}, updated_at = ${now} FROM before
    WHERE p.id = before.id
    RETURNING before.state <> ${state} OR before.state_reason IS DISTINCT FROM ${reason} AS is_new`.execute(
    trx,
  );
  return rows[0] ? { isNew: rows[0].is_new } : null;
}
