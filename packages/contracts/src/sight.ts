import type { InvalidReason } from './reasons';

/**
 * What the tag measures of an ad in a page, and the rules by which the network judges it. Pages and the tag import this
 * file alone: nothing here needs another when it runs.
 */

/** Of the text the facts are sent as, and of the rules. Facts of a version that a server does not know are no facts. */
export const SIGHT_VERSION = 1;

/** MRC: half of an ad's pixels in view for a second count as viewed; from 242,500 pixels (970 × 250) on 30 % do. */
export const VIEWABLE = { percent: 50, largePixels: 242_500, largePercent: 30, ms: 1_000 } as const;

/** The least width, in CSS pixels, of an ad that is sold "as wide as its place". */
export const FLUID_LEAST_WIDTH = 120;

/** Parts in percent, 0–100; null where nobody can tell. */
export interface Sight {
  /** What is drawn, of what was sold: a picture that shrinks with its place is less. */
  size: number;
  /** Of what is drawn: what no box around it cuts off, however the page is scrolled. */
  uncut: number;
  /** The ad's and that of all around it, filters included. */
  opacity: number;
  /** Of what is drawn: under other ads of the network. */
  stacked: number;
  /** Of what is drawn: under anything else. Null below the window, and in a frame of another origin where the browser does not tell. */
  covered: number | null;
  /** Of what was sold: in the window at this moment. Null where the browser does not tell. */
  inView: number | null;
  /** It has a box that scrolling can reach and is not `visibility: hidden`, in a page that is visible. */
  isShown: boolean;
  hasFocus: boolean;
  /** A window around this one is of another origin and can be asked for nothing. */
  isForeign: boolean;
  /** Of the window that the ad is in, in CSS pixels. */
  frameWidth: number;
  frameHeight: number;
  /** Frames around that window. */
  depth: number;
}

const PARTS = ['size', 'uncut', 'opacity', 'stacked', 'covered', 'inView'] as const;
const PIXELS = ['frameWidth', 'frameHeight', 'depth'] as const;
const FLAGS = ['isShown', 'hasFocus', 'isForeign'] as const;
const MOST_PIXELS = 65_535;

const whole = (value: number | null, most: number) =>
  value === null ? '' : Math.min(most, Math.max(0, Math.round(value)));

/** `1.100.100.100.0..100.1280.720.0.3`: the version, the parts, the pixels, the flags as bits. */
export const sightText = (sight: Sight): string =>
  [
    SIGHT_VERSION,
    ...PARTS.map((name) => whole(sight[name], 100)),
    ...PIXELS.map((name) => whole(sight[name], MOST_PIXELS)),
    FLAGS.reduce((bits, name, index) => bits | (sight[name] ? 1 << index : 0), 0),
  ].join('.');

const TEXT =
  /^1\.(\d{1,3})\.(\d{1,3})\.(\d{1,3})\.(\d{1,3})\.(\d{0,3})\.(\d{0,3})\.(\d{1,5})\.(\d{1,5})\.(\d{1,5})\.([0-7])$/;

/** Only what `sightText` writes; null for anything else, which anybody may have written. */
export function parseSight(text: string): Sight | null {
  const [, ...fields] = TEXT.exec(text) ?? [];
  const numbers = fields.map((field) => (field === '' ? null : Number(field)));
  if (fields.length === 0 || numbers.slice(0, PARTS.length).some((part) => part !== null && part > 100))
    return null;
  const named = Object.fromEntries([...PARTS, ...PIXELS].map((name, index) => [name, numbers[index]]));
  const bits = numbers.at(-1) ?? 0;
  const flags = FLAGS.map((name, index) => [name, (bits & (1 << index)) !== 0]);
  return { ...named, ...Object.fromEntries(flags) } as unknown as Sight;
}

/** Why an ad that was drawn could not be seen. */
export type SightReason = Extract<
  InvalidReason,
  'hidden' | 'too-small' | 'clipped' | 'transparent' | 'stacked' | 'covered' | 'not-visible' | 'out-of-view'
>;

/** An ad of which less can be seen, or that is less opaque, is not paid. */
const HALF = 50;

/** Of what was sold: what is left of it after what is named. */
const uncutOf = ({ size, uncut }: Sight) => (size * uncut) / 100;
const unstackedOf = (sight: Sight) => (uncutOf(sight) * (100 - sight.stacked)) / 100;
const uncoveredOf = (sight: Sight) =>
  (uncutOf(sight) * (100 - Math.min(100, sight.stacked + (sight.covered ?? 0)))) / 100;

/**
 * The rules, in the order they are asked: the first that fails names the reason. `percent` is what a viewable impression
 * of this ad needs in view.
 */
export const SIGHT_RULES: readonly (readonly [
  reason: SightReason,
  fails: (sight: Sight, percent: number, isViewable: boolean) => boolean,
])[] = [
  ['hidden', ({ isShown }) => !isShown],
  ['too-small', ({ size }) => size < HALF],
  ['clipped', (sight) => uncutOf(sight) < HALF],
  ['transparent', ({ opacity }) => opacity < HALF],
  ['stacked', (sight) => unstackedOf(sight) < HALF],
  ['covered', (sight) => !sight.isForeign && uncoveredOf(sight) < HALF],
  // Whoever cannot look at the page around the frame has the browser's word, and what is in the window.
  ['not-visible', (sight) => sight.isForeign && uncoveredOf(sight) < HALF],
  [
    'out-of-view',
    ({ inView, isForeign }, percent, isViewable) =>
      (isViewable || isForeign) && inView !== null && inView < percent,
  ],
];

/** What a viewable impression of so many pixels needs in view, in percent; of an ad as wide as its place nobody knows how many they are. */
export const viewablePercent = (pixels: number | null): number =>
  pixels === null || pixels >= VIEWABLE.largePixels ? VIEWABLE.largePercent : VIEWABLE.percent;

/**
 * Why nobody can have seen it; null when somebody can, `unmeasured` when nobody can tell: without facts, and in a frame of
 * another origin whose browser does not say what lies over it.
 */
export function judgeSight(
  sight: Sight | null,
  percent: number,
  isViewable = false,
): SightReason | 'unmeasured' | null {
  if (sight === null) return 'unmeasured';
  for (const [reason, fails] of SIGHT_RULES) if (fails(sight, percent, isViewable)) return reason;
  return sight.isForeign && sight.covered === null ? 'unmeasured' : null;
}
