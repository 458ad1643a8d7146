import { DEVICE_CODES, type Device } from '@ezdash/contracts';

/** A repeatable stream of numbers in [0, 1). */
export type Random = () => number;

/** sfc32: small, quick, the same everywhere; never for anything secret. */
export function seededRandom(seed: number): Random {
  let [a, b, c, counter] = [seed | 0, 0x9e3779b9 | 0, 0x243f6a88 | 0, 1];
  const next = () => {
    const sum = (((a + b) | 0) + counter) | 0;
    counter = (counter + 1) | 0;
    a = b ^ (b >>> 9);
    b = (c + (c << 3)) | 0;
    c = (c << 21) | (c >>> 11);
    c = (c + sum) | 0;
    return (sum >>> 0) / 4_294_967_296;
  };
  for (let round = 0; round < 15; round += 1) next();
  return next;
}

/** Fills bytes from the stream, for ids that come out the same every time. */
export function seededBytes(random: Random): (bytes: Buffer) => void {
  return (bytes) => {
    for (let at = 0; at < bytes.length; at += 1) bytes[at] = Math.floor(random() * 256);
  };
}

interface Weighted {
  weight: number;
}
export function pick<Item extends Weighted>(items: readonly Item[], random: Random): Item {
  const total = items.reduce((sum, item) => sum + item.weight, 0);
  let left = random() * total;
  for (const item of items) {
    left -= item.weight;
    if (left < 0) return item;
  }
  const last = items.at(-1);
  if (!last) throw new Error('Nothing to pick from');
  return last;
}

/** Where visitors come from and what they read; `utcOffsetHours` moves their day. */
export const VISITOR_COUNTRIES = [
  { country: 'US', language: 'en', weight: 30, utcOffsetHours: -6 },
  { country: 'DE', language: 'de', weight: 22, utcOffsetHours: 1 },
  { country: 'GB', language: 'en', weight: 13, utcOffsetHours: 0 },
  { country: 'FR', language: 'fr', weight: 8, utcOffsetHours: 1 },
  { country: 'AT', language: 'de', weight: 6, utcOffsetHours: 1 },
  { country: 'CH', language: 'de', weight: 5, utcOffsetHours: 1 },
  { country: 'CA', language: 'en', weight: 5, utcOffsetHours: -5 },
  { country: 'NL', language: 'nl', weight: 4, utcOffsetHours: 1 },
  { country: 'ES', language: 'es', weight: 3, utcOffsetHours: 1 },
  { country: 'AU', language: 'en', weight: 2, utcOffsetHours: 10 },
  { country: 'JP', language: 'ja', weight: 1, utcOffsetHours: 9 },
  { country: 'BR', language: 'pt', weight: 1, utcOffsetHours: -3 },
] as const;

/** Browsers as they introduce themselves. `view` and `click` scale the odds on such a device. */
export const BROWSERS: readonly {
  device: Device;
  weight: number;
  view: number;
  click: number;
  userAgent: string;
}[] = [
  {
    device: 'phone',
    weight: 30,
    view: 0.95,
    click: 1.2,
    userAgent:
      'Mozilla/5.0 (iPhone; CPU iPhone OS 18_6 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.6 Mobile/15E148 Safari/604.1',
  },
  {
    device: 'phone',
    weight: 26,
    view: 0.95,
    click: 1.3,
    userAgent:
      'Mozilla/5.0 (Linux; Android 10; K) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/141.0.0.0 Mobile Safari/537.36',
  },
  {
    device: 'desktop',
    weight: 24,
    view: 1,
    click: 0.8,
    userAgent:
      'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/141.0.0.0 Safari/537.36',
  },
  {
    device: 'desktop',
    weight: 8,
    view: 1,
    click: 0.7,
    userAgent:
      'Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.6 Safari/605.1.15',
  },
  {
    device: 'desktop',
    weight: 6,
    view: 1,
    click: 0.6,
    userAgent: 'Mozilla/5.0 (X11; Linux x86_64; rv:143.0) Gecko/20100101 Firefox/143.0',
  },
  {
    device: 'tablet',
    weight: 5,
    view: 1.05,
    click: 1,
    userAgent:
      'Mozilla/5.0 (iPad; CPU OS 18_6 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.6 Mobile/15E148 Safari/604.1',
  },
  {
    device: 'tv',
    weight: 1,
    view: 1.1,
    click: 0.1,
    userAgent:
      'Mozilla/5.0 (SMART-TV; Linux; Tizen 6.5) AppleWebKit/537.36 (KHTML, like Gecko) 85.0.4183.93/6.5 TV Safari/537.36',
  },
];

export const deviceCode = (device: Device): number => DEVICE_CODES[device];

/** Share of a day's visits by local hour: quiet nights, a morning, an evening peak. */
const HOURS = [18, 11, 7, 5, 5, 8, 17, 32, 44, 50, 52, 53, 56, 54, 51, 50, 52, 57, 65, 74, 79, 73, 55, 33];
const HOURS_MEAN = HOURS.reduce((sum, share) => sum + share, 0) / HOURS.length;
/** By UTC weekday, Sunday first: news are read at work. */
const WEEKDAYS = [0.82, 1.08, 1.1, 1.09, 1.05, 0.98, 0.84];

/** How busy an hour is for visitors of a country, around 1. */
export function hourFactor(utcHour: number, utcOffsetHours: number): number {
  return (HOURS[(utcHour + utcOffsetHours + 24) % 24] ?? 0) / HOURS_MEAN;
}

/** How busy a day is, around 1: weekday, slow growth, chance. */
export function dayFactor(dayStartMs: number, ageDays: number, random: Random): number {
  const weekday = new Date(dayStartMs).getUTCDay();
  return (WEEKDAYS[weekday] ?? 1) * (1 - Math.min(0.3, ageDays * 0.007)) * (0.93 + random() * 0.14);
}

const IMPRESSION_ODDS = 0.975;
const VIEW_ODDS = 0.66;
const CLICK_ODDS = 0.0028;

export interface Reaction {
  /** Milliseconds after the answer; null when it does not happen. */
  impressionMs: number | null;
  viewMs: number | null;
  clickMs: number | null;
}

/** A creative's own appeal, 0.4–1.9, the same every time. */
export function appeal(creativeId: string): number {
  let hash = 0;
  for (const character of creativeId) hash = (Math.imul(hash, 31) + character.charCodeAt(0)) | 0;
  return 0.4 + ((hash >>> 0) % 1_000) / 667;
}

/** What a visitor does with an ad. A view and a click need the impression. `ctr`: clicks an impression, whatever it shows. */
export function react(
  creativeId: string,
  browser: { view: number; click: number },
  random: Random,
  ctr?: number,
): Reaction {
  if (random() >= IMPRESSION_ODDS) return { impressionMs: null, viewMs: null, clickMs: null };
  const impressionMs = 150 + Math.floor(random() * 900);
  const seen = random() < VIEW_ODDS * browser.view;
  const odds =
    ctr === undefined
      ? (CLICK_ODDS / VIEW_ODDS) * browser.click * appeal(creativeId)
      : ctr / (VIEW_ODDS * browser.view);
  const clicked = seen && random() < odds;
  return {
    impressionMs,
    viewMs: seen ? impressionMs + 1_000 + Math.floor(random() * 4_000) : null,
    clickMs: clicked ? impressionMs + 2_500 + Math.floor(random() * 20_000) : null,
  };
}
