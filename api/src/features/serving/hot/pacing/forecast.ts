import type { Targeting } from '@ezdash/contracts';

export const HOURS_OF_WEEK = 168;
const HOURS_OF_DAY = 24;
/** An hour of which nothing was seen still has this part of the mean hour: a line never stands still all night. */
const LEAST_PART = 0.02;
/** So many weeks' worth of the same hour of other days stand beside what was seen of an hour of the week. */
const DAY_SHAPE_WEEKS = 1;

/** Ad requests that are expected, by hour of the week in UTC (0 is Monday 00:00–01:00). The scale means nothing. */
export type WeekOfTraffic = readonly number[];

export interface TrafficForecast {
  network: WeekOfTraffic;
  /** By ISO 3166-1 code. */
  countries: ReadonlyMap<string, WeekOfTraffic>;
}

/** Without any history every hour is like every other. */
export const EVERY_HOUR_ALIKE: WeekOfTraffic = new Array<number>(HOURS_OF_WEEK).fill(1);
export const NO_HISTORY: TrafficForecast = { network: EVERY_HOUR_ALIKE, countries: new Map() };

/** The hour of the week of a moment, in UTC. 1970 began on a Thursday. */
export const utcHourOfWeek = (timeMs: number): number =>
  (Math.floor(timeMs / 3_600_000) + 72) % HOURS_OF_WEEK;

/** A country counts as much of everybody's week as comes to so many requests a week, beside its own. */
const SHARED_REQUESTS = 5_000;

/** Requests of one country in one hour of the week, over some weeks that are weighted by how long ago they were. */
export interface SeenTraffic {
  country: string;
  hourOfWeek: number;
  requests: number;
}

const sumOf = (values: readonly number[]) => values.reduce((sum, each) => sum + each, 0);

/**
 * The expected week of what was seen: requests by hour of the week, and of how many weeks, both weighted alike. An hour
 * that was seen in few weeks leans on the same hour of the other days, and an hour of the day that was never seen on
 * the mean of all.
 */
export function forecastWeek(requests: readonly number[], weeks: readonly number[]): WeekOfTraffic {
  const total = sumOf(requests);
  const totalWeeks = sumOf(weeks);
  if (total <= 0 || totalWeeks <= 0) return EVERY_HOUR_ALIKE;
  const mean = total / totalWeeks;
  const ofDay = Array.from({ length: HOURS_OF_DAY }, (_, hour) => {
    let sum = 0;
    let count = 0;
    for (let at = hour; at < HOURS_OF_WEEK; at += HOURS_OF_DAY) {
      sum += requests[at] ?? 0;
      count += weeks[at] ?? 0;
    }
    return count > 0 ? sum / count : mean;
  });
  return EVERY_HOUR_ALIKE.map((_, hour) => {
    const shape = (ofDay[hour % HOURS_OF_DAY] ?? mean) * DAY_SHAPE_WEEKS;
    const seen = (requests[hour] ?? 0) + shape;
    return Math.max(mean * LEAST_PART, seen / ((weeks[hour] ?? 0) + DAY_SHAPE_WEEKS));
  });
}

/** The forecast of what was seen; `weeks` says of how many weeks, by hour of the week. */
export function makeForecast(seen: readonly SeenTraffic[], weeks: readonly number[]): TrafficForecast {
  const everybody = new Array<number>(HOURS_OF_WEEK).fill(0);
  const byCountry = new Map<string, number[]>();
  for (const { country, hourOfWeek, requests } of seen) {
    const own = byCountry.get(country) ?? new Array<number>(HOURS_OF_WEEK).fill(0);
    byCountry.set(country, own);
    own[hourOfWeek] = (own[hourOfWeek] ?? 0) + requests;
    everybody[hourOfWeek] = (everybody[hourOfWeek] ?? 0) + requests;
  }
  const network = forecastWeek(everybody, weeks);
  const shared = SHARED_REQUESTS / sumOf(network);
  const countries = [...byCountry].map(([country, own]): [string, WeekOfTraffic] => {
    const week = forecastWeek(own, weeks);
    return [country, week.map((requests, hour) => requests + (network[hour] ?? 0) * shared)];
  });
  return { network, countries: new Map(countries) };
}

/** Whose traffic a campaign is paced by: the countries it names, or everybody's (empty). */
export function trafficKey({ countries }: Partial<Targeting>): string {
  if (countries === undefined) return '';
  return countries.include
    .filter((code) => !countries.exclude.includes(code))
    .sort()
    .join(' ');
}

/** The week of those a key names; of countries nobody came from yet, everybody's. */
export function weekOf({ network, countries }: TrafficForecast, key: string): WeekOfTraffic {
  if (key === '') return network;
  const known: WeekOfTraffic[] = [];
  for (const code of key.split(' ')) {
    const week = countries.get(code);
    if (week !== undefined) known.push(week);
  }
  if (known.length === 0) return network;
  return EVERY_HOUR_ALIKE.map((_, hour) => known.reduce((sum, week) => sum + (week[hour] ?? 0), 0));
}
