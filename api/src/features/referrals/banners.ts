import { REFERRAL_BANNERS, type ReferralBanner } from '@ezdash/contracts';
import { translateMessage } from '../../locales';

export interface BannerFacts {
  appName: string;
  appUrl: string;
  code: string;
  locale: string;
}

interface Size {
  width: number;
  height: number;
}

const ESCAPES: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
};
const escaped = (text: string): string => text.replace(/[&<>"']/g, (sign) => ESCAPES[sign] ?? sign);

/** `728x90` of the picture's address; null for a size there is none of. */
export const bannerSize = (name: string): Size | null =>
  REFERRAL_BANNERS.find(({ width, height }) => name === `${width}x${height}`) ?? null;

interface Line {
  x: number;
  y: number;
  text: string;
  size: number;
  weight: number;
  /** What it may be wide: a longer text is set narrower, in whatever language it is. */
  most: number;
  middle?: true;
}

/** A letter is about so wide, as a part of the font's size: the text of a language is never known to fit. */
const LETTER = 0.58;

function drawLine({ x, y, text, size, weight, most, middle }: Line): string {
  const isWide = text.length * size * LETTER > most;
  const fit = isWide ? ` textLength="${most}" lengthAdjust="spacingAndGlyphs"` : '';
  const anchor = middle ? ' text-anchor="middle"' : '';
  return `<text x="${x}" y="${y}" font-size="${size}" font-weight="${weight}"${anchor}${fit}>${escaped(text)}</text>`;
}

function drawButton(x: number, y: number, { width, height }: Size, text: string): string {
  const label = drawLine({
    x: x + width / 2,
    y: y + height / 2 + 5,
    text,
    size: 14,
    weight: 600,
    most: width - 16,
    middle: true,
  });
  return `<rect x="${x}" y="${y}" width="${width}" height="${height}" rx="6" fill="#fff"/><g fill="#1d4ed8">${label}</g>`;
}

/** The words in two lines of about the same length, for places that are narrow. */
function inTwo(text: string): [string, string] {
  const words = text.split(' ');
  const half = text.length / 2;
  let first = words[0] ?? '';
  let taken = 1;
  while (taken < words.length - 1 && first.length < half - 1) first += ` ${words[taken++]}`;
  return [first, words.slice(taken).join(' ')];
}

function drawWide({ width, height }: Size, name: string, promise: string, call: string): string {
  const isSmall = height < 60;
  const button = isSmall ? { width: 92, height: 30 } : { width: 150, height: 42 };
  const left = isSmall ? 12 : 24;
  const most = width - button.width - left * 3;
  const middle = height / 2;
  return [
    drawLine({
      x: left,
      y: middle - (isSmall ? 3 : 6),
      text: name,
      size: isSmall ? 15 : 26,
      weight: 700,
      most,
    }),
    drawLine({
      x: left,
      y: middle + (isSmall ? 15 : 24),
      text: promise,
      size: isSmall ? 12 : 17,
      weight: 400,
      most,
    }),
    drawButton(width - left - button.width, middle - button.height / 2, button, call),
  ].join('');
}

function drawTall({ width, height }: Size, name: string, promise: string, call: string): string {
  const [first, second] = inTwo(promise);
  const x = width / 2;
  const most = width - 24;
  const top = Math.round(height * 0.34);
  const button = { width: Math.min(200, width - 24), height: 44 };
  const line = (y: number, text: string, size: number, weight: number) =>
    drawLine({ x, y, text, size, weight, most, middle: true });
  return [
    line(top, name, width < 200 ? 24 : 32, 700),
    line(top + 38, first, 17, 400),
    line(top + 62, second, 17, 400),
    drawButton(x - button.width / 2, height - 44 - button.height, button, call),
  ].join('');
}

const wordsOf = ({ appName, locale }: Pick<BannerFacts, 'appName' | 'locale'>) => ({
  promise: translateMessage(locale, 'Buy and sell ads in one fair auction'),
  call: translateMessage(locale, 'Sign up'),
  name: appName,
});

/** A picture without anything from elsewhere: it shows the same wherever it is pasted. */
export function drawBanner(size: Size, facts: Pick<BannerFacts, 'appName' | 'locale' | 'code'>): string {
  const { width, height } = size;
  const { name, promise, call } = wordsOf(facts);
  const draw = width > height * 2 ? drawWide : drawTall;
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}" viewBox="0 0 ${width} ${height}" role="img"`,
    ` data-code="${escaped(facts.code)}" lang="${escaped(facts.locale)}">`,
    `<title>${escaped(`${name}: ${promise}`)}</title>`,
    `<rect width="${width}" height="${height}" fill="#1d4ed8"/>`,
    `<path d="M0 ${height}L${width} ${Math.round(height * 0.35)}V${height}Z" fill="#1e40af"/>`,
    `<g fill="#fff" font-family="system-ui,'Segoe UI',Roboto,Helvetica,Arial,sans-serif">`,
    draw(size, name, promise, call),
    '</g></svg>',
  ].join('');
}

/** Every size of a link's banner, with what is pasted into a page. */
export function bannersOf(facts: BannerFacts): ReferralBanner[] {
  const { appUrl, code, locale } = facts;
  const { name, promise } = wordsOf(facts);
  const alt = `${name}: ${promise}`;
  return REFERRAL_BANNERS.map(({ width, height }) => {
    const src = `${appUrl}/r/${code}/${width}x${height}.svg?lang=${encodeURIComponent(locale)}`;
    const image = `<img src="${escaped(src)}" width="${width}" height="${height}" alt="${escaped(alt)}">`;
    const html = `<a href="${escaped(`${appUrl}/r/${code}`)}" rel="sponsored">${image}</a>`;
    return { width, height, src, alt, html };
  });
}
