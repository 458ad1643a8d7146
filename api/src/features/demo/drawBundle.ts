import { HTML5 } from '@ezdash/contracts';
import { strToU8, zipSync } from 'fflate';
import type { Brand } from './brands';
import { drawCreative } from './drawings';

/** The same bytes every time: an archive carries the times of its files. */
const MADE_AT = new Date(2026, 0, 1);

/** The drawn creative as an HTML5 ad: it drifts into its place, and a click opens what it is told to. */
export function drawBundle(brand: Brand, size: { width: number; height: number }): Buffer {
  const { width, height } = size;
  const page = `<!doctype html>
<html lang="en"><head><meta charset="utf-8"><title>${brand.name}</title>
<meta name="ad.size" content="width=${width},height=${height}"><link rel="stylesheet" href="style.css"></head>
<body><button type="button" aria-label="${brand.name}: ${brand.lines.join(' ')}"><img src="ad.svg" alt="" width="${width}" height="${height}"></button>
<script src="ad.js"></script></body></html>
`;
  const style = `body{margin:0;overflow:hidden;background:${brand.paper}}
button{all:unset;display:block;cursor:pointer}
button:focus-visible{outline:3px solid ${brand.ink};outline-offset:-6px}
img{display:block;animation:arrive 1.2s ease-out both}
@keyframes arrive{from{transform:scale(1.08);opacity:.4}}
@media (prefers-reduced-motion:reduce){img{animation:none}}
`;
  const script =
    "document.querySelector('button').onclick = function () { window.open(window.clickTag); };\n";
  const files = {
    [HTML5.entry]: page,
    'style.css': style,
    'ad.svg': drawCreative(brand, size),
    'ad.js': script,
  };
  const packed = Object.fromEntries(Object.entries(files).map(([name, text]) => [name, strToU8(text)]));
  return Buffer.from(zipSync(packed, { mtime: MADE_AT }));
}
