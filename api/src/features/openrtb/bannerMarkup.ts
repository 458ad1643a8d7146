import { html } from '../../platform/html';
import type { SnapshotCreative } from '../serving';

/** As the tag frames a bundle: it may run and open pages, and is nobody's origin. */
const SANDBOX = 'allow-scripts allow-popups allow-popups-to-escape-sandbox';

export interface BannerAddresses {
  click: string;
  impression: string;
}

/** The address by which the exchange counts the click first; our own when it has no macro for that. */
export const clickAddress = (click: string, macro: string | null): string =>
  macro === null ? click : `${macro}${encodeURIComponent(click)}`;

/**
 * HTML of a banner, with a picture that counts the impression. The exchange puts it into a frame of the banner's size.
 */
export function bannerMarkup(
  { format, address, alt, width, height }: SnapshotCreative,
  { click, impression }: BannerAddresses,
): string {
  const pixel = html`<img src="${impression}" width="1" height="1" alt="" style="position:absolute;opacity:0;pointer-events:none">`;
  if (format === 'html5') {
    const page = `${address}?clickTag=${encodeURIComponent(click)}`;
    return html`<iframe src="${page}" width="${width}" height="${height}" title="${alt}" sandbox="${SANDBOX}" scrolling="no" style="display:block;border:0"></iframe>${pixel}`
      .text;
  }
  return html`<a href="${click}" target="_blank" rel="noopener sponsored" style="display:block"><img src="${address}" width="${width}" height="${height}" alt="${alt}" style="display:block;border:0"></a>${pixel}`
    .text;
}
