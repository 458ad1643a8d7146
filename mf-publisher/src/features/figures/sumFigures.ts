import type { PublisherFigures } from '@ezdash/contracts';

/** Figures of several zones or days as one. */
export function sumFigures(all: readonly PublisherFigures[]): PublisherFigures {
  const sum = (key: keyof PublisherFigures) => all.reduce((total, figures) => total + figures[key], 0);
  return {
    requests: sum('requests'),
    filled: sum('filled'),
    impressions: sum('impressions'),
    viewables: sum('viewables'),
    clicks: sum('clicks'),
    earnings_micros: sum('earnings_micros'),
  };
}
