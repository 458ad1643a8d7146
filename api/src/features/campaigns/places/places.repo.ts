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
    columns: sql`p.id, p.name, NULL::text AS kind, NULL::int AS width, NULL::int AS height, NULL::int8 AS floor_micros`,
    from: sql`property p`,
    id: sql`p.id`,
    served: isServed,
    names: sql`p.name || ' ' || p.domain`,
    order: sql`lower(p.name), p.id`,
  },
  zones: {
    columns: sql`z.id, z.name, z.kind, z.width, z.height, z.floor_micros`,
    from: sql`zone z JOIN property p ON p.id = z.property_id`,
    id: sql`z.id`,
    served: sql`${isServed} AND z.state <> 'archived'`,
    names: sql`z.name || ' ' || p.name || ' ' || p.domain`,
    order: sql`lower(p.name), p.id, lower(z.name), z.id`,
  },
} as const;

/** `%` and `_` are what they are. */
const likeText = (search: string) => `%${search.replace(/[\\%_]/g, '\\$&')}%`;

/** By name or domain, or of some ids; in the order of their names. */
export async function findPlaces(
  db: Db,
  kind: PlaceKind,
  by: { search: string } | { ids: readonly number[] },
  most: number,
): Promise<PlaceRow[]> {
  const { columns, from, id, served, names, order } = PLACE[kind];
  const found =
    'ids' in by ? sql`${id} = ANY(${[...by.ids]}::int[])` : sql`${names} ILIKE ${likeText(by.search)}`;
  const { rows } = await sql<PlaceRow>`
    SELECT ${columns}, p.domain, p.category, p.publisher_id
    FROM ${from} JOIN app_user u ON u.id = p.publisher_id
    WHERE ${served} AND ${found} ORDER BY ${order} LIMIT ${most}`.execute(db);
  return rows;
}

const KEY: Readonly<Record<PlaceKind, RawBuilder<unknown>>> = {
  properties: sql`property_id`,
  zones: sql`zone_id`,
};
const DIMENSION = { properties: 'property_id', zones: 'zone_id' } as const;

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
