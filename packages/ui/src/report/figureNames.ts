import type {
  METRIC_COSTS,
  METRIC_RATES,
  PUBLISHER_COSTS,
  PUBLISHER_RATES,
} from '@ezdash/contracts/constants';

/** What the server sorts by. */
export const SORTABLE = [
  'requests',
  'filled',
  'below_floor',
  'impressions',
  'viewables',
  'clicks',
  'conversions',
  'invalid',
  'spend_micros',
  'revenue_micros',
  'earnings_micros',
] as const;
export type SortableFigure = (typeof SORTABLE)[number];

export type FigureName =
  | SortableFigure
  | (typeof METRIC_RATES)[number]
  | (typeof METRIC_COSTS)[number]
  | (typeof PUBLISHER_RATES)[number]
  | (typeof PUBLISHER_COSTS)[number];
