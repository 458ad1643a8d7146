import { FATES, type Fate, INVALID_REASONS, type MetricGroup, NO_FILL_REASONS } from '@ezdash/contracts';
import { type RawBuilder, sql } from 'kysely';
import { cubeFor, type DailyDimension, hasSubs, requestCubeFor } from '../events';
import { localDay, QUARTER_START } from '../figures';
import { filterValues, KEPT_CODE } from './metricKeys';
import type { MetricFilter, MetricsAsk } from './metricsQuery';
import { type Edge, edgesOf, type Span, splitHours, splitSpan } from './spans';

/** `reason` is no column of the sums by the day. */
type Column = DailyDimension | 'reason';
/** Column of the rollups behind a group; a category is that of the property. */
const COLUMNS: Readonly<Record<MetricFilter, Column>> = {
  campaign: 'campaign_id',
  creative: 'creative_id',
  property: 'property_id',
  zone: 'zone_id',
  category: 'property_id',
  country: 'country',
  device: 'device',
  os: 'os',
  browser: 'browser',
  language: 'language',
  sub_id: 'sub_id',
  advertiser: 'advertiser_id',
  invalid_reason: 'reason',
};
export const columnOf = (group: MetricGroup): Column | null =>
  group === 'date' || group === 'hour' ? null : COLUMNS[group];

/** Figures of all parts of the union, in their order. */
export const FIGURES = [
  'requests',
  'filled',
  'below_floor',
  'impressions',
  'viewables',
  'clicks',
  'conversions',
  'invalid',
  'auctions',
  'wins',
  'spend_micros',
  'payout_micros',
  'revenue_micros',
] as const;
export type Figure = (typeof FIGURES)[number];

/** The period of a question as the rollups have it. */
export interface Stretch {
  start: Date;
  end: Date;
  /** UTC days, YYYY-MM-DD. */
  folded: { figures: ReadonlySet<string>; subs: ReadonlySet<string>; requests: ReadonlySet<string> };
  /** Whether its days may begin within an hour of UTC: quarters are read. */
  isOffHours: boolean;
  /** Its hours, or quarters, whose day in the timezone is not their UTC day; none unless dates are told apart. */
  edges: readonly Edge[];
}

export const UTC_DAY = sql`(hour AT TIME ZONE 'UTC')::date`;

/** What is read of one table. */
interface Source {
  table: string;
  owner: RawBuilder<unknown>;
  /** Expressions of the figures that the table has. */
  figures: Partial<Record<Figure, string>>;
  /** The hour of a row, where the table has no column of it. */
  hour?: RawBuilder<unknown>;
  /** When its quarter of an hour began, where quarters are read. */
  quarter?: RawBuilder<unknown>;
  /** Why its rows do not count, as `INVALID_REASONS` has it; they do unless given. */
  reason?: RawBuilder<unknown>;
}
const COUNTED = sql`${sql.lit(INVALID_REASONS.counted)}::int2`;
const KEPT = sql`(${sql.lit(KEPT_CODE)})::int2`;
const columnIn = ({ reason = COUNTED }: Source, column: Column): RawBuilder<unknown> =>
  column === 'reason' ? reason : sql.ref(column);
interface Part extends Source {
  date: RawBuilder<unknown>;
  /** Also what it is grouped by. */
  hour: RawBuilder<unknown>;
  /** The column of time and the spans of it to read. */
  time: RawBuilder<unknown>;
  spans: readonly Span[];
  /** A column of hours that narrows what is read to about these spans: `time` has no index. */
  about?: RawBuilder<unknown>;
  /** A moment as the column of time has it. */
  moment: (moment: Date) => RawBuilder<unknown>;
}

const EVENT_FIGURES: Part['figures'] = {
  impressions: 'impressions',
  viewables: 'viewables',
  clicks: 'clicks',
  conversions: 'conversions',
  invalid: 'invalid',
  spend_micros: 'spend_micros',
  payout_micros: 'payout_micros',
};

/** Dimensions that narrow or tell apart, each column once. */
function columnsOf(groups: Iterable<MetricGroup>): Column[] {
  return [...new Set([...groups].map(columnOf).filter((column) => column !== null))];
}

function isOneOf({ group, values }: MetricsAsk['filters'][number], source?: Source): RawBuilder<unknown> {
  if (group === 'category')
    return sql`property_id IN (SELECT id FROM property WHERE category = ANY(${values}::text[]))`;
  if (group === 'sub_id')
    return sql`sub_id IN (SELECT id FROM sub_id_word WHERE word = ANY(${values}::text[]))`;
  const column = source ? columnIn(source, COLUMNS[group]) : sql.ref(COLUMNS[group]);
  return sql`${column} = ANY(${filterValues(group, values)})`;
}

/** `is not` keeps what is not known: a report without Germany has the visitors nobody could place. */
export const filterOf = (filter: MetricsAsk['filters'][number], source?: Source): RawBuilder<unknown> =>
  filter.isNot ? sql`(${isOneOf(filter, source)}) IS NOT TRUE` : isOneOf(filter, source);

function isWithin({ time, spans, about, moment }: Part): RawBuilder<unknown> {
  const each = spans.map(({ start, end }) => {
    const within = sql`${time} >= ${moment(start)} AND ${time} < ${moment(end)}`;
    return about
      ? sql`(${about} > ${moment(start)} - interval '1 hour' AND ${about} < ${moment(end)} AND ${within})`
      : sql`(${within})`;
  });
  // A day that the timezone left out has no moment.
  return each.length > 0 ? sql`(${sql.join(each, sql` OR `)})` : sql`false`;
}

/** As int8: sums of sums are several times dearer as numeric, which `sum` makes of int8. */
const sumsOf = (figures: Source['figures']) =>
  FIGURES.map((name) => {
    const expression = figures[name];
    return expression ? `sum(${expression})::int8 AS ${name}` : `0::int8 AS ${name}`;
  });
const firstColumns = (count: number) => sql.raw(Array.from({ length: count }, (_, at) => at + 1).join(', '));

/** One table's share of the answer, summed up by what is told apart. */
function partRows(part: Part, { groups, filters }: MetricsAsk): RawBuilder<unknown> {
  const keys = [
    ...(groups.includes('date') ? [sql`${part.date} AS date`] : []),
    ...(groups.includes('hour') ? [sql`${part.hour} AS hour`] : []),
    ...columnsOf(groups).map((column) => sql`${columnIn(part, column)} AS ${sql.ref(column)}`),
  ];
  const conditions = [part.owner, isWithin(part), ...filters.map((filter) => filterOf(filter, part))];
  return sql`SELECT ${sql.join(keys)}, ${sql.raw(sumsOf(part.figures).join(', '))} FROM ${sql.table(part.table)}
    WHERE ${sql.join(conditions, sql` AND `)} GROUP BY ${firstColumns(keys.length)}`;
}

/**
 * What a table of hours, or quarters, has in the edges, taken from the UTC day whose daily sums have it and added to the day in the
 * timezone. Each edge is summed up for itself, through the index of owner and hour: as a plain join the planner, which
 * cannot know how few rows lie in one, reads all that the owner has once for every edge. The days come with the edges,
 * since to work them out anew for every row takes longer than to read it.
 */
function edgeRows(
  source: Source,
  edges: readonly Edge[],
  { groups, filters }: MetricsAsk,
): RawBuilder<unknown> {
  const columns = columnsOf(groups).map((column) => sql`${columnIn(source, column)} AS ${sql.ref(column)}`);
  const moved = FIGURES.map((name) => (source.figures[name] ? `sign * ${name}` : '0::int8')).join(', ');
  const conditions = [
    source.owner,
    source.quarter
      ? sql`hour > edge_start - interval '1 hour' AND hour < edge_end
          AND ${source.quarter} >= edge_start AND ${source.quarter} < edge_end`
      : sql`hour >= edge_start AND hour < edge_end`,
    ...filters.map((filter) => filterOf(filter, source)),
  ];
  const texts = (value: (edge: Edge) => string) => `{${edges.map(value).join(',')}}`;
  const sums = sql.join([...columns, sql.raw(sumsOf(source.figures).join(', '))]);
  // Without columns a sum over no rows would be a row.
  const each = columns.length > 0 ? sql`GROUP BY ${firstColumns(columns.length)}` : sql`HAVING count(*) > 0`;
  const names = columnsOf(groups).map((column) => sql.ref(column));
  return sql`SELECT ${sql.join([sql`date`, ...names])}, ${sql.raw(moved)}
    FROM unnest(${texts(({ start }) => start.toISOString())}::timestamptz[], ${texts(({ end }) => end.toISOString())}::timestamptz[],
      ${texts(({ utcDay }) => utcDay)}::date[], ${texts((edge) => edge.localDay)}::date[])
      AS edge (edge_start, edge_end, utc_day, local_day)
    CROSS JOIN LATERAL (
      SELECT ${sums} FROM ${sql.table(source.table)} WHERE ${sql.join(conditions, sql` AND `)} ${each}
    ) within
    CROSS JOIN LATERAL (VALUES (utc_day, -1), (local_day, 1)) AS moved (date, sign)`;
}

/** Figures that are kept by the hour, and of folded days by a cube of daily sums too. */
interface Kept {
  hourly: Source[];
  daily: Source | null;
  folded: ReadonlySet<string>;
}

/** Tables by the hour → where their quarters are. */
const QUARTERLY: Readonly<Record<string, string>> = {
  rollup_hourly: 'rollup_hourly',
  invalid_hourly: 'invalid_quarterly',
  invalid_by_sub: 'invalid_by_sub',
  request_hourly: 'request_quarterly',
};
function byQuarter(source: Source): Source {
  const table = QUARTERLY[source.table];
  return table ? { ...source, table, quarter: QUARTER_START } : source;
}

/**
 * The hour on the clocks of the timezone that a moment is in. Where clocks were changed within it, as in Chatham and on
 * Lord Howe, what is left of it begins with the change.
 */
function hourAround(moment: RawBuilder<unknown>, timezone: string): RawBuilder<unknown> {
  const clock = (at: RawBuilder<unknown>) => sql`(${at} AT TIME ZONE ${timezone}::text)`;
  const offset = (at: RawBuilder<unknown>) => sql`(${clock(at)} - (${at} AT TIME ZONE 'UTC'))`;
  const begun = sql`(${moment} - make_interval(mins => extract(minute FROM ${clock(moment)})::int))`;
  const before = [0, 15, 30, 45].map(
    (mins) =>
      sql`(${offset(sql`(${begun} + make_interval(mins => ${sql.lit(mins)}))`)} <> ${offset(moment)})::int`,
  );
  return sql`CASE WHEN ${offset(begun)} = ${offset(moment)} THEN ${begun}
    ELSE ${begun} + make_interval(mins => 15 * (${sql.join(before, sql` + `)})) END`;
}

/**
 * Daily sums of the days that are folded, hourly rows for the rest. Where days of another timezone are told apart, the
 * edges of each UTC day are moved to the day they belong to.
 */
function keptRows({ hourly, daily, folded }: Kept, ask: MetricsAsk, stretch: Stretch): RawBuilder<unknown>[] {
  const { groups, timezone } = ask;
  const byDay = groups.includes('hour') ? null : daily;
  const spans = splitSpan(stretch, byDay ? folded : new Set());
  const parts: RawBuilder<unknown>[] = [];
  const isNothing = spans.hourly.length === 0 && spans.daily.length === 0;
  const add = (part: Part) => {
    if (part.spans.length > 0 || isNothing) parts.push(partRows(part, ask));
  };
  const addHourly = (source: Source, hours: readonly Span[]) => {
    const { hour = sql`hour`, quarter } = source;
    const time = quarter ?? hour;
    add({
      ...source,
      date: localDay(timezone, time),
      hour: stretch.isOffHours ? hourAround(time, timezone) : hour,
      time,
      spans: hours,
      about: quarter && hour,
      moment: (moment) => sql`${moment.toISOString()}::timestamptz`,
    });
  };
  // Quarters are more rows than hours, and read only where an hour is of two days.
  const tellsTime = groups.includes('date') || groups.includes('hour');
  const { whole, within } =
    stretch.isOffHours && tellsTime ? { whole: [], within: spans.hourly } : splitHours(spans.hourly);
  for (const source of hourly) {
    addHourly(source, whole);
    addHourly(byQuarter(source), within);
  }
  if (!byDay) return parts;
  add({
    ...byDay,
    date: sql`day`,
    hour: sql`NULL::timestamptz`,
    time: sql`day`,
    spans: spans.daily,
    moment: (moment) => sql`${moment.toISOString().slice(0, 10)}::date`,
  });
  const edges = splitHours(edgesOf(stretch.edges, spans.daily));
  for (const source of hourly) {
    if (edges.whole.length > 0) parts.push(edgeRows(source, edges.whole, ask));
    if (edges.within.length > 0) parts.push(edgeRows(byQuarter(source), edges.within, ask));
  }
  return parts;
}

const HOUR_MS = 3_600_000;
const RECEIVED_HOUR = sql`date_trunc('hour', received_at, 'UTC')`;
const RECEIVED_QUARTER = sql`CASE WHEN received_at >= (SELECT until FROM whole_hours)
  THEN date_bin(interval '15 minutes', received_at, ${RECEIVED_HOUR}) ELSE ${RECEIVED_HOUR} END`;

/**
 * What the counted conversions were worth: read one by one, since no rollup keeps it, through the index of advertiser and
 * time. A conversion is of the hour in which it was received, as it is in the rollups.
 */
function revenueOf(owner: RawBuilder<unknown>, { start, end, isOffHours }: Stretch): Kept {
  const [first, last] = [start.getTime() - HOUR_MS, end.getTime() + HOUR_MS].map((ms) =>
    new Date(ms).toISOString(),
  );
  return {
    hourly: [
      {
        table: 'conversion',
        owner: sql`${owner} AND verdict = 'attributed'
          AND received_at >= ${first}::timestamptz AND received_at < ${last}::timestamptz`,
        figures: { revenue_micros: 'coalesce(value_micros, 0)' },
        hour: RECEIVED_HOUR,
        ...(isOffHours && { quarter: RECEIVED_QUARTER }),
      },
    ],
    daily: null,
    folded: new Set(),
  };
}

/** Fates of campaigns that were fit to be shown and lost to somebody, or won: they took part. */
const TOOK_PART: readonly Fate[] = [
  'below-floor',
  'outranked',
  'not-drawn',
  'outbid',
  'runner-up',
  'outbid-by-own',
  'next',
  'won',
];
const CODES_OF_PART = TOOK_PART.map((fate) => FATES[fate]).join(', ');

/** Estimates, from the decisions that were looked into. */
function auctionsOf(ownerId: number): Kept {
  return {
    hourly: [
      {
        table: 'campaign_fate_hourly',
        owner: sql`campaign_id IN (SELECT id FROM campaign WHERE advertiser_id = ${ownerId})
          AND fate IN (${sql.raw(CODES_OF_PART)})`,
        figures: { auctions: 'decisions', wins: `CASE WHEN fate = ${FATES.won} THEN decisions ELSE 0 END` },
      },
    ],
    daily: null,
    folded: new Set(),
  };
}

/** The parts of the answer, to be united and summed up. */
export function partsOf(ask: MetricsAsk, stretch: Stretch): RawBuilder<unknown>[] {
  const { side, ownerId, groups, filters, hasRequests } = ask;
  const column = side === 'advertiser' ? 'advertiser_id' : 'publisher_id';
  const columns = columnsOf([...groups, ...filters.map(({ group }) => group)]);
  const owner = sql`${sql.ref(column)} = ${ownerId}`;
  // By the day nothing is told apart by its reason.
  const hasReason = columns.includes('reason');
  const dimensions = columns.filter((each) => each !== 'reason');
  const cube = hasReason ? null : cubeFor(column, dimensions);
  const { invalid, ...counted } = EVENT_FIGURES;
  const events: Kept = {
    hourly: [
      ...(hasReason
        ? [
            { table: 'rollup_hourly', owner, figures: counted },
            {
              table: 'rollup_hourly',
              owner: sql`${owner} AND invalid > 0`,
              figures: { invalid },
              reason: KEPT,
            },
          ]
        : [{ table: 'rollup_hourly', owner, figures: EVENT_FIGURES }]),
      {
        table: columns.includes('sub_id') ? 'invalid_by_sub' : 'invalid_hourly',
        owner,
        figures: { invalid: 'events' },
        reason: sql.ref('reason'),
      },
    ],
    daily: cube && {
      table: 'rollup_daily',
      owner: sql`owner_id = ${ownerId} AND cube = ${sql.lit(cube.id)}`,
      figures: EVENT_FIGURES,
    },
    folded: cube && hasSubs(cube) ? stretch.folded.subs : stretch.folded.figures,
  };
  const requestCube = requestCubeFor(dimensions);
  const requests: Kept = {
    hourly: [
      {
        table: 'request_hourly',
        owner,
        figures: {
          requests: 'requests',
          filled: `CASE WHEN reason = ${NO_FILL_REASONS.filled} THEN requests ELSE 0 END`,
          below_floor: `CASE WHEN reason = ${NO_FILL_REASONS['below-floor']} THEN requests ELSE 0 END`,
        },
      },
    ],
    daily: requestCube && {
      table: 'request_daily',
      owner: sql`publisher_id = ${ownerId} AND cube = ${sql.lit(requestCube.id)}`,
      figures: { requests: 'requests', filled: 'filled', below_floor: 'below_floor' },
    },
    folded: stretch.folded.requests,
  };
  const all = [
    events,
    ...(hasRequests ? [requests] : []),
    ...(side === 'advertiser' ? [revenueOf(owner, stretch)] : []),
    ...(ask.hasAuctions ? [auctionsOf(ownerId)] : []),
  ];
  return all.flatMap((kept) => keptRows(kept, ask, stretch));
}
