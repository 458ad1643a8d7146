import type { Pricing } from '@ezdash/contracts';
import { type AmountChange, changedAmount, PRICINGS } from '@ezdash/contracts/constants';
import type { Chosen } from './useSelection';

/**
 * The pricings that the chosen campaigns may have, in their usual order.
 * @param listed the one pricing of all in the list, null when there are several; it says what the pages in between hide
 */
export function pricingsOf(campaigns: readonly Chosen[], listed: Pricing | null): Pricing[] {
  const found = new Set(campaigns.map(({ pricing = listed }) => pricing));
  return PRICINGS.filter((pricing) => found.size === 0 || found.has(null) || found.has(pricing));
}

export interface BidRange {
  pricing: Pricing;
  count: number;
  /** The lowest and the highest, in micros. */
  before: readonly [number, number];
  after: readonly [number, number];
}

/**
 * From which bids to which a change leads. Each pricing by itself: what a click and what a thousand impressions cost is
 * no range. Null where not every bid is known.
 */
export function bidRanges(campaigns: readonly Chosen[], change: AmountChange): BidRange[] | null {
  const bids = new Map<Pricing, number[]>();
  for (const { pricing, bid_micros: bid } of campaigns) {
    if (pricing === undefined || bid === undefined) return null;
    const some = bids.get(pricing);
    if (some) some.push(bid);
    else bids.set(pricing, [bid]);
  }
  const after = (micros: number) => changedAmount('bid', micros, change);
  return PRICINGS.flatMap((pricing) => {
    const some = bids.get(pricing);
    if (!some) return [];
    const [lowest, highest] = [Math.min(...some), Math.max(...some)];
    return {
      pricing,
      count: some.length,
      before: [lowest, highest] as const,
      after: [after(lowest), after(highest)] as const,
    };
  });
}
