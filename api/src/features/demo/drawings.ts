import type { Brand, Motif } from './brands';
import { type Box, MOTIFS } from './motifs';

/** CSS pixels. */
interface Size {
  width: number;
  height: number;
}

/** Present on every system, so that the picture needs no font of its own. */
const FONTS = "'Helvetica Neue',Arial,'Liberation Sans',Roboto,sans-serif";
/** Mean width of a letter of such a font in bold, as a share of its size; a little generous. */
const LETTER = 0.57;
/** Wider than that many times its height: one row of text, picture and button. */
const FLAT = 2.4;
/** Narrower than that: a tower. */
const TALL = 0.75;
/** Towers so narrow that the claim is broken into more lines. */
const NARROW = 200;
/** Letters a line of a narrow tower holds. */
const NARROW_LETTERS = 10;
/** Strips so low that the name has no line of its own above two lines of claim at a legible size. */
const LOW = 60;
/** Pictures that fill their ground from side to side and may run under the button. */
const GROUNDS: readonly Motif[] = ['ridge', 'wave'];

/** Distance of baselines in letter sizes. */
const LEADING = 1.14;

const round = (value: number) => String(Math.round(value * 100) / 100);
const textWidth = (text: string, size: number) => text.length * LETTER * size;

/** Text for XML: a brand's name may hold an ampersand. */
export function escapeXml(text: string): string {
  return text.replace(/[&<>"']/g, (character) => `&#${character.charCodeAt(0)};`);
}

/** Where the parts of a creative stand, in its pixels. */
interface Layout {
  gutter: number;
  /** Size of the claim's letters. */
  type: number;
  /** Baselines. */
  nameY: number | null;
  lines: readonly string[];
  /** Baseline of the first line; the others follow `type` times LEADING below. */
  firstY: number;
  art: Box;
  button: Box;
}

/** Breaks the claim anew, into lines of about so many letters. */
function wrap(lines: readonly string[], letters: number): string[] {
  const result: string[] = [];
  for (const word of lines.join(' ').split(' ')) {
    const last = result.at(-1);
    if (last !== undefined && last.length + 1 + word.length <= letters)
      result[result.length - 1] = `${last} ${word}`;
    else result.push(word);
  }
  return result;
}

/** The largest size up to `most` at which the longest line fits. */
function fitType(lines: readonly string[], most: number, available: number): number {
  const longest = Math.max(...lines.map((line) => line.length));
  return Math.min(most, available / (longest * LETTER));
}

function buttonBox(brand: Brand, type: number, end: number, middle: number): Box {
  const width = textWidth(brand.call, type * 0.68) + type * 1.5;
  const height = type * 1.85;
  return { x: end - width, y: middle - height / 2, width, height };
}

/** Text at the start, picture in the middle, button at the end. */
function flatLayout(brand: Brand, { width, height }: Size): Layout {
  const { lines } = brand;
  const low = height <= LOW;
  const gutter = height * (low ? 0.2 : 0.17);
  const type = fitType(lines, low ? height * 0.29 : Math.min(height * 0.225, width * 0.046), width * 0.44);
  const name = low ? 0 : type * 0.95;
  const top = (height - name - type * LEADING * 2) / 2;
  const textEnd = gutter + Math.max(...lines.map((line) => textWidth(line, type)));
  const button = buttonBox(brand, low ? type * 0.92 : type, width - gutter, height / 2);
  const artStart = textEnd + gutter * 0.5;
  const artEnd = GROUNDS.includes(brand.motif)
    ? width
    : Math.max(artStart + height * 0.5, button.x - gutter * 0.5);
  return {
    gutter,
    type,
    nameY: low ? null : top + type * 0.5,
    lines,
    firstY: top + name + type * 0.86,
    art: { x: artStart, y: 0, width: artEnd - artStart, height },
    button,
  };
}

/** Text above, picture below, button at the foot. */
function uprightLayout(brand: Brand, { width, height }: Size): Layout {
  const tall = width / height < TALL;
  const gutter = Math.min(width, height) * 0.09;
  const lines = width < NARROW ? wrap(brand.lines, NARROW_LETTERS) : brand.lines;
  const type = fitType(
    lines,
    width < NARROW ? width * 0.14 : tall ? width * 0.104 : height * 0.105,
    width - gutter * 2,
  );
  const name = type * 0.62;
  const nameY = gutter + name;
  const button = buttonBox(brand, fitType([brand.call], type, (width - gutter * 2) * 0.95), 0, 0);
  const artTop = height * (tall ? 0.44 : 0.4);
  return {
    gutter,
    type,
    nameY,
    lines,
    firstY: nameY + type * 1.75,
    art: { x: 0, y: artTop, width, height: height - artTop },
    button: { ...button, x: gutter, y: height - gutter - button.height },
  };
}

/**
 * A creative as a self-contained SVG file: no script, no outside reference, fonts of the system. The same brand and
 * size are always the same bytes.
 */
export function drawCreative(brand: Brand, size: Size): string {
  const { width, height } = size;
  const layout = width / height > FLAT ? flatLayout(brand, size) : uprightLayout(brand, size);
  const { gutter, type, nameY, firstY, button } = layout;
  const start = round(gutter);
  const label = escapeXml(`${brand.name}: ${brand.lines.join(' ')}`);
  const lines = layout.lines.map(
    (line, index) =>
      `<text x="${start}" y="${round(firstY + index * type * LEADING)}">${escapeXml(line)}</text>`,
  );
  const spacing = round(-type * 0.02);
  const name =
    nameY === null
      ? ''
      : `<text x="${start}" y="${round(nameY)}" font-size="${round(type * 0.58)}" font-weight="600" opacity=".85">${escapeXml(brand.name)}</text>`;
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}" viewBox="0 0 ${width} ${height}" role="img" aria-label="${label}" font-family="${FONTS}">`,
    `<rect width="${width}" height="${height}" fill="${brand.paper}"/>`,
    MOTIFS[brand.motif](brand.tints, layout.art),
    `<g fill="${brand.ink}">${name}`,
    `<g font-size="${round(type)}" font-weight="700" letter-spacing="${spacing}">${lines.join('')}</g></g>`,
    `<rect x="${round(button.x)}" y="${round(button.y)}" width="${round(button.width)}" height="${round(button.height)}" rx="2" fill="${brand.ink}"/>`,
    `<text x="${round(button.x + button.width / 2)}" y="${round(button.y + button.height * 0.635)}" text-anchor="middle" font-size="${round(button.height * 0.37)}" font-weight="600" fill="${brand.paper}">${escapeXml(brand.call)}</text>`,
    '</svg>\n',
  ].join('');
}

/** The motif alone on the brand's ground: the picture of a native ad, which says the words itself. */
export function drawPicture(brand: Brand, { width, height }: Size): string {
  const art = MOTIFS[brand.motif](brand.tints, { x: 0, y: 0, width, height });
  return `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}" viewBox="0 0 ${width} ${height}"><rect width="${width}" height="${height}" fill="${brand.paper}"/>${art}</svg>\n`;
}

/** The brand's first letter, as a square. */
export function drawIcon(brand: Brand, size: number): string {
  const letter = escapeXml(brand.name.slice(0, 1));
  return `<svg xmlns="http://www.w3.org/2000/svg" width="${size}" height="${size}" viewBox="0 0 ${size} ${size}" font-family="${FONTS}"><rect width="${size}" height="${size}" fill="${brand.ink}"/><text x="${size / 2}" y="${round(size * 0.72)}" text-anchor="middle" font-size="${round(size * 0.62)}" font-weight="700" fill="${brand.paper}">${letter}</text></svg>\n`;
}
