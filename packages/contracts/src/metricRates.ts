/** The sums that rates are made of; what is not known is null. */
export interface RateSums {
  impressions: number;
  viewables: number;
  clicks: number;
  conversions: number;
  invalid: number;
  auctions: number | null;
  wins: number | null;
  spend_micros: number | null;
  revenue_micros: number | null;
}

/** Figures that follow from sums. Rates are ratios (0.004 is 0.4 %), costs are whole micros. */
export const METRIC_RATES = ['view_rate', 'ctr', 'cvr', 'win_rate', 'invalid_rate', 'roi'] as const;
export type MetricRate = (typeof METRIC_RATES)[number];
export const METRIC_COSTS = ['ecpm_micros', 'ecpc_micros', 'ecpa_micros'] as const;
export type MetricCost = (typeof METRIC_COSTS)[number];

const ratio = (part: number | null, whole: number | null): number | null =>
  part === null || whole === null || whole === 0 ? null : part / whole;
const costOf = (micros: number | null, count: number, each = 1): number | null =>
  micros === null || count === 0 ? null : Math.round((micros / count) * each);
const THOUSAND = 1_000;

/**
 * The one place where rates are made: the page, the API's readers and the CSV divide the same sums in the same way.
 * Null where there is nothing to divide by. ROI is what came back beyond the spend, as a share of it.
 */
export const RATE_OF: Readonly<Record<MetricRate | MetricCost, (sums: RateSums) => number | null>> = {
  view_rate: ({ viewables, impressions }) => ratio(viewables, impressions),
  ctr: ({ clicks, impressions }) => ratio(clicks, impressions),
  cvr: ({ conversions, clicks }) => ratio(conversions, clicks),
  win_rate: ({ wins, auctions }) => ratio(wins, auctions),
  invalid_rate: ({ invalid, impressions, viewables, clicks, conversions }) =>
    ratio(invalid, impressions + viewables + clicks + conversions + invalid),
  roi: ({ revenue_micros, spend_micros }) =>
    ratio(
      revenue_micros === null || spend_micros === null ? null : revenue_micros - spend_micros,
      spend_micros,
    ),
  ecpm_micros: ({ spend_micros, impressions }) => costOf(spend_micros, impressions, THOUSAND),
  ecpc_micros: ({ spend_micros, clicks }) => costOf(spend_micros, clicks),
  ecpa_micros: ({ spend_micros, conversions }) => costOf(spend_micros, conversions),
};
