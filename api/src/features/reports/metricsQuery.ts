import {
  ADVERTISER_METRIC_GROUPS,
  BROWSERS,
  CATEGORIES,
  DEVICES,
  day,
  FATE_DAYS,
  type IdKind,
  INVALID_REASONS,
  KEPT_REASON,
  METRIC_COMPARISONS,
  METRIC_FIGURES,
  METRIC_GROUPS,
  METRIC_GROUPS_MOST,
  METRIC_PERIODS,
  METRIC_ROWS_MOST,
  type MetricComparison,
  type MetricFigure,
  type MetricGroup,
  OPERATING_SYSTEMS,
  OTHER_SUB_IDS,
  PUBLISHER_METRIC_GROUPS,
  REQUEST_METRIC_GROUPS,
  SUB_ID,
} from '@ezdash/contracts';
import { z } from 'zod';
import { ValidationError } from '../../platform/errors';
import { addDays, type Period, periodOf, publicRowId, timezoneQuery } from '../figures';
import { type CursorPlace, readCursor } from './metricsCursor';
import { comparedPeriod, localDayOf, movingPeriod } from './metricsPeriod';

const NOT_FITTING = 'This is not what belongs here';
const LIST_LENGTH = 4_000;
const VALUES_MOST = 200;
const ROWS_DEFAULT = 100;
const OFFSET_MOST = 1_000_000;
const CURSOR_LENGTH = 1_000;
/** Its end, a day behind it, has to have a date of four digits too. */
const LAST_DAY = '9999-12-30';

/** `a,b` → ['a', 'b'], each once. */
const list = <Item extends z.ZodType<string, string>>(item: Item, most = VALUES_MOST) =>
  z
    .string()
    .max(LIST_LENGTH)
    .transform((text) => text.split(','))
    .pipe(
      z
        .array(item)
        .max(most)
        .refine((items) => new Set(items).size === items.length, { error: NOT_FITTING }),
    );
/** What `is not` begins with; no id, code, name or sub id has it. */
const NOT = '!';
/** `DE,AT`: these alone. `!DE,AT`: everything but these, what is not known too. */
const filter = <Item extends z.ZodType<string, string>>(item: Item) => {
  const values = list(item);
  return z
    .string()
    .max(LIST_LENGTH)
    .transform((text, context) => {
      const isNot = text.startsWith(NOT);
      const read = values.safeParse(isNot ? text.slice(NOT.length) : text);
      if (read.success) return { isNot, values: read.data };
      // Named as in a list without it: `country.0`.
      for (const { message, path } of read.error.issues)
        context.issues.push({ code: 'custom', message, path, input: text });
      return z.NEVER;
    })
    .meta({ description: 'Several by commas; with ! in front everything but these, what is not known too' });
};
const ids = (kind: IdKind) =>
  filter(z.string().refine((id) => publicRowId(kind, id) !== null, { error: NOT_FITTING }));

/** Query of GET /api/metrics. */
export const metricsQuery = z.object({
  from: day.optional(),
  to: day.optional(),
  /** Moves along with the day; only in the place of `from` and `to`. */
  period: z.enum(METRIC_PERIODS).optional(),
  compare: z.enum(METRIC_COMPARISONS).optional(),
  timezone: timezoneQuery,
  group: list(z.enum(METRIC_GROUPS), METRIC_GROUPS_MOST).default(['date']),
  campaign: ids('campaign').optional(),
  creative: ids('creative').optional(),
  property: ids('property').optional(),
  zone: ids('zone').optional(),
  category: filter(z.enum(CATEGORIES)).optional(),
  country: filter(z.string().regex(/^[A-Z]{2}$/, { error: NOT_FITTING })).optional(),
  device: filter(z.enum(DEVICES)).optional(),
  os: filter(z.enum(OPERATING_SYSTEMS)).optional(),
  browser: filter(z.enum(BROWSERS)).optional(),
  language: filter(z.string().regex(/^[a-z]{2}$/, { error: NOT_FITTING })).optional(),
  sub_id: filter(
    z.string().refine((word) => word === OTHER_SUB_IDS || SUB_ID.test(word), { error: NOT_FITTING }),
  ).optional(),
  /** Whose ads were shown; publishers alone. */
  advertiser: ids('advertiser').optional(),
  /** What counted is `counted`, what was kept of decisions and not paid for `kept`. */
  invalid_reason: filter(
    z
      .string()
      .refine((reason) => reason === KEPT_REASON || reason in INVALID_REASONS, { error: NOT_FITTING }),
  ).optional(),
  sort: z.enum(['key', ...METRIC_FIGURES]).optional(),
  order: z.enum(['asc', 'desc']).optional(),
  limit: z.coerce.number().int().min(1).max(METRIC_ROWS_MOST).default(ROWS_DEFAULT),
  offset: z.coerce.number().int().min(0).max(OFFSET_MOST).default(0),
  /** `next_cursor` of the answer before, to the same question; in the place of an offset. */
  cursor: z.string().max(CURSOR_LENGTH).optional(),
});
export type MetricsQuery = z.infer<typeof metricsQuery>;

export type MetricFilter = Exclude<MetricGroup, 'date' | 'hour'>;
const FILTERS = METRIC_GROUPS.filter((group): group is MetricFilter => group !== 'date' && group !== 'hour');

/** Whose figures are read. */
export type MetricsSide = 'advertiser' | 'publisher';
/** Of an account, by its role. */
export const sideOf = (role: string): MetricsSide => (role === 'publisher' ? 'publisher' : 'advertiser');

/** A checked question. */
export interface MetricsAsk {
  side: MetricsSide;
  ownerId: number;
  /** Days in the timezone. */
  period: Period;
  timezone: string;
  groups: MetricGroup[];
  /** What is to be one of these, or none of them; as in the query. */
  filters: { group: MetricFilter; isNot: boolean; values: string[] }[];
  sort: 'key' | MetricFigure;
  descending: boolean;
  limit: number;
  offset: number;
  /** The row behind which the answer begins; null for the first rows. */
  after: CursorPlace | null;
  /** Whether ad requests are counted by all that is asked for. */
  hasRequests: boolean;
  /** Whether auctions are: by the hour and campaign, for as long as their sums are kept. */
  hasAuctions: boolean;
  /** The period that every row is compared with, as many days or the same days a year before. */
  compared: { period: Period; how: MetricComparison; hasAuctions: boolean } | null;
}

/** What is known of an auction. */
const AUCTION_GROUPS: readonly MetricGroup[] = ['date', 'hour', 'campaign'];

function sortOf(query: MetricsQuery, side: MetricsSide, groups: readonly MetricGroup[]): MetricsAsk['sort'] {
  if (query.sort) return query.sort;
  if (groups[0] === 'date' || groups[0] === 'hour') return 'key';
  return side === 'advertiser' ? 'spend_micros' : 'earnings_micros';
}

/** Figures that a side never has. */
const FOREIGN_FIGURES: Readonly<Record<MetricsSide, readonly MetricsAsk['sort'][]>> = {
  advertiser: ['earnings_micros', 'requests', 'filled', 'below_floor'],
  publisher: ['spend_micros', 'revenue_micros', 'auctions', 'wins'],
};

/** Dimensions that a side does not have. */
const FOREIGN_GROUPS: Readonly<Record<MetricsSide, readonly MetricGroup[]>> = {
  advertiser: PUBLISHER_METRIC_GROUPS,
  publisher: ADVERTISER_METRIC_GROUPS,
};

const OF_REQUESTS: readonly MetricsAsk['sort'][] = ['requests', 'filled', 'below_floor'];

/** What this side cannot ask, by field. */
function refusalsOf(query: MetricsQuery, side: MetricsSide, ask: MetricsAsk): Record<string, string[]> {
  const errors: Record<string, string[]> = {};
  const foreign = FOREIGN_GROUPS[side];
  if (query.group.some((group) => foreign.includes(group))) errors.group = [NOT_FITTING];
  for (const { group } of ask.filters) if (foreign.includes(group)) errors[group] = [NOT_FITTING];
  // Invalid traffic that came with a sub id is kept by the one and by the other.
  const asked = [...query.group, ...ask.filters.map(({ group }) => group)];
  if (asked.includes('invalid_reason') && asked.includes('sub_id')) errors.group = [NOT_FITTING];
  const { sort } = ask;
  const isUncounted =
    (OF_REQUESTS.includes(sort) && !ask.hasRequests) ||
    ((sort === 'auctions' || sort === 'wins') && !ask.hasAuctions);
  if (isUncounted || FOREIGN_FIGURES[side].includes(sort)) errors.sort = [NOT_FITTING];
  if (query.period && (query.from || query.to)) errors.period = [NOT_FITTING];
  if (ask.period.to > LAST_DAY) errors.to = [NOT_FITTING];
  if (query.cursor !== undefined && (ask.after === null || ask.offset > 0)) errors.cursor = [NOT_FITTING];
  return errors;
}

/** Turns a query into a question; refuses (422) what this side cannot ask. */
export function metricsAsk(query: MetricsQuery, side: MetricsSide, ownerId: number, now: Date): MetricsAsk {
  const filters = FILTERS.flatMap((group) => {
    const asked = query[group];
    return asked ? [{ group, ...asked }] : [];
  });
  const asked = [...query.group, ...filters.map(({ group }) => group)];
  const isKnownOf = (groups: readonly MetricGroup[]) => asked.every((group) => groups.includes(group));
  const today = localDayOf(query.timezone, now);
  const period = query.period
    ? movingPeriod(query.period, query.timezone, now)
    : periodOf({ from: query.from, to: query.to ?? today }, now);
  // Their first hour must not be forgotten yet, wherever on earth the day begins.
  const firstKept = addDays(today, 2 - FATE_DAYS);
  const areAuctionsKept = ({ from }: Period) =>
    side === 'advertiser' && isKnownOf(AUCTION_GROUPS) && from >= firstKept;
  const sort = sortOf(query, side, query.group);
  const compared = query.compare ? comparedPeriod(period, query.compare) : null;
  const ask: MetricsAsk = {
    side,
    ownerId,
    period,
    timezone: query.timezone,
    groups: query.group,
    filters,
    sort,
    descending: query.order ? query.order === 'desc' : sort !== 'key',
    limit: query.limit,
    offset: query.offset,
    after: query.cursor === undefined ? null : readCursor(query.cursor, query.group, sort !== 'key'),
    hasRequests: side === 'publisher' && isKnownOf(REQUEST_METRIC_GROUPS),
    hasAuctions: areAuctionsKept(period),
    compared:
      query.compare && compared
        ? { period: compared, how: query.compare, hasAuctions: areAuctionsKept(compared) }
        : null,
  };
  const errors = refusalsOf(query, side, ask);
  if (Object.keys(errors).length > 0) throw new ValidationError(errors);
  return ask;
}
