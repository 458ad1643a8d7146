/** Whose own ad it is and where it leads: the network's name, scheme and host without a slash at the end. */
export interface HouseNetwork {
  name: string;
  origin: string;
}

const ENTITIES: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
};
/** Text as it may stand in markup and in an attribute. */
export const escaped = (text: string): string =>
  text.replace(/[&<>"']/g, (character) => ENTITIES[character] ?? '');

/** It has no script and nothing of elsewhere; its one link opens a window of its own. */
export const HOUSE_POLICY =
  "default-src 'none'; style-src 'unsafe-inline'; base-uri 'none'; form-action 'none'; sandbox allow-popups allow-popups-to-escape-sandbox";

const WORDS = {
  en: { lang: 'en', title: 'Advertisement', ad: 'Ad', offer: 'Your ad could be here' },
  de: { lang: 'de', title: 'Anzeige', ad: 'Anzeige', offer: 'Hier könnte Ihre Anzeige stehen' },
};

/** Sizes follow the frame, from 300 × 50 to 970 × 250 and whatever is as wide as its place. */
const STYLE =
  ':root{color-scheme:light dark}' +
  'html,body{margin:0;height:100%;overflow:hidden}' +
  'a{box-sizing:border-box;height:100%;display:flex;flex-direction:column;align-items:center;justify-content:center;gap:.25em;padding:2px 8px;' +
  'border:1px dashed #69727d;background:#f4f5f7;color:#1b1f24;text-align:center;text-wrap:balance;text-decoration:none;' +
  'font:600 clamp(10px,min(7vw,24vh),26px)/1.15 system-ui,sans-serif}' +
  'small{font-weight:400;font-size:max(10px,.6em)}' +
  'a:hover b,a:focus-visible b{text-decoration:underline}a:focus-visible{outline:2px solid;outline-offset:-4px}' +
  '@media(max-height:60px){a{flex-direction:row;gap:1em;font-size:clamp(10px,min(4.5vw,40vh),20px)}}' +
  '@media(prefers-color-scheme:dark){a{border-color:#8b949e;background:#1d2126;color:#f2f4f6}}';

/** The network's own ad, in the language that the browser asks for first, if it is one of ours. */
export function housePage({ name, origin }: HouseNetwork, acceptLanguage = ''): string {
  const { lang, title, ad, offer } = /^\s*de\b/i.test(acceptLanguage) ? WORDS.de : WORDS.en;
  return `<!doctype html>
<html lang="${lang}">
<head><meta charset="utf-8"><title>${title}</title><style>${STYLE}</style></head>
<body><a href="${escaped(origin)}/" target="_blank" rel="noopener sponsored"><b>${offer}</b><small>${ad} · ${escaped(name)}</small></a></body>
</html>
`;
}
