import type { PublisherFigures } from '@ezdash/contracts';

/** Share of ad requests that got an ad, 0–1; null without a request. */
export function fillRate({ filled, requests }: Pick<PublisherFigures, 'filled' | 'requests'>): number | null {
  return requests > 0 ? filled / requests : null;
}

/** Share of impressions that were viewable, 0–1; null without an impression. */
export function viewableRate(figures: Pick<PublisherFigures, 'viewables' | 'impressions'>): number | null {
  return figures.impressions > 0 ? figures.viewables / figures.impressions : null;
}

/** Earnings per thousand impressions in micros, rounded to a whole one; null without an impression. */
export function ecpmMicros(
  figures: Pick<PublisherFigures, 'earnings_micros' | 'impressions'>,
): number | null {
  return figures.impressions > 0 ? Math.round((figures.earnings_micros * 1_000) / figures.impressions) : null;
}
