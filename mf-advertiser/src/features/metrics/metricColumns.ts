/** What the table of an advertiser's report can show, in its order. By itself: tests that read tables need no page. */
export const METRIC_COLUMNS = [
  'impressions',
  'viewables',
  'view_rate',
  'clicks',
  'ctr',
  'conversions',
  'cvr',
  'ecpm_micros',
  'ecpc_micros',
  'ecpa_micros',
  'spend_micros',
  'revenue_micros',
  'roi',
  'win_rate',
  'invalid',
  'invalid_rate',
] as const;
export type MetricColumn = (typeof METRIC_COLUMNS)[number];
