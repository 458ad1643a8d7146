import { html, trusted } from '../../../platform/html';
import { BRANDS, type Brand } from '../brands';
import { MOTIFS } from '../motifs';
import { LANDING_CSS } from './styles';

const ART = { x: 0, y: 0, width: 640, height: 640 };
/** Longest click id that is shown. */
const CLICK_ID_LENGTH = 64;

const isKey = (key: string): key is keyof typeof BRANDS => Object.hasOwn(BRANDS, key);

/** The page behind an ad of a demo brand, or null when there is no such brand. `clickId` came with the click. */
export function landingPage(key: string, clickId: string | null): string | null {
  if (!isKey(key)) return null;
  const brand: Brand = BRANDS[key];
  const picture = `<svg viewBox="0 0 640 640" preserveAspectRatio="xMidYMax slice" aria-hidden="true">${MOTIFS[brand.motif](brand.tints, ART)}</svg>`;
  const colours = trusted(`:root{--paper:${brand.paper};--ink:${brand.ink}}`);
  const click = clickId
    ? html`<br>You came here by click <code>${clickId.slice(0, CLICK_ID_LENGTH)}</code>.`
    : '';
  return html`<!doctype html>
<html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width,initial-scale=1">
<title>${brand.lines.join(' ')} - ${brand.name}</title><link rel="icon" href="data:,">
<style>${colours}${trusted(LANDING_CSS)}</style></head>
<body><header>${brand.name}</header>
<main><div class="words"><h1>${brand.lines.join(' ')}</h1><p>${brand.pitch}</p><a class="call" href="#more">${brand.call}</a></div>
<div class="art">${trusted(picture)}</div></main>
<section id="more" aria-label="About ${brand.name}"><p>${brand.name} is an invented advertiser of the demonstration network, and this is where its ads lead. Nothing is sold here.</p></section>
<footer>Opened from an ad on the demonstration network.${click}</footer></body></html>
`.text;
}
