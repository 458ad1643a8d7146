import { countryNumber } from '../index/country';
import type { Random } from '../testMarket';
import { makeForecast, type SeenTraffic, type TrafficForecast, utcHourOfWeek } from './forecast';

const MINUTE_MS = 60_000;
const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;
const WEEKS = 3;

/** Visitors of one country: how many there are, and when its evening is. */
interface Country {
  code: string;
  part: number;
  /** Hours its clocks are ahead of UTC. */
  offset: number;
}
const COUNTRIES: readonly Country[] = [
  { code: 'DE', part: 0.45, offset: 1 },
  { code: 'US', part: 0.35, offset: -6 },
  { code: 'JP', part: 0.2, offset: 9 },
];
export const originOf = (code: string): number => countryNumber(code);

/** By hour of a country's day, the mean is about 1: quiet at four, busy at nine in the evening. */
const DAY_SHAPE = [
  0.55, 0.35, 0.25, 0.2, 0.18, 0.25, 0.5, 0.8, 1, 1.1, 1.1, 1.15, 1.25, 1.2, 1.1, 1.1, 1.2, 1.35, 1.5, 1.7,
  1.8, 1.75, 1.4, 0.9,
];
/** Monday first. */
const WEEK_SHAPE = [1, 1.02, 1.03, 1.02, 1.05, 0.9, 0.85];

/** What a part of the day is like: how many times as many visitors as usual, by the moment. */
export type Weather = (timeMs: number) => number;
export const asUsual: Weather = () => 1;

/** Between two hours the traffic goes gradually from one to the other. */
function usual({ part, offset }: Country, timeMs: number): number {
  const local = timeMs + offset * HOUR_MS;
  const middle = local / HOUR_MS - 0.5;
  const before = Math.floor(middle);
  const hour = ((before % 24) + 24) % 24;
  const shape =
    (DAY_SHAPE[hour] ?? 1) + ((DAY_SHAPE[(hour + 1) % 24] ?? 1) - (DAY_SHAPE[hour] ?? 1)) * (middle - before);
  return part * shape * (WEEK_SHAPE[Math.floor(utcHourOfWeek(local) / 24)] ?? 1);
}

/** Numbers near 1, one for each hour and country: what makes an hour unlike the same hour of last week. */
function noiseOf(random: Random, size: number): (country: number, hour: number) => number {
  const known: number[][] = COUNTRIES.map(() => []);
  let firstHour = Number.NaN;
  return (country, hour) => {
    if (Number.isNaN(firstHour)) firstHour = hour;
    const own = known[country] ?? [];
    own[hour - firstHour] ??= 1 + size * (random() + random() + random() - 1.5);
    return own[hour - firstHour] ?? 1;
  };
}

/** How many come when so many are expected (Knuth 1969, in steps that no exponential is too small for). */
function poisson(expected: number, random: Random): number {
  let count = 0;
  for (let left = expected; left > 0; left -= 50) {
    const limit = Math.exp(-Math.min(50, left));
    for (let product = random(); product > limit; product *= random()) count += 1;
  }
  return count;
}

/** One ad request. */
export interface Visit {
  timeMs: number;
  country: string;
}

/** Ad requests from one moment to another, in their order: `perSecond` of them in the mean of an ordinary day. */
export function* visits(
  fromMs: number,
  toMs: number,
  perSecond: number,
  weather: Weather,
  random: Random,
): Generator<Visit> {
  const noise = noiseOf(random, 0.15);
  for (let minuteMs = fromMs; minuteMs < toMs; minuteMs += MINUTE_MS) {
    const hour = Math.floor(minuteMs / HOUR_MS);
    const found: Visit[] = [];
    const wholeMinute = weather(minuteMs) * perSecond * 60;
    for (const [index, country] of COUNTRIES.entries()) {
      const expected = usual(country, minuteMs + MINUTE_MS / 2) * noise(index, hour) * wholeMinute;
      for (let count = poisson(expected, random); count > 0; count -= 1)
        found.push({ timeMs: minuteMs + Math.floor(random() * MINUTE_MS), country: country.code });
    }
    yield* found.sort((a, b) => a.timeMs - b.timeMs);
  }
}

/** The forecast of three weeks like these, each hour of them as random as the days to come. */
export function learntForecast(untilMs: number, perSecond: number, random: Random): TrafficForecast {
  const seen: SeenTraffic[] = [];
  const noise = noiseOf(random, 0.15);
  for (let day = WEEKS * 7; day > 0; day -= 1) {
    const level = 0.9 + 0.2 * random();
    for (let hour = 0; hour < 24; hour += 1) {
      const timeMs = untilMs - day * DAY_MS + hour * HOUR_MS;
      for (const [index, country] of COUNTRIES.entries()) {
        const requests = usual(country, timeMs + HOUR_MS / 2) * noise(index, timeMs / HOUR_MS) * level;
        seen.push({
          country: country.code,
          hourOfWeek: utcHourOfWeek(timeMs),
          requests: Math.round(requests * perSecond * 3_600),
        });
      }
    }
  }
  return makeForecast(
    seen,
    Array.from({ length: 168 }, () => WEEKS),
  );
}
