import { readFileSync } from 'node:fs';
import path from 'node:path';

type Tokens = Record<string, string>;

const css = readFileSync(path.join(__dirname, '../styles/tokens.css'), 'utf8');
const darkAt = css.search(/\[data-mantine-color-scheme=["']dark["']\]/);

function read(text: string): Tokens {
  const found = [...text.matchAll(/--ez-([\w-]+):\s*(#[0-9a-f]{6})/g)];
  return Object.fromEntries(found.map((match) => [match[1], match[2]]));
}
const light = read(css.slice(0, darkAt));
const schemes: [name: string, tokens: Tokens][] = [
  ['light', light],
  ['dark', { ...light, ...read(css.slice(darkAt)) }],
];

/** Relative luminance of WCAG. */
function luminance(hex: string): number {
  const [r = 0, g = 0, b = 0] = [1, 3, 5].map((at) => {
    const share = Number.parseInt(hex.slice(at, at + 2), 16) / 255;
    return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4;
  });
  return 0.2126 * r + 0.7152 * g + 0.0722 * b;
}

function contrast(tokens: Tokens, ink: string, paper: string): number {
  const of = (name: string) => {
    const hex = tokens[name];
    if (!hex) throw new Error(`no token ${name}`);
    return luminance(hex);
  };
  const [dark = 0, bright = 0] = [of(ink), of(paper)].sort((a, b) => a - b);
  return (bright + 0.05) / (dark + 0.05);
}

const surfaces = ['canvas', 'surface', 'sunken', 'raised', 'hover'];
const tones = ['ok', 'info', 'warn', 'bad', 'mute'];
const text: [ink: string, paper: string][] = [
  ...surfaces.flatMap((paper) =>
    ['ink', 'ink-2', 'ink-3', 'accent-ink'].map((ink): [string, string] => [ink, paper]),
  ),
  ...tones.flatMap((tone): [string, string][] => [
    [`${tone}-ink`, `${tone}-soft`],
    [`${tone}-ink`, 'surface'],
  ]),
  ['on-accent', 'accent'],
  ['on-accent', 'accent-hover'],
  ['on-bad', 'bad-fill'],
  ['on-bad', 'bad-fill-hover'],
  ['accent-ink', 'accent-soft'],
  ['ink', 'accent-soft'],
  ['ink-2', 'accent-soft'],
  ['canvas', 'ink'],
];
const graphics: [ink: string, paper: string][] = [
  ...tones.flatMap((tone): [string, string][] => [
    [`${tone}-mark`, 'surface'],
    [`${tone}-mark`, `${tone}-soft`],
  ]),
  ...[1, 2, 3, 4, 5, 6, 7, 8].map((i): [string, string] => [`d${i}`, 'surface']),
  ['control', 'surface'],
  ['control', 'canvas'],
  ['focus', 'surface'],
  ['focus', 'canvas'],
];

describe.each(schemes)('%s', (_, tokens) => {
  test.each(text)('text %s on %s is readable', (ink, paper) => {
    expect(contrast(tokens, ink, paper)).toBeGreaterThanOrEqual(4.5);
  });
  test.each(graphics)('%s on %s can be seen', (ink, paper) => {
    expect(contrast(tokens, ink, paper)).toBeGreaterThanOrEqual(3);
  });
});
