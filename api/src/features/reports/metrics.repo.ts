import type { MetricGroup } from '@ezdash/contracts';
import { type RawBuilder, sql } from 'kysely';
import type { Db } from '../../platform/db';
import { columnOf, FIGURES, type Figure, localDay, partsOf, type Stretch, UTC_DAY } from './metricsParts';
import type { MetricsAsk } from './metricsQuery';
import type { Edge, Span } from './spans';

/** More than the database's own share of memory for sums: a year by two dimensions should not go to the disk. */
const SUMS_MEMORY = '32MB';

export interface MetricsRow extends Record<Figure, bigint> {
  keys: string[];
}
export interface MetricsFound {
  rows: MetricsRow[];
  totals: MetricsRow;
  rowCount: number;
}

/** The edges of the UTC days of a stretch. An hour is of the day of its first moment. */
async function readEdges(db: Db, { start, end }: Span, timezone: string): Promise<Edge[]> {
  const { rows } = await sql<Edge>`
    SELECT min(hour) AS start, max(hour) + interval '1 hour' AS "end", utc_day::text AS "utcDay", local_day::text AS "localDay"
    FROM (
      SELECT hour, utc_day, local_day, row_number() OVER (PARTITION BY utc_day, local_day ORDER BY hour) AS rank
      FROM (
        SELECT hour, ${UTC_DAY} AS utc_day, ${localDay(timezone)} AS local_day
        FROM generate_series(date_trunc('hour', ${start}::timestamptz, 'UTC'), ${end}::timestamptz, interval '1 hour') hour
      ) hours WHERE utc_day <> local_day
    ) strays
    GROUP BY utc_day, local_day, hour - rank * interval '1 hour' ORDER BY 1`.execute(db);
  return rows;
}

/**
 * The first moment of a day. Where clocks are put back at one o'clock, as in Havana, midnight comes twice and the
 * database takes the second.
 */
function midnight(day: RawBuilder<unknown>, timezone: string): RawBuilder<unknown> {
  const moment = sql`(${day})::timestamp AT TIME ZONE ${timezone}::text`;
  const before = sql`${moment} - interval '1 hour'`;
  return sql`CASE WHEN ((${before}) AT TIME ZONE ${timezone}::text)::date = ${day} THEN ${before} ELSE ${moment} END`;
}

/** The period's moments in the timezone, and which of its days are folded. */
async function readStretch(db: Db, { period, timezone, groups }: MetricsAsk): Promise<Stretch> {
  const { rows } = await sql<Span & { figures: string[]; requests: string[] }>`
    SELECT ${midnight(sql`${period.from}::date`, timezone)} AS start,
      ${midnight(sql`(${period.to}::date + 1)`, timezone)} AS "end",
      set_config('work_mem', ${SUMS_MEMORY}, true),
      coalesce(array_agg(day::text), '{}') AS figures,
      coalesce(array_agg(day::text) FILTER (WHERE has_requests), '{}') AS requests
    FROM rollup_day WHERE day BETWEEN ${period.from}::date - 1 AND ${period.to}::date + 1`.execute(db);
  const [row] = rows;
  if (!row) throw new Error('The database does not say when the period is');
  const { start, end } = row;
  const hasOtherDays = groups.includes('date') && !groups.includes('hour') && timezone !== 'UTC';
  return {
    start,
    end,
    folded: { figures: new Set(row.figures), requests: new Set(row.requests) },
    edges: hasOtherDays ? await readEdges(db, row, timezone) : [],
  };
}

const TEXTS: Partial<Record<MetricGroup, RawBuilder<unknown>>> = {
  date: sql`date::text`,
  hour: sql`to_char(hour AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS"Z"')`,
  category: sql`category`,
};
const keyText = (group: MetricGroup) => {
  const column = columnOf(group);
  return TEXTS[group] ?? (column ? sql`trim(${sql.ref(column)}::text)` : sql`''`);
};
const keyColumn = (group: MetricGroup) => sql.ref(group === 'category' ? group : (columnOf(group) ?? group));

function orderOf({ sort, descending, groups }: MetricsAsk): RawBuilder<unknown> {
  const direction = sql.raw(descending ? 'DESC' : 'ASC');
  const keys = groups.map((group) => keyColumn(group));
  if (sort === 'key') return sql.join(keys.map((key) => sql`${key} ${direction}`));
  const figure = sort === 'earnings_micros' ? 'payout_micros' : sort;
  return sql`${sql.ref(figure)} ${direction}, ${sql.join(keys)}`;
}

/** Where corrections leave nothing, or all of a UTC day is another one's in the timezone, there is no row. */
const SOMETHING = sql.raw(FIGURES.map((name) => `sum(${name}) <> 0`).join(' OR '));

/** The rows asked for and the sum of all, out of one snapshot: `db` is a repeatable read. */
export async function findMetrics(db: Db, ask: MetricsAsk): Promise<MetricsFound> {
  const parts = partsOf(ask, await readStretch(db, ask));
  const keys = sql.join(ask.groups.map(keyColumn));
  const sums = sql.raw(FIGURES.map((name) => `sum(${name})::int8 AS ${name}`).join(', '));
  const properties = ask.groups.includes('category')
    ? sql`JOIN (SELECT id AS property_id, category FROM property) owned USING (property_id)`
    : sql``;
  const { rows } = await sql<MetricsRow & { row_count: bigint | null }>`
    WITH facts AS (${sql.join(parts, sql` UNION ALL `)}), grouped AS MATERIALIZED (
      SELECT ${keys}, ${sums} FROM facts ${properties} GROUP BY ${keys}
      HAVING ${SOMETHING}
    )
    (SELECT ARRAY[${sql.join(ask.groups.map(keyText))}]::text[] AS keys, NULL::int8 AS row_count,
      ${sql.raw(FIGURES.join(', '))}
      FROM (SELECT * FROM grouped ORDER BY ${orderOf(ask)} LIMIT ${ask.limit} OFFSET ${ask.offset}) shown
      ORDER BY ${orderOf(ask)})
    UNION ALL
    SELECT NULL, count(*), ${sql.raw(FIGURES.map((name) => `coalesce(sum(${name}), 0)::int8`).join(', '))} FROM grouped`.execute(
    db,
  );
  const totals = rows.at(-1);
  if (!totals || totals.row_count === null) throw new Error('The database did not answer the totals');
  return { rows: rows.slice(0, -1), totals, rowCount: Number(totals.row_count) };
}

const NAMED = { campaign: 'campaign', creative: 'creative', property: 'property', zone: 'zone' } as const;
export type NamedGroup = keyof typeof NAMED;
export const isNamed = (group: MetricGroup): group is NamedGroup => group in NAMED;

/** Row ids → names. */
export async function findNames(
  db: Db,
  group: NamedGroup,
  ids: readonly number[],
): Promise<ReadonlyMap<number, string>> {
  const { rows } = await sql<{ id: number; name: string }>`
    SELECT id, name FROM ${sql.table(NAMED[group])} WHERE id = ANY(${[...ids]}::int[])`.execute(db);
  return new Map(rows.map(({ id, name }) => [id, name]));
}
