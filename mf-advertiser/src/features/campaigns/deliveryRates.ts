import type { DeliveryFigures } from '@ezdash/contracts';

const NOTHING: DeliveryFigures = { impressions: 0, viewables: 0, clicks: 0, conversions: 0, spend_micros: 0 };

/** Clicks per impression, 0–1; null when nothing was shown, so that "no data" never reads as a bad rate. */
export function ctr(figures: DeliveryFigures): number | null {
  return figures.impressions > 0 ? figures.clicks / figures.impressions : null;
}

/** What a thousand impressions cost, in micros, rounded to the nearest; null when nothing was shown. */
export function ecpmMicros(figures: DeliveryFigures): number | null {
  return figures.impressions > 0 ? Math.round((figures.spend_micros * 1_000) / figures.impressions) : null;
}

/** Sum over several campaigns or days. */
export function sumFigures(list: readonly DeliveryFigures[]): DeliveryFigures {
  return list.reduce(
    (sum, one) => ({
      impressions: sum.impressions + one.impressions,
      viewables: sum.viewables + one.viewables,
      clicks: sum.clicks + one.clicks,
      conversions: sum.conversions + one.conversions,
      spend_micros: sum.spend_micros + one.spend_micros,
    }),
    NOTHING,
  );
}
