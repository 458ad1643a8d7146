import { create, expandChain, linkTo } from './elements';
import type { Drawn, NativeAd, TextAd } from './types';

/** From this height of the slot on the picture stands above the words, in CSS pixels. */
const TALL = 240;

/**
 * Font and colour are the page's, in whatever theme it is; sizes are ours, so that the words fit into what is reserved.
 */
const STYLE =
  ':host{display:block!important;height:100%!important;margin:0!important;padding:0!important}' +
  'a{display:flex;gap:12px;height:100%;box-sizing:border-box;padding:10px;color:inherit;font-size:15px;line-height:1.3;text-align:start;text-decoration:none;border:1px solid #8886;border-radius:6px;overflow:hidden}' +
  'a:hover b{text-decoration:underline}a:focus-visible{outline:2px solid;outline-offset:-3px}' +
  '.p{height:100%;max-width:42%;object-fit:cover;border-radius:4px}' +
  '.v{flex-direction:column}.v .p{width:100%;max-width:none;flex:1 1 0;min-height:0}' +
  'div{flex:1;min-width:0;display:flex;flex-direction:column}.v .p+div{flex:none}' +
  'b,p{margin:0;overflow:hidden;display:-webkit-box;-webkit-box-orient:vertical;-webkit-line-clamp:2;overflow-wrap:anywhere}' +
  'b{font-weight:600}p{font-size:13px}' +
  'small{display:flex;align-items:center;gap:6px;margin-top:auto;padding-top:4px;font-size:12px;white-space:nowrap;overflow:hidden}' +
  'small>*,u>span{overflow:hidden;text-overflow:ellipsis}' +
  'i{font-style:normal;flex:none;padding:0 4px;border:1px solid;border-radius:3px}' +
  'img.i{width:16px;height:16px;flex:none;border-radius:3px}u{margin-inline-start:auto;font-weight:600}u>span{display:block}' +
  '.t{padding:6px 10px}.t b{-webkit-line-clamp:1}.t small{padding-top:0}';

/** What an ad is called on this page; the slot may say it in its own words. */
export const label = (slot: HTMLElement) =>
  slot.dataset.label ?? (/^de\b/i.test(document.documentElement.lang) ? 'Anzeige' : 'Ad');

/** The page's own style sheets end here, and a policy against inline styles does not forbid these. */
function adopt(root: ShadowRoot): void {
  try {
    const sheet = new CSSStyleSheet();
    sheet.replaceSync(STYLE);
    root.adoptedStyleSheets = [sheet];
  } catch {
    root.append(create('style', STYLE));
  }
}

/** Words come from an advertiser: they are text and nothing else, whatever they look like. */
function words(tag: 'b' | 'p' | 'span', text: string): HTMLElement[] {
  if (!text) return [];
  const element = create(tag, text);
  element.dir = 'auto';
  return [element];
}

/** The far end is the slot's; the direction, and where a long call is cut, are of its words. */
function call(text: string): HTMLElement[] {
  if (!text) return [];
  const element = create('u');
  element.append(...words('span', text));
  return [element];
}

function picture(
  className: string,
  url: string | undefined,
  at: (path: string) => string,
): HTMLImageElement[] {
  if (!url) return [];
  const image = create('img');
  image.className = className;
  // The words say it all.
  image.alt = '';
  image.src = at(url);
  return [image];
}

/** A native or a text ad: one link, in a root of its own. */
export function drawWords(slot: HTMLElement, ad: NativeAd | TextAd, at: (path: string) => string): Drawn {
  const element = create('div');
  const root = element.attachShadow({ mode: 'open' });
  adopt(root);
  const link = linkTo(expandChain(ad.chain, at(ad.click)));
  const box = create('div');
  const foot = create('small');
  foot.append(create('i', label(slot)));
  let pictures: HTMLImageElement[] = [];
  if (ad.type === 'native') {
    if (slot.offsetHeight >= TALL) link.className = 'v';
    pictures = picture('p', ad.picture?.url, at);
    foot.append(
      ...picture('i', ad.icon?.url, at),
      ...words('span', ad.sponsored_by),
      ...call(ad.call_to_action),
    );
    box.append(...words('b', ad.title), ...words('p', ad.body), foot);
  } else {
    link.className = 't';
    foot.append(...words('span', ad.display_url));
    box.append(...words('b', ad.headline), ...words('p', ad.description), foot);
  }
  link.append(...pictures, box);
  root.append(link);
  return {
    element,
    // Without its picture it is still an ad.
    load: (done) => {
      const [image] = pictures;
      if (!image) return done();
      image.onload = done;
      image.onerror = () => {
        image.remove();
        done();
      };
    },
  };
}
