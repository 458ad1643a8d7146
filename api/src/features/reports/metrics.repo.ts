import type { MetricGroup } from '@ezdash/contracts';
import { type RawBuilder, sql } from 'kysely';
import type { Db } from '../../platform/db';
import { boundsOf, isOffHours, localDay } from '../figures';
import { columnOf, FIGURES, type Figure, partsOf, type Stretch, UTC_DAY } from './metricsParts';
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
  /** Whether there are rows behind these. */
  hasMore: boolean;
}

/** The edges of the UTC days of a stretch, by hours or quarters. What is known by the hour is of its first moment's day. */
async function readEdges(
  db: Db,
  { start, end, isOffHours: hasQuarters }: Span & Pick<Stretch, 'isOffHours'>,
  timezone: string,
): Promise<Edge[]> {
  const step = hasQuarters ? sql`interval '15 minutes'` : sql`interval '1 hour'`;
  const begun = hasQuarters
    ? sql`CASE WHEN hour >= (SELECT until FROM whole_hours) THEN hour ELSE date_trunc('hour', hour, 'UTC') END`
    : sql`hour`;
  const { rows } = await sql<Edge>`
    SELECT min(hour) AS start, max(hour) + ${step} AS "end", utc_day::text AS "utcDay", local_day::text AS "localDay"
    FROM (
      SELECT hour, utc_day, local_day, row_number() OVER (PARTITION BY utc_day, local_day ORDER BY hour) AS rank
      FROM (
        SELECT hour, ${UTC_DAY} AS utc_day, ${localDay(timezone, begun)} AS local_day
        FROM generate_series(date_trunc('hour', ${start}::timestamptz, 'UTC'), ${end}::timestamptz, ${step}) hour
      ) hours WHERE utc_day <> local_day
    ) strays
    GROUP BY utc_day, local_day, hour - rank * ${step} ORDER BY 1`.execute(db);
  return rows;
}

/** The period's moments in the timezone, and which of its days are folded. */
export async function readStretch(
  db: Db,
  { period, timezone, groups }: Pick<MetricsAsk, 'period' | 'timezone' | 'groups'>,
): Promise<Stretch> {
  const days = { ...period, timezone };
  const bounds = boundsOf(days);
  const { rows } = await sql<
    Span & Pick<Stretch, 'isOffHours'> & { figures: string[]; subs: string[]; requests: string[] }
  >`
    SELECT ${bounds.start} AS start, ${bounds.end} AS "end", ${isOffHours(days)} AS "isOffHours",
      set_config('work_mem', ${SUMS_MEMORY}, true),
      coalesce(array_agg(day::text), '{}') AS figures,
      coalesce(array_agg(day::text) FILTER (WHERE has_subs), '{}') AS subs,
      coalesce(array_agg(day::text) FILTER (WHERE has_requests), '{}') AS requests
    FROM rollup_day WHERE day BETWEEN ${period.from}::date - 1 AND ${period.to}::date + 1`.execute(db);
  const [row] = rows;
  if (!row) throw new Error('The database does not say when the period is');
  const { start, end, isOffHours: hasQuarters } = row;
  const hasOtherDays = groups.includes('date') && !groups.includes('hour') && timezone !== 'UTC';
  return {
    start,
    end,
    isOffHours: hasQuarters,
    folded: { figures: new Set(row.figures), subs: new Set(row.subs), requests: new Set(row.requests) },
    edges: hasOtherDays ? await readEdges(db, row, timezone) : [],
  };
}

/**
 * Until when (ISO) figures of the days asked for, or of those they are compared with, are known by whole hours of UTC
 * alone; null where that is all the same, or they are known by quarters.
 */
export async function findWholeHoursUntil(
  db: Db,
  { period, compared, timezone }: Pick<MetricsAsk, 'period' | 'compared' | 'timezone'>,
): Promise<string | null> {
  if (timezone === 'UTC') return null;
  for (const { from, to } of [period, ...(compared ? [compared.period] : [])]) {
    const days = { from, to, timezone };
    const { rows } = await sql<{ until: Date }>`
      SELECT until FROM whole_hours WHERE until > ${boundsOf(days).start} AND ${isOffHours(days)}`.execute(
      db,
    );
    if (rows[0]) return rows[0].until.toISOString();
  }
  return null;
}

const TEXTS: Partial<Record<MetricGroup, RawBuilder<unknown>>> = {
  date: sql`date::text`,
  hour: sql`to_char(hour AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS"Z"')`,
  category: sql`category`,
  sub_id: sql`sub_word`,
};
const keyText = (group: MetricGroup) => {
  const column = columnOf(group);
  return TEXTS[group] ?? (column ? sql`trim(${sql.ref(column)}::text)` : sql`''`);
};
/** Groups that rows are told apart by only once they are joined: several rows of the rollups are of one. */
const JOINED: Partial<Record<MetricGroup, string>> = { category: 'category', sub_id: 'sub_word' };
const keyColumn = (group: MetricGroup) => sql.ref(JOINED[group] ?? columnOf(group) ?? group);

export const figureOf = (sort: Exclude<MetricsAsk['sort'], 'key'>): Figure =>
  sort === 'earnings_micros' ? 'payout_micros' : sort;

function orderOf({ sort, descending, groups }: MetricsAsk): RawBuilder<unknown> {
  const direction = sql.raw(descending ? 'DESC' : 'ASC');
  const keys = groups.map((group) => keyColumn(group));
  if (sort === 'key') return sql.join(keys.map((key) => sql`${key} ${direction}`));
  return sql`${sql.ref(figureOf(sort))} ${direction}, ${sql.join(keys)}`;
}

const KEY_TYPES: Readonly<Record<MetricGroup, string>> = {
  date: 'date',
  hour: 'timestamptz',
  campaign: 'int',
  creative: 'int',
  property: 'int',
  zone: 'int',
  category: 'text',
  country: 'char(2)',
  device: 'int2',
  os: 'int2',
  browser: 'int2',
  language: 'char(2)',
  sub_id: 'text',
  advertiser: 'int',
  invalid_reason: 'int2',
};

/** What comes behind the cursor's row, in the order of the answer. */
function isBehind({ after, sort, descending, groups }: MetricsAsk): RawBuilder<unknown> {
  if (after === null) return sql`true`;
  const columns = sql.join(groups.map(keyColumn));
  const keys = sql.join(
    groups.map((group, index) => sql`${after.keys[index] ?? ''}::${sql.raw(KEY_TYPES[group])}`),
  );
  const forward = sql.raw(descending ? '<' : '>');
  if (sort === 'key') return sql`(${columns}) ${forward} (${keys})`;
  const figure = sql.ref(figureOf(sort));
  return sql`(${figure} ${forward} ${after.figure}::int8
    OR (${figure} = ${after.figure}::int8 AND (${columns}) > (${keys})))`;
}

/** Where corrections leave nothing, or all of a UTC day is another one's in the timezone, there is no row. */
const SOMETHING = sql.raw(FIGURES.map((name) => `sum(${name}) <> 0`).join(' OR '));

/** `grouped`, or another name: all rows of the answer, with their keys as columns. */
async function groupedOf(db: Db, ask: MetricsAsk, name = 'grouped'): Promise<RawBuilder<unknown>> {
  const parts = partsOf(ask, await readStretch(db, ask));
  const keys = sql.join(ask.groups.map(keyColumn));
  const sums = sql.raw(FIGURES.map((name) => `sum(${name})::int8 AS ${name}`).join(', '));
  const properties = ask.groups.includes('category')
    ? sql`JOIN (SELECT id AS property_id, category FROM property) owned USING (property_id)`
    : sql``;
  const words = ask.groups.includes('sub_id')
    ? sql`JOIN (SELECT id AS sub_id, word AS sub_word FROM sub_id_word) worded USING (sub_id)`
    : sql``;
  const facts = sql.ref(`${name}_facts`);
  return sql`${facts} AS (${sql.join(parts, sql` UNION ALL `)}), ${sql.ref(name)} AS MATERIALIZED (
      SELECT ${keys}, ${sums} FROM ${facts} ${properties} ${words} GROUP BY ${keys}
      HAVING ${SOMETHING}
    )`;
}

const keyTexts = (groups: readonly MetricGroup[]) =>
  sql`ARRAY[${sql.join(groups.map(keyText))}]::text[] AS keys`;
const ALL_FIGURES = sql.raw(FIGURES.join(', '));
const SUMS = sql.raw(FIGURES.map((name) => `coalesce(sum(${name}), 0)::int8`).join(', '));

/** The rows asked for and the sum of all, out of one snapshot: `db` is a repeatable read. */
export async function findMetrics(db: Db, ask: MetricsAsk): Promise<MetricsFound> {
  const { rows } = await sql<MetricsRow & { row_count: bigint | null }>`
    WITH ${await groupedOf(db, ask)}
    (SELECT ${keyTexts(ask.groups)}, NULL::int8 AS row_count, ${ALL_FIGURES}
      FROM (SELECT * FROM grouped WHERE ${isBehind(ask)}
        ORDER BY ${orderOf(ask)} LIMIT ${ask.limit + 1} OFFSET ${ask.offset}) shown
      ORDER BY ${orderOf(ask)})
    UNION ALL
    SELECT NULL, count(*), ${SUMS} FROM grouped`.execute(db);
  const totals = rows.at(-1);
  if (!totals || totals.row_count === null) throw new Error('The database did not answer the totals');
  return {
    rows: rows.slice(0, -1).slice(0, ask.limit),
    totals,
    rowCount: Number(totals.row_count),
    hasMore: rows.length - 1 > ask.limit,
  };
}

/** Figures of these keys alone, each with the place of its keys in the list, and the sum of all rows. */
export async function findSame(
  db: Db,
  ask: MetricsAsk,
  wanted: readonly (readonly string[])[],
): Promise<{ rows: ReadonlyMap<number, MetricsRow>; totals: MetricsRow }> {
  const columns = ask.groups.map(keyColumn);
  const lists = ask.groups.map(
    (group, index) => sql`${wanted.map((keys) => keys[index] ?? '')}::${sql.raw(KEY_TYPES[group])}[]`,
  );
  const names = ask.groups.map((_, index) => sql.ref(`wanted_${index}`));
  const { rows } = await sql<MetricsRow & { place: bigint | null }>`
    WITH ${await groupedOf(db, ask)}
    SELECT ${keyTexts(ask.groups)}, place, ${ALL_FIGURES}
    FROM grouped JOIN unnest(${sql.join(lists)}) WITH ORDINALITY AS wanted (${sql.join([...names, sql.ref('place')])})
      ON (${sql.join(columns)}) = (${sql.join(names)})
    UNION ALL
    SELECT NULL, NULL, ${SUMS} FROM grouped`.execute(db);
  const totals = rows.at(-1);
  if (!totals || totals.place !== null) throw new Error('The database did not answer the totals');
  return {
    rows: new Map(rows.slice(0, -1).map((row) => [Number(row.place) - 1, row])),
    totals,
  };
}

/** The period compared with, and of groups whose keys are other ones then: each key of now with the one before. */
export interface Before {
  ask: MetricsAsk;
  moved: ReadonlyMap<MetricGroup, readonly (readonly [key: string, before: string])[]>;
}
export interface ExportedRow extends MetricsRow {
  /** Of the same keys in the period compared with; null when nothing was there, or nothing is compared. */
  previous: Record<Figure, string> | null;
}

const AS_TEXTS = sql.raw(FIGURES.map((name) => `'${name}', earlier.${name}::text`).join(', '));

/** `compared`: the rows of the period compared with, under the keys of now. */
async function comparedOf(trx: Db, { ask, moved }: Before): Promise<RawBuilder<unknown>> {
  const keys = ask.groups.map((group, index) =>
    moved.has(group)
      ? sql`${sql.ref(`moved_${group}.key`)} AS ${sql.ref(`key_${index}`)}`
      : sql`${keyColumn(group)} AS ${sql.ref(`key_${index}`)}`,
  );
  const joins = [...moved].map(([group, pairs]) => {
    const type = sql.raw(KEY_TYPES[group]);
    return sql`JOIN unnest(${pairs.map(([key]) => key)}::${type}[], ${pairs.map(([, before]) => before)}::${type}[])
      AS ${sql.ref(`moved_${group}`)} (key, before) ON earlier.${keyColumn(group)} = ${sql.ref(`moved_${group}.before`)}`;
  });
  return sql`${await groupedOf(trx, ask, 'earlier')}, compared AS (
    SELECT ${sql.join(keys)}, jsonb_build_object(${AS_TEXTS}) AS previous FROM earlier ${sql.join(joins, sql` `)})`;
}

/** Begins to read all rows, in the transaction of `trx`; each call of what it answers reads the next of them. */
export async function openRows(trx: Db, ask: MetricsAsk, most: number, before: Before | null) {
  const same = ask.groups.map((group, index) => sql`${keyColumn(group)} = ${sql.ref(`key_${index}`)}`);
  const compared = before ? sql`, ${await comparedOf(trx, before)}` : sql``;
  const join = before ? sql`LEFT JOIN compared ON ${sql.join(same, sql` AND `)}` : sql``;
  await sql`DECLARE metric_rows NO SCROLL CURSOR FOR
    WITH ${await groupedOf(trx, ask)}${compared}
    SELECT ${keyTexts(ask.groups)}, ${ALL_FIGURES}, ${before ? sql`previous` : sql`NULL AS previous`}
    FROM grouped ${join} ORDER BY ${orderOf(ask)} LIMIT ${most}`.execute(trx);
  return async (count: number): Promise<ExportedRow[]> => {
    const { rows } = await sql<ExportedRow>`FETCH ${sql.lit(count)} FROM metric_rows`.execute(trx);
    return rows;
  };
}

/** Whether an advertiser ever had a conversion that counts. */
export async function hasConversions(db: Db, advertiserId: number): Promise<boolean> {
  const { rows } = await sql<{ has: boolean }>`
    SELECT EXISTS (SELECT FROM conversion WHERE advertiser_id = ${advertiserId} AND verdict = 'attributed') AS has`.execute(
    db,
  );
  return rows[0]?.has ?? false;
}

/** Tables of named things; an advertiser is called by the company alone, never by a person's name. */
const NAMED = {
  campaign: 'campaign',
  creative: 'creative',
  property: 'property',
  zone: 'zone',
  advertiser: 'app_user',
} as const;
export type NamedGroup = keyof typeof NAMED;
export const isNamed = (group: MetricGroup): group is NamedGroup => group in NAMED;

/** Row ids → names. */
export async function findNames(
  db: Db,
  group: NamedGroup,
  ids: readonly number[],
): Promise<ReadonlyMap<number, string>> {
  const { rows } = await sql<{ id: number; name: string | null }>`
    SELECT id, ${sql.ref(group === 'advertiser' ? 'company_name' : 'name')} AS name
    FROM ${sql.table(NAMED[group])} WHERE id = ANY(${[...ids]}::int[])`.execute(db);
  return new Map(rows.flatMap(({ id, name }) => (name ? [[id, name] as const] : [])));
}
