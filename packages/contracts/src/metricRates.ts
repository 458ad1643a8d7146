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
  /** The publisher's; a reader of an advertiser's figures need not have them. */
  requests?: number | null;
  filled?: number | null;
  below_floor?: number | null;
  earnings_micros?: number | null;
}

/** Figures that follow from sums. Rates are ratios (0.004 is 0.4 %), costs are whole micros. */
export const METRIC_RATES = ['view_rate', 'ctr', 'cvr', 'win_rate', 'invalid_rate', 'roi'] as const;
export type MetricRate = (typeof METRIC_RATES)[number];
export const METRIC_COSTS = ['ecpm_micros', 'ecpc_micros', 'ecpa_micros'] as const;
export type MetricCost = (typeof METRIC_COSTS)[number];
/** Those of a publisher; eCPM and RPM are what was earned by a thousand impressions, and by a thousand requests. */
export const PUBLISHER_RATES = [
  'fill_rate',
  'floor_loss',
  'view_rate',
  'ctr',
  'cvr',
  'invalid_rate',
] as const;
export const PUBLISHER_COSTS = ['ecpm_micros', 'rpm_micros'] as const;
export type AnyMetricRate = MetricRate | (typeof PUBLISHER_RATES)[number];
export type AnyMetricCost = MetricCost | (typeof PUBLISHER_COSTS)[number];

type Known = number | null | undefined;
const ratio = (part: Known, whole: Known): number | null =>
  part == null || whole == null || whole === 0 ? null : part / whole;
const costOf = (micros: Known, count: Known, each = 1): number | null =>
  micros == null || count == null || count === 0 ? null : Math.round((micros / count) * each);
const THOUSAND = 1_000;

/**
 * Rates that are shares of counted cases, each with its counts: those that are meant, and all of them. The win rate is
 * none: its auctions are estimated from samples, and how many were looked at is not told. Neither is the share of invalid
 * traffic: a robot's events come together.
 */
export const SHARE_COUNTS = {
  view_rate: ['viewables', 'impressions'],
  ctr: ['clicks', 'impressions'],
  cvr: ['conversions', 'clicks'],
  fill_rate: ['filled', 'requests'],
  floor_loss: ['below_floor', 'requests'],
} as const satisfies Partial<Record<AnyMetricRate, readonly [keyof RateSums, keyof RateSums]>>;
export type CountedShare = keyof typeof SHARE_COUNTS;
const shareOf =
  (name: CountedShare) =>
  (sums: RateSums): number | null =>
    ratio(sums[SHARE_COUNTS[name][0]], sums[SHARE_COUNTS[name][1]]);

/** A click more or less turns the rate of fewer impressions round. */
export const LEAST_IMPRESSIONS = 100;
/** The same of a conversion and clicks. */
export const LEAST_CLICKS = 10;
const OF_IMPRESSIONS: readonly string[] = ['ctr', 'view_rate', 'ecpm_micros'];

/**
 * Whether people are shown a figure: one click of three impressions is no rate of 33 %. The one rule for every page;
 * files and the API have the division as it is.
 */
export function isTold(
  figure: string,
  { impressions, clicks }: Pick<RateSums, 'impressions'> & Partial<Pick<RateSums, 'clicks'>>,
): boolean {
  if (figure === 'cvr') return (clicks ?? 0) >= LEAST_CLICKS;
  return !OF_IMPRESSIONS.includes(figure) || impressions >= LEAST_IMPRESSIONS;
}

/**
 * The one place where rates are made: the page, the API's readers and the CSV divide the same sums in the same way.
 * Null where there is nothing to divide by. ROI is what came back beyond the spend, as a share of it.
 */
export const RATE_OF: Readonly<Record<AnyMetricRate | AnyMetricCost, (sums: RateSums) => number | null>> = {
  view_rate: shareOf('view_rate'),
  ctr: shareOf('ctr'),
  cvr: shareOf('cvr'),
  win_rate: ({ wins, auctions }) => ratio(wins, auctions),
  invalid_rate: ({ invalid, impressions, viewables, clicks, conversions }) =>
    ratio(invalid, impressions + viewables + clicks + conversions + invalid),
  roi: ({ revenue_micros, spend_micros }) =>
    ratio(
      revenue_micros === null || spend_micros === null ? null : revenue_micros - spend_micros,
      spend_micros,
    ),
  // An answer has one of the two: what was spent, or what was earned.
  ecpm_micros: ({ spend_micros, earnings_micros, impressions }) =>
    costOf(spend_micros ?? earnings_micros, impressions, THOUSAND),
  ecpc_micros: ({ spend_micros, clicks }) => costOf(spend_micros, clicks),
  ecpa_micros: ({ spend_micros, conversions }) => costOf(spend_micros, conversions),
  fill_rate: shareOf('fill_rate'),
  floor_loss: shareOf('floor_loss'),
  rpm_micros: ({ earnings_micros, requests }) => costOf(earnings_micros, requests, THOUSAND),
};
