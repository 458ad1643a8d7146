import type { Pricing } from '@ezdash/contracts';
import { ValidationError } from '../../platform/errors';
import type { AssetImage } from '../creatives';

export const CPM_ALONE = 'HTML5 ads and click chains can only be paid by CPM';

/**
 * Whether clicks may get to the landing page past our own counting: a bundle opens what it likes, and another network's
 * counter need not lead on.
 */
function leadsItsOwnClicks({ format, parts }: Pick<AssetImage, 'format' | 'parts'>): boolean {
  if (format === 'html5') return true;
  return typeof parts === 'object' && parts !== null && 'click_chain' in parts && parts.click_chain !== null;
}

/** Whether a campaign would pay for clicks, or what follows them, of a creative that leads them itself. */
export const escapesPricing = (pricing: Pricing, creative: Pick<AssetImage, 'format' | 'parts'>): boolean =>
  pricing !== 'CPM' && leadsItsOwnClicks(creative);

/** Refuses (422, by index) creatives that lead their own clicks in a campaign that pays by them. */
export function refuseOwnClicks(
  pricing: Pricing,
  creatives: readonly Pick<AssetImage, 'format' | 'parts'>[],
): void {
  const errors: Record<string, string[]> = {};
  creatives.forEach((creative, index) => {
    if (escapesPricing(pricing, creative)) errors[`creatives.${index}.asset_id`] = [CPM_ALONE];
  });
  if (Object.keys(errors).length > 0) throw new ValidationError(errors);
}
