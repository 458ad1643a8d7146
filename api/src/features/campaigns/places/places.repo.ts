import type { Category, ZoneKind } from '@ezdash/contracts';
import { type RawBuilder, sql } from 'kysely';
import type { Db } from '../../../platform/db';
import { cubeFor, requestCubeFor } from '../../events';

export interface PlaceRow {
  id: number;
  name: string;
  domain: string;
  category: Category;
  publisher_id: number;
  kind: ZoneKind | null;
  width: number | null;
  height: number | null;
  floor_micros: bigint | null;
}

export type PlaceKind = 'properties' | 'zones';

/** Shows ads, or may do so any moment: the same that targeting takes. */
const isServed = sql`p.state = 'approved' AND u.status = 'active' AND u.deletes_at IS NULL`;
const PLACE = {
  properties: {
    columns: sql`p.id, p.name, p.name AS property_name, NULL::text AS kind, NULL::int AS width, NULL::int AS height, NULL::int8 AS floor_micros`,
    from: sql`property p`,
    id: sql`p.id`,
    served: isServed,
    names: sql`p.name || ' ' || p.domain`,
    order: sql`lower(found.name), found.id`,
  },
  zones: {
    columns: sql`z.id, z.name, p.name AS property_name, z.kind, z.width, z.height, z.floor_micros`,
    from: sql`zone z JOIN property p ON p.id = z.property_id`,
    id: sql`z.id`,
    served: sql`${isServed} AND z.state <> 'archived'`,
    names: sql`z.name || ' ' || p.name || ' ' || p.domain`,
    order: sql`lower(found.property_name), lower(found.name), found.id`,
  },
} as const;

/** `%` and `_` are what they are. */
const likeText = (search: string) => `%${search.replace(/[\\%_]/g, '\\$&')}%`;

const KEY: Readonly<Record<PlaceKind, RawBuilder<unknown>>> = {
  properties: sql`property_id`,
  zones: sql`zone_id`,
};
const DIMENSION = { properties: 'property_id', zones: 'zone_id' } as const;

/** Whole days, both included. */
export interface PlaceDays {
  from: string;
  to: string;
}

/** Zones of these kinds, of banners with their size; all of them when none is named. */
function fitting(kind: PlaceKind, fits: readonly string[]): RawBuilder<unknown> {
  if (fits.length === 0) return sql`true`;
  const zone = sql`CASE z.kind WHEN 'banner' THEN 'banner-' || z.width || 'x' || z.height ELSE z.kind END`;
  if (kind === 'zones') return sql`${zone} = ANY(${[...fits]}::text[])`;
  return sql`EXISTS (SELECT FROM zone z WHERE z.property_id = p.id AND z.state <> 'archived'
    AND ${zone} = ANY(${[...fits]}::text[]))`;
}

/** By name or domain, or of some ids; those with most requests in these days first, and then in the order of their names. */
export async function findPlaces(
  db: Db,
  kind: PlaceKind,
  by: { search: string; fits: readonly string[] } | { ids: readonly number[] },
  { from: fromDay, to: toDay }: PlaceDays,
  most: number,
): Promise<PlaceRow[]> {
  const { columns, from, id, served, names, order } = PLACE[kind];
  const wanted =
    'ids' in by
      ? sql`${id} = ANY(${[...by.ids]}::int[])`
      : sql`${names} ILIKE ${likeText(by.search)} AND ${fitting(kind, by.fits)}`;
  const { rows } = await sql<PlaceRow>`
    WITH found AS MATERIALIZED (
      SELECT ${columns}, p.domain, p.category, p.publisher_id
      FROM ${from} JOIN app_user u ON u.id = p.publisher_id WHERE ${served} AND ${wanted}),
    asked AS (
      SELECT ${KEY[kind]} AS id, sum(requests) AS requests FROM request_daily
      WHERE publisher_id IN (SELECT publisher_id FROM found) AND cube = ${requestCubeFor([DIMENSION[kind]])?.id}
        AND day BETWEEN ${fromDay}::date AND ${toDay}::date AND ${KEY[kind]} IN (SELECT id FROM found)
      GROUP BY 1)
    SELECT found.id, found.name, found.kind, found.width, found.height, found.floor_micros, found.domain,
      found.category, found.publisher_id
    FROM found LEFT JOIN asked USING (id)
    ORDER BY coalesce(asked.requests, 0) DESC, ${order} LIMIT ${most}`.execute(db);
  return rows;
}

export interface PlaceRequests {
  id: number;
  requests: bigint;
  filled: bigint;
}

/** Requests of whole days, from the sums by day: today, and days that are not folded yet, are not in them. */
export async function findRequests(
  db: Db,
  kind: PlaceKind,
  places: readonly PlaceRow[],
  from: string,
  to: string,
): Promise<PlaceRequests[]> {
  const publishers = [...new Set(places.map((place) => place.publisher_id))];
  const { rows } = await sql<PlaceRequests>`
    SELECT ${KEY[kind]} AS id, sum(requests)::int8 AS requests, sum(filled)::int8 AS filled FROM request_daily
    WHERE publisher_id = ANY(${publishers}::int[]) AND cube = ${requestCubeFor([DIMENSION[kind]])?.id}
      AND day BETWEEN ${from}::date AND ${to}::date AND ${KEY[kind]} = ANY(${places.map(({ id }) => id)}::int[])
    GROUP BY 1`.execute(db);
  return rows;
}

export interface OwnFigures {
  id: number;
  impressions: bigint;
  spend: bigint;
}

/** What the reader's own campaigns had there. */
export async function findOwnFigures(
  db: Db,
  kind: PlaceKind,
  advertiserId: number,
  places: readonly PlaceRow[],
  from: string,
  to: string,
): Promise<OwnFigures[]> {
  const { rows } = await sql<OwnFigures>`
    SELECT ${KEY[kind]} AS id, sum(impressions)::int8 AS impressions, sum(spend_micros)::int8 AS spend
    FROM rollup_daily
    WHERE owner_id = ${advertiserId} AND cube = ${cubeFor('advertiser_id', [DIMENSION[kind]])?.id}
      AND day BETWEEN ${from}::date AND ${to}::date AND ${KEY[kind]} = ANY(${places.map(({ id }) => id)}::int[])
    GROUP BY 1`.execute(db);
  return rows;
}
