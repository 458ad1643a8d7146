import type { Asset, Pricing } from '@ezdash/contracts';

/**
 * Whether clicks may get to the landing page past our own counting: a bundle opens what it likes, and another network's
 * counter need not lead on.
 */
function leadsItsOwnClicks({ format, parts }: Asset): boolean {
  return format === 'html5' || (parts !== null && 'click_chain' in parts && parts.click_chain !== null);
}

/** Whether a campaign that pays for its clicks, or for what follows them, takes creatives that lead them themselves. */
export const takesOwnClicks = (pricing: Pricing): boolean => pricing === 'CPM';

/** The server refuses a creative of this kind in a campaign of this pricing. */
export const escapesPricing = (pricing: Pricing, asset: Asset): boolean =>
  !takesOwnClicks(pricing) && leadsItsOwnClicks(asset);
