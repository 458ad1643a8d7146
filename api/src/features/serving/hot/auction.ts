import type { SnapshotCampaign } from './index/entries';

const THOUSAND = 1_000;
const BASIS_POINTS = 10_000;

/**
 * Second price in eCPM: one micro above the runner-up, at least the floor and the network's reserve, never above the
 * own bid. Without a runner-up (0) the floor or the reserve is the price.
 */
export function clearingEcpm(ownEcpm: number, runnerUpEcpm: number, floor: number, reserve: number): number {
  const second = runnerUpEcpm > 0 ? runnerUpEcpm + 1 : 0;
  return Math.min(ownEcpm, Math.max(second, floor, reserve));
}

/**
 * What one billable event costs at a clearing eCPM, in whole micros: rounded up, so that the floor is really paid,
 * and never above the bid. Exact: every intermediate stays below 2^53.
 */
export function eventPriceMicros(
  campaign: Pick<SnapshotCampaign, 'pricing' | 'unitMicros' | 'ctrPpm'>,
  clearing: number,
): number {
  const price =
    campaign.pricing === 0
      ? Math.ceil(clearing / THOUSAND)
      : Math.ceil((clearing * THOUSAND) / campaign.ctrPpm);
  return Math.min(campaign.unitMicros, Math.max(1, price));
}

/** The publisher's part of a price, rounded down: the network never pays out more than its share allows. */
export function payoutMicros(priceMicros: number, revenueShareBps: number): number {
  return Math.floor((priceMicros * revenueShareBps) / BASIS_POINTS);
}
