import type { PublisherFigures } from '@ezdash/contracts';
import { isTold } from '@ezdash/contracts/constants';

/** Share of ad requests that got an ad, 0–1; null without a request. */
export function fillRate({ filled, requests }: Pick<PublisherFigures, 'filled' | 'requests'>): number | null {
  return requests > 0 ? filled / requests : null;
}

/** Share of impressions that were viewable, 0–1; null where they are too few to tell. */
export function viewableRate(figures: Pick<PublisherFigures, 'viewables' | 'impressions'>): number | null {
  return isTold('view_rate', figures) ? figures.viewables / figures.impressions : null;
}

/** Earnings per thousand impressions in micros, rounded to a whole one; null where they are too few to tell. */
export function ecpmMicros(
  figures: Pick<PublisherFigures, 'earnings_micros' | 'impressions'>,
): number | null {
  return isTold('ecpm_micros', figures)
    ? Math.round((figures.earnings_micros * 1_000) / figures.impressions)
    : null;
}
