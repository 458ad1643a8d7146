import type { CreativeFormat } from '@ezdash/contracts';
import { ZONE_FORMATS } from '@ezdash/contracts';
import type { FieldErrors } from '../../platform/errors';

/** A creative with the share it is to have of what is shown in its size. */
export interface SharedCreative {
  /** In percent; null: what was learnt decides. */
  share: number | null;
  format: string;
  width: number;
  height: number;
}

const isOf = (formats: readonly CreativeFormat[], format: string) => formats.some((each) => each === format);

/** Creatives of one place take turns: banners of one size whatever they are made of, and the rest by their format. */
function placeOf({ format, width, height }: SharedCreative): string {
  return isOf(ZONE_FORMATS.banner, format) ? `${width}×${height}` : format;
}

/**
 * What is wrong with the shares, by the field it is wrong in; nothing when each size has a hundred percent among at least
 * two creatives, or no shares at all. Pure.
 */
export function problemsOfShares(creatives: readonly SharedCreative[]): FieldErrors {
  const places = new Map<string, { index: number; share: number | null }[]>();
  creatives.forEach((creative, index) => {
    const place = placeOf(creative);
    places.set(place, [...(places.get(place) ?? []), { index, share: creative.share }]);
  });
  const errors: FieldErrors = {};
  for (const list of places.values()) {
    const shared = list.filter(({ share }) => share !== null);
    const [first] = shared;
    if (!first) continue;
    const without = list.find(({ share }) => share === null);
    const sum = shared.reduce((total, { share }) => total + (share ?? 0), 0);
    if (list.length === 1)
      errors[`creatives.${first.index}.share`] = ['The only creative of its size has no share'];
    else if (without)
      errors[`creatives.${without.index}.share`] = ['Give all creatives of this size a share, or none'];
    else if (sum !== 100)
      errors[`creatives.${first.index}.share`] = [`The shares of this size are ${sum} % together, not 100 %`];
  }
  return errors;
}
