import { parseUrl, readWebAddress } from '@ezdash/contracts';
import { ValidationError } from '../../platform/errors';
import { rootDomain } from '../../platform/rootDomain';
import type { AssetImage } from '../creatives';

type Ad = Pick<AssetImage, 'format' | 'parts'>;

/** The registrable domain of an address; null of what is none. */
function rootOf(address: string): string | null {
  const read = readWebAddress(address);
  const url = 'url' in read ? parseUrl(read.url) : null;
  return url && rootDomain(url.hostname.replace(/\.$/, ''));
}

/** Display URLs have no scheme, and may go on as `shop.example › Shoes`. */
const rootOfShown = (shown: string) =>
  rootOf(
    `https://${shown
      .trim()
      .replace(/^https?:\/\//i, '')
      .replace(/\s.*$/s, '')}`,
  );

const shownBy = ({ format, parts }: Ad): string | null =>
  format === 'text' && typeof parts === 'object' && parts !== null && 'display_url' in parts
    ? String(parts.display_url)
    : null;

/** The display URL of a text ad that names another registrable domain than its landing page has; else null. */
export function foreignDisplayUrl(landingUrl: string, ad: Ad): string | null {
  const shown = shownBy(ad);
  return shown === null || rootOfShown(shown) === rootOf(landingUrl) ? null : shown;
}

/** Refuses (422, by index) text ads that show another domain than they lead to. Undefined is passed over. */
export function refuseForeignDisplayUrls(landingUrl: string, ads: readonly (Ad | undefined)[]): void {
  const errors: Record<string, string[]> = {};
  ads.forEach((ad, index) => {
    const shown = ad && foreignDisplayUrl(landingUrl, ad);
    if (shown)
      errors[`creatives.${index}.asset_id`] = [
        `The ad shows ${shown}, and the landing page is on ${rootOf(landingUrl) ?? 'another domain'}`,
      ];
  });
  if (Object.keys(errors).length > 0) throw new ValidationError(errors);
}
