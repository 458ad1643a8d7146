import type { Campaign, EstimateInput, EstimatePlace, Opportunity } from '@ezdash/contracts';
import type { Widening } from '../estimates';
import { edit } from '../troubleshoot';
import {
  isBudgetBound,
  isTooFew,
  isWorthAWord,
  type LookedAt,
  perDay,
  priceOf,
  proposal,
  roomOf,
} from './LookedAt';
import { bought, product, times } from './ranges';

function placeOf({
  image: { format, width, height },
  state,
}: Campaign['creatives'][number]): EstimatePlace[] {
  if (state === 'archived' || format === 'picture') return [];
  if (format === 'image' || format === 'html5') return [{ kind: 'banner', width, height }];
  return [{ kind: format, width: 0, height: 0 }];
}

/** What is asked of the recorded auctions: the campaign as it is, whatever it costs; null where its days leave no money. */
export function questionOf(looked: LookedAt): EstimateInput | null {
  const { campaign } = looked;
  const isUseless = !isWorthAWord(roomOf(looked), campaign.daily_budget_micros);
  if (isTooFew(looked) || isBudgetBound(looked) || isUseless) return null;
  return {
    targeting: campaign.targeting,
    places: campaign.creatives.flatMap(placeOf),
    pricing: campaign.pricing,
    bidding: campaign.bidding,
    bid_micros: campaign.bid_micros,
    daily_budget_micros: null,
    category: campaign.category,
    capped: campaign.frequency_cap !== null,
    campaign_id: null,
  };
}

/** What a campaign would win by taking one size, country or device more. */
export function addWidth(looked: LookedAt, widening: Widening): Opportunity | null {
  const { campaign, impressions, hours } = looked;
  const { width, wins, eachMicros, effective, days, leftOut } = widening;
  const own = priceOf(looked);
  if (own === null) return null;
  const { per_day: middle, low, high } = wins;
  // Nobody sells yet what it would take anew: its price is taken to differ from day to day as the campaign's own does.
  const each = product(times(own, 1 / own.middle), eachMicros);
  const found = bought({ low, middle, high }, each, roomOf(looked));
  if (found === null || !isWorthAWord(found.gains.low, perDay(impressions, hours))) return null;
  const rest = {
    gains: found.gains,
    costs_micros: found.costs,
    cases: { count: effective, of: 'decisions' as const },
    days,
    left_out: leftOut,
  };
  if (width.kind === 'size') {
    const size = `${width.width}×${width.height}`;
    return proposal(looked, 'add_size', edit(campaign.id, 'creatives'), { facts: { size }, ...rest }, [size]);
  }
  if (width.kind === 'country') {
    const { country } = width;
    const cure = edit(campaign.id, 'targeting', 'countries');
    return proposal(looked, 'widen_countries', cure, { facts: { country }, ...rest }, [country]);
  }
  const { device } = width;
  const cure = edit(campaign.id, 'targeting', 'devices');
  return proposal(looked, 'widen_devices', cure, { facts: { device }, ...rest }, [device]);
}
