import type { BlockKind } from '@ezdash/contracts';
import { type RawBuilder, sql } from 'kysely';
import type { Db, Trx } from '../../platform/db';

/** What an entry is about, as the table keeps it. */
export interface Subject {
  kind: BlockKind;
  advertiserId: number | null;
  creativeId: number | null;
  category: string | null;
  domain: string | null;
}

/** As the table's generated column has it. */
const subjectText = ({ advertiserId, creativeId, category, domain }: Subject): string =>
  String(advertiserId ?? creativeId ?? category ?? domain);

export interface OwnProperty {
  id: number;
  state: string;
}

/** A publisher's properties, or those of them that are named. */
export async function findOwn(
  db: Db,
  publisherId: number,
  ids: readonly number[] | null,
): Promise<OwnProperty[]> {
  const { rows } = await sql<OwnProperty>`
    SELECT id, state FROM property
    WHERE publisher_id = ${publisherId} AND ${ids === null ? sql`true` : sql`id = ANY (${ids})`} ORDER BY id`.execute(
    db,
  );
  return rows;
}

/** The same, held until the transaction ends: their lists change one after the other. */
export async function lockOwn(trx: Trx, publisherId: number, ids: readonly number[]): Promise<OwnProperty[]> {
  const { rows } = await sql<OwnProperty>`
    SELECT id, state FROM property WHERE publisher_id = ${publisherId} AND id = ANY (${ids})
    ORDER BY id FOR NO KEY UPDATE`.execute(trx);
  return rows;
}

/** Properties that have so many entries of the kind already and would get one more. */
export async function findFull(
  trx: Trx,
  ids: readonly number[],
  subject: Subject,
  most: number,
): Promise<number[]> {
  const { rows } = await sql<{ property_id: number }>`
    SELECT property_id FROM property_block
    WHERE property_id = ANY (${ids}) AND kind = ${subject.kind} AND removed_at IS NULL
    GROUP BY property_id HAVING count(*) >= ${most} AND NOT bool_or(subject = ${subjectText(subject)})`.execute(
    trx,
  );
  return rows.map((row) => row.property_id);
}

interface Act {
  by: number;
  now: Date;
}

/** Answers where it was not in force yet. */
export async function insertBlocks(
  trx: Trx,
  ids: readonly number[],
  { kind, advertiserId, creativeId, category, domain }: Subject,
  { by, now }: Act,
): Promise<number[]> {
  const { rows } = await sql<{ property_id: number }>`
    INSERT INTO property_block (property_id, kind, advertiser_id, creative_id, category, domain, created_by, created_at)
    SELECT id, ${kind}, ${advertiserId}::integer, ${creativeId}::integer, ${category}::text, ${domain}::text, ${by}, ${now}
    FROM unnest(${ids}::integer[]) AS id
    ON CONFLICT (property_id, kind, subject) WHERE removed_at IS NULL DO NOTHING
    RETURNING property_id`.execute(trx);
  return rows.map((row) => row.property_id);
}

/** Answers where it was in force. */
export async function removeBlocks(
  trx: Trx,
  ids: readonly number[],
  subject: Subject,
  { by, now }: Act,
): Promise<number[]> {
  const { rows } = await sql<{ property_id: number }>`
    UPDATE property_block SET removed_by = ${by}, removed_at = ${now}
    WHERE property_id = ANY (${ids}) AND kind = ${subject.kind} AND subject = ${subjectText(subject)}
      AND removed_at IS NULL
    RETURNING property_id`.execute(trx);
  return rows.map((row) => row.property_id);
}

/**
 * Whether a publisher has seen a creative, or any of an advertiser's, on a property of theirs: what they have never seen
 * they are not told the name of by blocking its number.
 */
export async function isKnown(db: Db, publisherId: number, subject: Subject, since: Date): Promise<boolean> {
  const { creativeId, advertiserId } = subject;
  const column: RawBuilder<unknown> = creativeId === null ? sql`advertiser_id` : sql`creative_id`;
  const id = creativeId ?? advertiserId;
  const listed = await sql`
    SELECT FROM property_block b JOIN property p ON p.id = b.property_id
    WHERE p.publisher_id = ${publisherId} AND b.kind = ${subject.kind} AND b.subject = ${subjectText(subject)}
    LIMIT 1`.execute(db);
  if (listed.rows.length > 0) return true;
  // The latest first: nearly always it is what is on the screen.
  const shown = await sql`
    SELECT FROM rollup_hourly r
    WHERE r.publisher_id = ${publisherId} AND r.hour >= ${since} AND r.${column} = ${id} AND r.impressions > 0
    ORDER BY r.hour DESC LIMIT 1`.execute(db);
  return shown.rows.length > 0;
}

/** A row of `property_block` with what is shown of it. */
export interface BlockRow {
  id: number;
  kind: BlockKind;
  advertiser_id: number | null;
  creative_id: number | null;
  category: string | null;
  domain: string | null;
  created_at: Date;
  removed_at: Date | null;
  created_by: string | null;
  removed_by: string | null;
  /** The advertiser's own, or the creative's. */
  owner_id: number | null;
  company_name: string | null;
  alt: string | null;
  asset_id: number | null;
  format: string;
  sha256: string;
  content_type: string;
  byte_count: number;
  width: number;
  height: number;
  parts: unknown;
}

/** Of one property: in force, newest first, or the latest that were taken back. */
export async function findBlocks(
  db: Db,
  propertyId: number,
  isInForce: boolean,
  most: number,
): Promise<BlockRow[]> {
  const { rows } = await sql<BlockRow>`
    SELECT b.id, b.kind, b.advertiser_id, b.creative_id, b.category, b.domain, b.created_at, b.removed_at,
      made.username AS created_by, undone.username AS removed_by, owner.id AS owner_id, owner.company_name,
      cr.alt, a.id AS asset_id, a.format, a.sha256, a.content_type, a.byte_count, a.width, a.height, a.parts
    FROM property_block b
      LEFT JOIN app_user made ON made.id = b.created_by
      LEFT JOIN app_user undone ON undone.id = b.removed_by
      LEFT JOIN creative cr ON cr.id = b.creative_id
      LEFT JOIN creative_asset a ON a.id = cr.asset_id
      LEFT JOIN campaign c ON c.id = cr.campaign_id
      LEFT JOIN app_user owner ON owner.id = coalesce(b.advertiser_id, c.advertiser_id)
    WHERE b.property_id = ${propertyId} AND ${isInForce ? sql`b.removed_at IS NULL` : sql`b.removed_at IS NOT NULL`}
    ORDER BY ${isInForce ? sql`b.id DESC` : sql`b.removed_at DESC, b.id DESC`} LIMIT ${most}`.execute(db);
  return rows;
}

/** What is in force on a publisher's properties that are not archived, or on one of them. */
export async function findInForce(
  db: Db,
  publisherId: number,
  propertyId: number | null,
): Promise<(Subject & { propertyId: number })[]> {
  const { rows } = await sql<Subject & { propertyId: number }>`
    SELECT b.property_id AS "propertyId", b.kind, b.advertiser_id AS "advertiserId", b.creative_id AS "creativeId",
      b.category, b.domain
    FROM property_block b JOIN property p ON p.id = b.property_id
    WHERE p.publisher_id = ${publisherId} AND p.state <> 'archived' AND b.removed_at IS NULL
      AND ${propertyId === null ? sql`true` : sql`p.id = ${propertyId}`}
    ORDER BY b.property_id, b.id`.execute(db);
  return rows;
}

export interface CategoryRow {
  category: string | null;
  impressions: bigint;
  earnings_micros: bigint;
}

/** What ads of each category brought a property. */
export async function categoryEarnings(
  db: Db,
  publisherId: number,
  propertyId: number,
  { start, end }: { start: Date; end: Date },
): Promise<CategoryRow[]> {
  const { rows } = await sql<CategoryRow>`
    SELECT c.category, sum(r.impressions)::int8 AS impressions, sum(r.payout_micros)::int8 AS earnings_micros
    FROM (
      SELECT campaign_id, sum(impressions) AS impressions, sum(payout_micros) AS payout_micros FROM rollup_hourly
      WHERE publisher_id = ${publisherId} AND property_id = ${propertyId} AND hour >= ${start} AND hour < ${end}
      GROUP BY campaign_id) r
    JOIN campaign c ON c.id = r.campaign_id
    GROUP BY c.category ORDER BY 3 DESC, 2 DESC, 1`.execute(db);
  return rows;
}
