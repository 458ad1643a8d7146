import type { DeliveryFigures, Pricing } from '@ezdash/contracts';

/** Clicks per impression, 0–1; null when nothing was shown, so that "no data" never reads as a bad rate. */
export function ctr(figures: DeliveryFigures): number | null {
  return figures.impressions > 0 ? figures.clicks / figures.impressions : null;
}

/** What a thousand impressions cost, in micros, rounded to the nearest; null when nothing was shown. */
export function ecpmMicros(figures: DeliveryFigures): number | null {
  return figures.impressions > 0 ? Math.round((figures.spend_micros * 1_000) / figures.impressions) : null;
}

/** What a conversion cost, in micros, rounded to the nearest; null without one. */
export function costPerConversion({ spend_micros: spend, conversions }: DeliveryFigures): number | null {
  return conversions > 0 ? Math.round(spend / conversions) : null;
}

/** Impressions from which on a click more or less does not turn the rate round. */
const ENOUGH_FOR_A_RATE = 100;
/** What a thousand impressions cost is told from as many of them, where it is not their price. */
const ENOUGH_FOR_A_PRICE = 1_000;

/** The CTR as people get to see it: one click of one impression is no rate of 100 %. */
export function shownCtr(figures: DeliveryFigures): number | null {
  return figures.impressions >= ENOUGH_FOR_A_RATE ? ctr(figures) : null;
}

/**
 * The eCPM as people get to see it: where clicks or conversions are paid for, one of them among few impressions would
 * read as thousands of dollars. `pricing` is that of all that is counted; null when there are several.
 */
export function shownEcpmMicros(figures: DeliveryFigures, pricing: Pricing | null): number | null {
  const isPrice = pricing === 'CPM';
  return isPrice || figures.impressions >= ENOUGH_FOR_A_PRICE ? ecpmMicros(figures) : null;
}
