/** Periods that move along with the day; as days in the timezone of the question. */
export const METRIC_PERIODS = [
  'today',
  'yesterday',
  'last7',
  'last28',
  'last90',
  'last365',
  'month',
  'previousMonth',
] as const;
export type MetricPeriod = (typeof METRIC_PERIODS)[number];

/** What a period is compared with: as many days just before, or the same days a year earlier. */
export const METRIC_COMPARISONS = ['previous', 'year'] as const;
export type MetricComparison = (typeof METRIC_COMPARISONS)[number];

/** Rows of one answer; there is a cursor for those behind them. */
export const METRIC_ROWS_MOST = 2_000;
/** Rows of one CSV file. */
export const METRIC_EXPORT_ROWS = 2_000_000;

/** What figures can be told apart by; at most four of them together. */
export const METRIC_GROUPS = [
  'date',
  'hour',
  'campaign',
  'creative',
  'property',
  'zone',
  'category',
  'country',
  'device',
  'os',
  'browser',
  'language',
  'sub_id',
  'advertiser',
  'invalid_reason',
] as const;
export type MetricGroup = (typeof METRIC_GROUPS)[number];
export const METRIC_GROUPS_MOST = 4;

/** A publisher's own word for where its visitor came from (a mailing, a partner), as the tag and an address carry it. */
export const SUB_ID = /^[A-Za-z0-9._~-]{1,64}$/;
/** How many sub ids of a property are told apart in a calendar month (UTC); those beyond are one. */
export const SUB_IDS_MOST = 1_000;
/** The key of those: no word is written like it. */
export const OTHER_SUB_IDS = '(other)';

/**
 * What `invalid_reason` tells apart beside the reasons: what counted, and what was kept of decisions and not paid for
 * (over budget, too late, stopped, without an impression): those reasons are known of single events alone.
 */
export const COUNTED_REASON = 'counted';
export const KEPT_REASON = 'kept';

/** Which campaigns an advertiser has is for advertisers to know: publishers group by neither of these. */
export const ADVERTISER_METRIC_GROUPS: readonly MetricGroup[] = ['campaign', 'creative'];
/** Whose ads were shown: advertisers, who would see themselves alone, do not group by it. */
export const PUBLISHER_METRIC_GROUPS: readonly MetricGroup[] = ['advertiser'];
/** What is known of an ad request: it is counted before any ad is chosen. */
export const REQUEST_METRIC_GROUPS: readonly MetricGroup[] = [
  'date',
  'hour',
  'property',
  'zone',
  'category',
  'country',
  'device',
];

/** What rows can be sorted by, beside `key`: the groups themselves, in their order. */
export const METRIC_FIGURES = [
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
  'revenue_micros',
  'earnings_micros',
] as const;
export type MetricFigure = (typeof METRIC_FIGURES)[number];
