import { type CountedShare, isTold, RATE_OF, type RateSums, SHARE_COUNTS } from './metricRates';
import { wilson } from './wilson';

/** An interval of a rate; both ends are ratios as the rate is: 0.0095 to 0.0152. */
export interface RateBounds {
  low: number;
  high: number;
}

/** Whether a figure is a share of counted cases, so that it can have an interval. */
export const isCountedShare = (figure: string): figure is CountedShare => figure in SHARE_COUNTS;

/**
 * The 95 % interval of a rate (Wilson's score), for who is shown the rate itself (`isTold`). Null where there is none: of
 * other figures, of no cases, and where more is counted than there are cases (goals that count every conversion of a
 * click, a view counted on the day after its impression): that is no share. Such goals
 * are not seen while they count less than that: the sums do not say of how many clicks they are.
 */
export function rateBounds(figure: string, sums: RateSums): RateBounds | null {
  if (!isCountedShare(figure) || !isTold(figure, sums)) return null;
  const share = RATE_OF[figure](sums);
  const cases = sums[SHARE_COUNTS[figure][1]];
  return share === null || !cases || share < 0 || share > 1 ? null : wilson(share, cases);
}
