import {
  ADVERTISER_METRIC_GROUPS,
  BROWSERS,
  CATEGORIES,
  DEVICES,
  day,
  type IdKind,
  METRIC_FIGURES,
  METRIC_GROUPS,
  METRIC_GROUPS_MOST,
  type MetricFigure,
  type MetricGroup,
  OPERATING_SYSTEMS,
} from '@ezdash/contracts';
import { z } from 'zod';
import { ValidationError } from '../../platform/errors';
import { type Period, periodOf, publicRowId, timezoneQuery } from '../figures';

const NOT_FITTING = 'This is not what belongs here';
const LIST_LENGTH = 4_000;
const VALUES_MOST = 200;
const ROWS_DEFAULT = 100;
const ROWS_MOST = 1_000;
const OFFSET_MOST = 1_000_000;

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
const ids = (kind: IdKind) =>
  list(z.string().refine((id) => publicRowId(kind, id) !== null, { error: NOT_FITTING }));

/** Query of GET /api/metrics. */
export const metricsQuery = z.object({
  from: day.optional(),
  to: day.optional(),
  timezone: timezoneQuery,
  group: list(z.enum(METRIC_GROUPS), METRIC_GROUPS_MOST).default(['date']),
  campaign: ids('campaign').optional(),
  creative: ids('creative').optional(),
  property: ids('property').optional(),
  zone: ids('zone').optional(),
  category: list(z.enum(CATEGORIES)).optional(),
  country: list(z.string().regex(/^[A-Z]{2}$/, { error: NOT_FITTING })).optional(),
  device: list(z.enum(DEVICES)).optional(),
  os: list(z.enum(OPERATING_SYSTEMS)).optional(),
  browser: list(z.enum(BROWSERS)).optional(),
  language: list(z.string().regex(/^[a-z]{2}$/, { error: NOT_FITTING })).optional(),
  sort: z.enum(['key', ...METRIC_FIGURES]).optional(),
  order: z.enum(['asc', 'desc']).optional(),
  limit: z.coerce.number().int().min(1).max(ROWS_MOST).default(ROWS_DEFAULT),
  offset: z.coerce.number().int().min(0).max(OFFSET_MOST).default(0),
});
export type MetricsQuery = z.infer<typeof metricsQuery>;

export type MetricFilter = Exclude<MetricGroup, 'date' | 'hour'>;
const FILTERS = METRIC_GROUPS.filter((group): group is MetricFilter => group !== 'date' && group !== 'hour');

/** Whose figures are read. */
export type MetricsSide = 'advertiser' | 'publisher';

/** A checked question. */
export interface MetricsAsk {
  side: MetricsSide;
  ownerId: number;
  /** Days in the timezone. */
  period: Period;
  timezone: string;
  groups: MetricGroup[];
  /** What is to be one of these; as in the query. */
  filters: { group: MetricFilter; values: string[] }[];
  sort: 'key' | MetricFigure;
  descending: boolean;
  limit: number;
  offset: number;
  /** Whether ad requests are counted by all that is asked for. */
  hasRequests: boolean;
}

/** What is known of an ad request. */
const REQUEST_GROUPS: readonly MetricGroup[] = [
  'date',
  'hour',
  'property',
  'zone',
  'category',
  'country',
  'device',
];

function sortOf(query: MetricsQuery, side: MetricsSide, groups: readonly MetricGroup[]): MetricsAsk['sort'] {
  if (query.sort) return query.sort;
  if (groups[0] === 'date' || groups[0] === 'hour') return 'key';
  return side === 'advertiser' ? 'spend_micros' : 'earnings_micros';
}

/** Turns a query into a question; refuses (422) what this side cannot ask. */
export function metricsAsk(query: MetricsQuery, side: MetricsSide, ownerId: number, now: Date): MetricsAsk {
  const filters = FILTERS.flatMap((group) => {
    const values = query[group];
    return values ? [{ group, values: [...values] }] : [];
  });
  const asked = [...query.group, ...filters.map(({ group }) => group)];
  const hasRequests = side === 'publisher' && asked.every((group) => REQUEST_GROUPS.includes(group));
  const sort = sortOf(query, side, query.group);
  const errors: Record<string, string[]> = {};
  if (side === 'publisher') {
    if (query.group.some((group) => ADVERTISER_METRIC_GROUPS.includes(group))) errors.group = [NOT_FITTING];
    for (const { group } of filters)
      if (ADVERTISER_METRIC_GROUPS.includes(group)) errors[group] = [NOT_FITTING];
  }
  const hasNoRequests = (sort === 'requests' || sort === 'filled') && !hasRequests;
  if (hasNoRequests || sort === (side === 'advertiser' ? 'earnings_micros' : 'spend_micros'))
    errors.sort = [NOT_FITTING];
  if (Object.keys(errors).length > 0) throw new ValidationError(errors);
  return {
    side,
    ownerId,
    period: periodOf(query, now),
    timezone: query.timezone,
    groups: query.group,
    filters,
    sort,
    descending: query.order ? query.order === 'desc' : sort !== 'key',
    limit: query.limit,
    offset: query.offset,
    hasRequests,
  };
}
