import { CLAIM_SOURCES, HOLD_RULES, type HoldSum, INVALID_REASONS } from '@ezdash/contracts';
import { type RawBuilder, sql } from 'kysely';
import type { Db } from '../../platform/db';

/** What is known of one property and source, or of all that its publisher has. */
export type Figures = Required<Omit<HoldSum, 'source'>>;

/** One property and source with something that is not decided yet, and what is known of it. */
export interface SourceRow {
  publisher_id: number;
  property_id: number;
  property: string;
  domain: string;
  source: number;
  /** Null while there is none. */
  open_case: number | null;
  made_at: Date | null;
  is_trusted: boolean;
  was_taken_back: boolean;
  /** Its figures, and those of its publisher, since the last decision about it. */
  own: Figures;
  ofSource: Figures;
  ofPublisher: Figures;
}
type OwnRow = Omit<SourceRow, 'ofSource' | 'ofPublisher'> & { decided_day: string | null };

const KEY = sql.lit(CLAIM_SOURCES.key);
const SEAT = sql.lit(CLAIM_SOURCES.seat);

const nowAt = (now: Date) => sql`(
  SELECT at, (at AT TIME ZONE 'UTC')::date AS today,
    (at AT TIME ZONE 'UTC')::date - ${sql.lit(HOLD_RULES.figureDays)}::int AS first_day
  FROM (SELECT ${now}::timestamptz AS at) given) now`;

/**
 * Figures of what these conditions say of `h`, `i` and `o`, as the joined `f.figures`: of the last days, or since the first
 * that still waits, and after `decided_day`.
 */
const figuresWhere = (
  holds: RawBuilder<unknown>,
  elsewhere: RawBuilder<unknown>,
  origins: RawBuilder<unknown>,
) => sql`
  CROSS JOIN LATERAL (
    SELECT coalesce(min(h.day), now.today) AS from_day, coalesce(max(h.day), now.today) AS to_day,
      greatest(least(min(h.day) FILTER (WHERE h.released_at IS NULL), now.first_day), decided_day + 1) AS since,
      coalesce(sum(h.views), 0) AS views, coalesce(sum(h.clicks), 0) AS clicks,
      coalesce(sum(h.views) FILTER (WHERE h.confirmed), 0) AS confirmed_views,
      coalesce(sum(h.clicks) FILTER (WHERE h.confirmed), 0) AS confirmed_clicks,
      coalesce(sum(h.held_micros - h.returned_micros) FILTER (WHERE h.released_at IS NULL), 0) AS held_micros
    FROM earnings_hold h
    WHERE ${holds} AND h.case_id IS NULL AND (h.released_at IS NULL OR h.day >= now.first_day)) h
  CROSS JOIN LATERAL (
    SELECT coalesce(sum(events), 0) AS events FROM invalid_hourly i
    WHERE ${elsewhere} AND i.reason = ${sql.lit(INVALID_REASONS['other-address'])} AND i.kind IN (1, 3)
      AND i.hour >= h.since::timestamp AT TIME ZONE 'UTC') elsewhere
  CROSS JOIN LATERAL (
    SELECT coalesce(sum(o.events), 0) AS events, coalesce(sum(o.senders), 0) AS senders, coalesce(max(o.senders), 0) AS most_senders,
      coalesce(sum(o.visitors), 0) AS visitors, coalesce(max(o.networks), 0) AS networks
    FROM ${origins} AND o.day >= h.since) o
  CROSS JOIN LATERAL (SELECT json_build_object('from', h.from_day, 'to', h.to_day, 'views', h.views, 'clicks', h.clicks,
    'confirmed_views', h.confirmed_views, 'confirmed_clicks', h.confirmed_clicks, 'elsewhere', elsewhere.events,
    'counted_origins', o.events, 'senders', o.senders, 'most_senders', o.most_senders, 'visitors', o.visitors,
    'networks', o.networks, 'held_micros', h.held_micros) AS figures) f`;

/** A source is as young as its youngest key: another one begins anew. */
async function findOwn(db: Db, now: Date, propertyId: number | null): Promise<OwnRow[]> {
  const { rows } = await sql<OwnRow>`
    WITH place AS (
      SELECT DISTINCT publisher_id, property_id, source FROM earnings_hold
      WHERE released_at IS NULL AND case_id IS NULL
      UNION SELECT publisher_id, property_id, source FROM hold_case WHERE state = 'open'
    )
    SELECT place.publisher_id, place.property_id, p.name AS property, p.domain, place.source, c.id AS open_case,
      key.made_at, coalesce(trust.is_trusted, false) AS is_trusted,
      coalesce('taken_back' IN (last.state, of_publisher.state), false) AS was_taken_back,
      last.decided_day::text AS decided_day, f.figures AS own
    FROM place JOIN property p ON p.id = place.property_id JOIN app_user u ON u.id = place.publisher_id
    CROSS JOIN ${nowAt(now)}
    LEFT JOIN hold_case c ON c.property_id = place.property_id AND c.source = place.source AND c.state = 'open'
    LEFT JOIN LATERAL (
      SELECT state, (decided_at AT TIME ZONE 'UTC')::date AS decided_day FROM hold_case d
      WHERE d.property_id = place.property_id AND d.source = place.source AND d.decided_by IS NOT NULL
      ORDER BY d.id DESC LIMIT 1) last ON true
    LEFT JOIN LATERAL (
      SELECT state FROM hold_case d
      WHERE d.publisher_id = place.publisher_id AND d.source = place.source AND d.decided_by IS NOT NULL
      ORDER BY d.decided_at DESC, d.id DESC LIMIT 1) of_publisher ON true
    CROSS JOIN LATERAL (SELECT CASE place.source
      WHEN ${KEY} THEN coalesce(p.server_key_made_at, now.at)
      WHEN ${SEAT} THEN coalesce((SELECT max(s.created_at) FROM rtb_seat s WHERE s.property_id = p.id), now.at)
      END AS made_at) key
    LEFT JOIN LATERAL (
      SELECT bool_or(d.state = 'released') AS is_trusted FROM hold_case d
      WHERE d.property_id = place.property_id AND d.source = place.source AND d.decided_by IS NOT NULL
        AND d.decided_at >= coalesce(key.made_at, '-infinity')) trust ON true
    ${figuresWhere(
      sql`h.property_id = place.property_id AND h.source = place.source`,
      sql`place.source IN (${KEY}, ${SEAT}) AND i.publisher_id = place.publisher_id AND i.property_id = place.property_id`,
      sql`claim_origin o WHERE o.property_id = place.property_id AND o.source = place.source`,
    )}
    WHERE u.status = 'active' AND (${propertyId}::int IS NULL OR place.property_id = ${propertyId})
    ORDER BY place.property_id, place.source`.execute(db);
  return rows;
}

/** All properties of a publisher: of one source, or of all with 0; what came after a day alone. */
interface Whole {
  publisherId: number;
  source: number;
  after: string | null;
}
const keyOf = ({ publisherId, source, after }: Whole) => `${publisherId}/${source}/${after}`;

/** Which source an event from elsewhere was of is not known: it counts for each but players. */
async function findSums(db: Db, now: Date, wholes: readonly Whole[]): Promise<Map<string, Figures>> {
  const { rows } = await sql<Whole & { figures: Figures }>`
    SELECT whole.publisher_id AS "publisherId", whole.source, whole.decided_day::text AS after, f.figures
    FROM unnest(${wholes.map(({ publisherId }) => publisherId)}::int[], ${wholes.map(({ source }) => source)}::int2[],
      ${wholes.map(({ after }) => after)}::date[]) whole (publisher_id, source, decided_day)
    CROSS JOIN ${nowAt(now)}
    ${figuresWhere(
      sql`h.publisher_id = whole.publisher_id AND whole.source IN (0, h.source)
        AND h.day > coalesce(whole.decided_day, '-infinity')`,
      sql`whole.source IN (0, ${KEY}, ${SEAT}) AND i.publisher_id = whole.publisher_id`,
      sql`publisher_origin o WHERE o.publisher_id = whole.publisher_id AND o.source = whole.source`,
    )}`.execute(db);
  return new Map(rows.map(({ figures, ...whole }) => [keyOf(whole), figures]));
}

/**
 * Every property and source that has earnings on hold, or a case that is open, with its figures: not of what a case has
 * decided, since an operator has seen those.
 */
export async function findSources(db: Db, now: Date, propertyId: number | null = null): Promise<SourceRow[]> {
  const rows = await findOwn(db, now, propertyId);
  const wholeOf = (row: OwnRow, source: number): Whole => ({
    publisherId: row.publisher_id,
    source,
    after: row.decided_day,
  });
  const wholes = rows.flatMap((row) => [wholeOf(row, row.source), wholeOf(row, 0)]);
  // Most places of a publisher have the same sums.
  const sums = await findSums(db, now, [...new Map(wholes.map((whole) => [keyOf(whole), whole])).values()]);
  const sumOf = (whole: Whole): Figures => {
    const found = sums.get(keyOf(whole));
    if (!found) throw new Error(`There is no sum of ${keyOf(whole)}`);
    return found;
  };
  return rows.map((row) => ({
    ...row,
    ofSource: sumOf(wholeOf(row, row.source)),
    ofPublisher: sumOf(wholeOf(row, 0)),
  }));
}
