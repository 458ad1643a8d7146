import { type RawBuilder, sql } from 'kysely';
import type { Db } from '../../platform/db';
import { requestCubeFor } from '../events';
import { QUARTER_START } from '../figures';
import { readStretch } from './metrics.repo';
import { filterOf } from './metricsParts';
import type { MetricsAsk } from './metricsQuery';
import { type Span, splitSpan } from './spans';

/** Ad requests of one zone that ended in the same way. */
export interface RequestsRow {
  reason: number;
  zone_id: number;
  requests: bigint;
}

const within = (column: RawBuilder<unknown>, type: string, spans: readonly Span[], digits: number) =>
  spans.length === 0
    ? sql`false`
    : sql`(${sql.join(
        spans.map(({ start, end }) => {
          const [first, last] = [start, end].map((moment) => moment.toISOString().slice(0, digits));
          return sql`(${column} >= ${first}::${sql.raw(type)} AND ${column} < ${last}::${sql.raw(type)})`;
        }),
        sql` OR `,
      )})`;

const COLUMNS = {
  property: 'property_id',
  zone: 'zone_id',
  category: 'property_id',
  country: 'country',
  device: 'device',
} as const;
const columnOf = (group: string) => (group in COLUMNS ? [COLUMNS[group as keyof typeof COLUMNS]] : []);

const ISO_DAY = 'YYYY-MM-DD'.length;
const ISO_MOMENT = 'YYYY-MM-DDThh:mm:ss.sssZ'.length;

/** The requests of a publisher by how they ended and by zone: folded days out of the cubes, the rest by the hour. */
export async function findRequests(db: Db, ask: MetricsAsk): Promise<RequestsRow[]> {
  const { start, end, isOffHours, folded } = await readStretch(db, { ...ask, groups: [] });
  const columns = ask.filters.flatMap(({ group }) => columnOf(group));
  const cube = requestCubeFor(['reason', 'zone_id', ...columns]);
  const spans = splitSpan({ start, end }, cube ? folded.requests : new Set());
  const conditions = sql.join(
    [sql`publisher_id = ${ask.ownerId}`, ...ask.filters.map((filter) => filterOf(filter))],
    sql` AND `,
  );
  const { rows } = await sql<RequestsRow>`
    SELECT reason, zone_id, sum(requests)::int8 AS requests FROM (
      SELECT reason, zone_id, requests FROM request_daily
      WHERE ${conditions} AND cube = ${sql.lit(cube?.id ?? 0)} AND ${within(sql`day`, 'date', spans.daily, ISO_DAY)}
      UNION ALL
      SELECT reason, zone_id, requests FROM ${sql.table(isOffHours ? 'request_quarterly' : 'request_hourly')}
      WHERE ${conditions} AND hour > ${start}::timestamptz - interval '1 hour' AND hour < ${end}::timestamptz
        AND ${within(isOffHours ? QUARTER_START : sql`hour`, 'timestamptz', spans.hourly, ISO_MOMENT)}
    ) parts GROUP BY reason, zone_id HAVING sum(requests) <> 0`.execute(db);
  return rows;
}

/** What the zones are called and where they are. */
export async function findZones(
  db: Db,
  ids: readonly number[],
): Promise<ReadonlyMap<number, { name: string; propertyId: number }>> {
  const { rows } = await sql<{ id: number; name: string; property_id: number }>`
    SELECT id, name, property_id FROM zone WHERE id = ANY(${[...ids]}::int[])`.execute(db);
  return new Map(rows.map(({ id, name, property_id }) => [id, { name, propertyId: property_id }]));
}
