import { CLAIM_SOURCES, HOLD_RULES, INVALID_REASONS } from '@ezdash/contracts';
import { sql } from 'kysely';
import type { Db } from '../../platform/db';

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
  first_day: string;
  last_day: string;
  views: bigint;
  clicks: bigint;
  confirmed_views: bigint;
  confirmed_clicks: bigint;
  elsewhere: bigint;
  counted_origins: bigint;
  senders: bigint;
  visitors: bigint;
  networks: bigint;
  held_micros: bigint;
}

const FIRST_DAY = sql`(now.at AT TIME ZONE 'UTC')::date - ${sql.lit(HOLD_RULES.figureDays)}::int`;

/**
 * Every property and source that has earnings on hold, or a case that is open, with its figures: not of what a case has
 * decided, since an operator has seen those. A source is as young as its youngest key: another one begins anew.
 */
export async function findSources(db: Db, now: Date, propertyId: number | null = null): Promise<SourceRow[]> {
  const { rows } = await sql<SourceRow>`
    WITH place AS (
      SELECT DISTINCT publisher_id, property_id, source FROM earnings_hold
      WHERE released_at IS NULL AND case_id IS NULL
      UNION SELECT publisher_id, property_id, source FROM hold_case WHERE state = 'open'
    )
    SELECT place.publisher_id, place.property_id, p.name AS property, p.domain, place.source, c.id AS open_case,
      key.made_at, coalesce(trust.is_trusted, false) AS is_trusted,
      coalesce(last.state = 'taken_back', false) AS was_taken_back,
      coalesce(h.first_day, (now.at AT TIME ZONE 'UTC')::date)::text AS first_day,
      coalesce(h.last_day, (now.at AT TIME ZONE 'UTC')::date)::text AS last_day,
      h.views, h.clicks, h.confirmed_views, h.confirmed_clicks, elsewhere.events AS elsewhere,
      o.events AS counted_origins, o.senders, o.visitors, o.networks, h.held_micros
    FROM place JOIN property p ON p.id = place.property_id JOIN app_user u ON u.id = place.publisher_id
    CROSS JOIN (SELECT ${now}::timestamptz AS at) now
    LEFT JOIN hold_case c ON c.property_id = place.property_id AND c.source = place.source AND c.state = 'open'
    LEFT JOIN LATERAL (
      SELECT state, decided_at FROM hold_case d
      WHERE d.property_id = place.property_id AND d.source = place.source AND d.decided_by IS NOT NULL
      ORDER BY d.id DESC LIMIT 1) last ON true
    CROSS JOIN LATERAL (SELECT CASE place.source
      WHEN ${sql.lit(CLAIM_SOURCES.key)} THEN coalesce(p.server_key_made_at, now.at)
      WHEN ${sql.lit(CLAIM_SOURCES.seat)} THEN coalesce((SELECT max(s.created_at) FROM rtb_seat s WHERE s.property_id = p.id), now.at)
      END AS made_at) key
    LEFT JOIN LATERAL (
      SELECT bool_or(d.state = 'released') AS is_trusted FROM hold_case d
      WHERE d.property_id = place.property_id AND d.source = place.source AND d.decided_by IS NOT NULL
        AND d.decided_at >= key.made_at) trust ON true
    CROSS JOIN LATERAL (
      SELECT min(h.day) AS first_day, max(h.day) AS last_day, coalesce(sum(h.views), 0)::int8 AS views,
        coalesce(sum(h.clicks), 0)::int8 AS clicks,
        coalesce(sum(h.views) FILTER (WHERE h.confirmed), 0)::int8 AS confirmed_views,
        coalesce(sum(h.clicks) FILTER (WHERE h.confirmed), 0)::int8 AS confirmed_clicks,
        coalesce(sum(h.held_micros - h.returned_micros) FILTER (WHERE h.released_at IS NULL), 0)::int8 AS held_micros
      FROM earnings_hold h
      WHERE h.property_id = place.property_id AND h.source = place.source AND h.case_id IS NULL
        AND (h.released_at IS NULL OR h.day >= ${FIRST_DAY})) h
    CROSS JOIN LATERAL (
      SELECT coalesce(sum(events), 0)::int8 AS events FROM invalid_hourly i
      WHERE place.source <> ${sql.lit(CLAIM_SOURCES.player)}
        AND i.publisher_id = place.publisher_id AND i.property_id = place.property_id
        AND i.reason = ${sql.lit(INVALID_REASONS['other-address'])} AND i.kind IN (1, 3)
        AND i.hour >= now.at - make_interval(days => ${sql.lit(HOLD_RULES.figureDays)}) AND i.hour >= coalesce(last.decided_at, '-infinity')) elsewhere
    CROSS JOIN LATERAL (
      SELECT coalesce(sum(o.events), 0)::int8 AS events, coalesce(sum(o.senders), 0)::int8 AS senders,
        coalesce(sum(o.visitors), 0)::int8 AS visitors, coalesce(max(o.networks), 0)::int8 AS networks
      FROM claim_origin o
      WHERE o.property_id = place.property_id AND o.source = place.source
        AND o.day >= ${FIRST_DAY} AND (last.decided_at IS NULL OR o.day > (last.decided_at AT TIME ZONE 'UTC')::date)) o
    WHERE u.status = 'active' AND (${propertyId}::int IS NULL OR place.property_id = ${propertyId})
    ORDER BY place.property_id, place.source`.execute(db);
  return rows;
}
