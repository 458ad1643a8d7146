import type { Learned } from './creativeWeights';
import { mix } from './mix';

const MILLION = 1_000_000;
const UINT32 = 4_294_967_296;
/** What a click rate is like before anything was seen of any campaign. */
const FIRST_RATE = { clicks: 5, impressions: 1_000 };
/** A new campaign is taken for one at the mean of all until its own impressions outweigh these. */
const PRIOR_IMPRESSIONS = 1_000;

/** Below so many impressions a campaign is young: its click rate may be explored. */
export const YOUNG_CAMPAIGN_IMPRESSIONS = 20_000;
/** How long a drawn rate stays. */
export const EXPLORATION_SPAN_MS = 300_000;
/** In how many of these spans a young campaign ranks by a drawn rate: the rest of the time by the expected one. */
export const EXPLORATION_SHARE = 0.2;
/** A drawn rate is at most this many times the expected one. */
export const EXPLORATION_MULTIPLE = 2;

/** Clicks per impression over all campaigns that pay for clicks. */
export function meanClickRate(all: Learned): number {
  const impressions = Math.max(0, all.impressions) + FIRST_RATE.impressions;
  return Math.min(1, (Math.max(0, all.clicks) + FIRST_RATE.clicks) / impressions);
}

/** The belief about a campaign's click rate: Beta(clicks, impressions − clicks). */
function beliefOf({ impressions, clicks }: Learned, mean: number): Learned {
  const shown = Math.max(0, impressions);
  return {
    impressions: shown + PRIOR_IMPRESSIONS,
    clicks: Math.min(shown, Math.max(0, clicks)) + PRIOR_IMPRESSIONS * mean,
  };
}

/** Expected clicks per million impressions. */
export function expectedCtrPpm(learned: Learned, mean: number): number {
  const belief = beliefOf(learned, mean);
  return Math.round((belief.clicks * MILLION) / belief.impressions);
}

/** A standard normal number that depends on two numbers alone. */
function normalOf(seed: number, id: number): number {
  const first = (mix(seed, id) + 1) / (UINT32 + 1);
  const second = mix(seed ^ 0x632be5ab, id) / UINT32;
  return Math.sqrt(-2 * Math.log(first)) * Math.cos(2 * Math.PI * second);
}

/**
 * Clicks per million impressions a campaign ranks by in the span of time of `nowMs`: as expected, or, in a part of the
 * spans while it is young, drawn from what is believed of it, never below the expected and at most
 * `EXPLORATION_MULTIPLE` times that (optimistic Thompson sampling). The same for everybody who asks in one span.
 */
export function rankedCtrPpm(campaignId: number, learned: Learned, mean: number, nowMs: number): number {
  const expected = expectedCtrPpm(learned, mean);
  if (learned.impressions >= YOUNG_CAMPAIGN_IMPRESSIONS) return expected;
  const span = Math.floor(nowMs / EXPLORATION_SPAN_MS) >>> 0;
  if (mix(span ^ 0x7feb352d, campaignId) >= EXPLORATION_SHARE * UINT32) return expected;
  // Wilson and Hilferty's approximation of a gamma draw: with few clicks in many impressions Beta is hardly another.
  const { clicks } = beliefOf(learned, mean);
  const part = 1 / (9 * clicks);
  const factor = Math.max(0, 1 - part + normalOf(span, campaignId) * Math.sqrt(part)) ** 3;
  return Math.round(expected * Math.min(EXPLORATION_MULTIPLE, Math.max(1, factor)));
}
