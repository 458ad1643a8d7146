import type { DeliveryFigures } from '@ezdash/contracts';
import { isTold } from '@ezdash/contracts/constants';

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

/** The CTR as people get to see it: one click of one impression is no rate of 100 %. */
export const shownCtr = (figures: DeliveryFigures): number | null =>
  isTold('ctr', figures) ? ctr(figures) : null;

/** The eCPM as people get to see it: of few impressions one paid click would read as hundreds of dollars. */
export const shownEcpmMicros = (figures: DeliveryFigures): number | null =>
  isTold('ecpm_micros', figures) ? ecpmMicros(figures) : null;
