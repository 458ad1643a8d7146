import type { Asset, EstimatePlace, EstimateRequest } from '@ezdash/contracts';
import { ESTIMATES } from '@ezdash/contracts/constants';
import { type CampaignForm, toTargeting } from '../form/campaignForm';
import type { Problems } from '../form/checkCampaign';

/** What an estimate needs of an image, stored or not. */
export type Shown = Pick<Asset, 'format' | 'width' | 'height'>;

/** The place that a creative is for: banners by their size, the rest by what they are; pictures are parts of others. */
function placeOf({ format, width, height }: Shown): EstimatePlace[] {
  if (format === 'picture') return [];
  if (format === 'image' || format === 'html5') return [{ kind: 'banner', width, height }];
  return [{ kind: format, width: 0, height: 0 }];
}

/** The places that creatives are for, each once. */
export const placesOf = (creatives: readonly Shown[]): EstimatePlace[] => [
  ...new Map(creatives.flatMap(placeOf).map((place) => [JSON.stringify(place), place])).values(),
];

const amount = (micros: number | null, isWrong: boolean): number | null =>
  isWrong || micros === null || !Number.isInteger(micros) || micros <= 0 ? null : micros;

/**
 * The question of a form as it stands; null while its targeting is none that the server takes. What is wrong with bid and
 * budget leaves them out.
 */
export function toEstimateRequest(
  form: CampaignForm,
  problems: Problems,
  creatives: readonly Shown[],
  campaignId: string | null,
): EstimateRequest | null {
  if (problems.targeting ?? problems.countries ?? problems.devices) return null;
  return {
    targeting: toTargeting(form),
    places: placesOf(creatives).slice(0, ESTIMATES.mostPlaces),
    pricing: form.pricing,
    bidding: form.bidding,
    bid_micros: amount(form.bid_micros, problems.bid_micros !== undefined),
    daily_budget_micros: amount(form.daily_budget_micros, problems.daily_budget_micros !== undefined),
    category: form.category,
    capped: form.frequency_cap !== null,
    campaign_id: campaignId,
  };
}
