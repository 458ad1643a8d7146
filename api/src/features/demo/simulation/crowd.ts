import type { AdCandidate } from '@ezdash/contracts';
import { countryCode, createDataCentreTest, openGeo } from '../../serving';
import { BROWSERS, pick, type Random, VISITOR_COUNTRIES } from '../visitsModel';

/** Somebody with a browser, at home in a country. */
export interface SimulatedPerson {
  address: string;
  country: string;
  browser: (typeof BROWSERS)[number];
  headers: Record<string, string>;
  /** Times of impressions by capped campaign, as the tag keeps them, ms since 1970. */
  seen: Map<string, number[]>;
}

/** More people than this share their addresses with others; a rate needs so many to look like people. */
const MOST_PEOPLE = 20_000;
const LEAST_PEOPLE = 300;
/** Page views of one person in an hour, at most about. */
const VIEWS_AN_HOUR = 12;
const ATTEMPTS_A_PERSON = 400;

/** How many people it takes to make so many page views. */
export function crowdSize(pageViewsPerSecond: number, durationMs: number): number {
  const hours = Math.max(0.25, Math.min(1, durationMs / 3_600_000));
  const views = pageViewsPerSecond * Math.min(durationMs / 1_000, 3_600);
  return Math.round(Math.min(MOST_PEOPLE, Math.max(LEAST_PEOPLE, views / (VIEWS_AN_HOUR * hours))));
}

/**
 * People of the demo's countries in their shares, each with a public address of their own that the country database
 * places there, and no data centre's. The same from the same random numbers.
 */
export async function drawCrowd(
  size: number,
  privateShare: number,
  random: Random,
): Promise<SimulatedPerson[]> {
  const geo = await openGeo();
  const isDataCentre = createDataCentreTest();
  const totalWeight = VISITOR_COUNTRIES.reduce((sum, { weight }) => sum + weight, 0);
  const wanted = new Map<string, { left: number; language: string }>(
    VISITOR_COUNTRIES.map(({ country, language, weight }) => [
      country,
      { left: Math.max(1, Math.round((size * weight) / totalWeight)), language },
    ]),
  );
  const below = (limit: number) => Math.floor(random() * limit);
  const rounded = [...wanted.values()].reduce((sum, { left }) => sum + left, 0);
  const people: SimulatedPerson[] = [];
  const taken = new Set<string>();
  for (let attempt = 0; attempt < size * ATTEMPTS_A_PERSON && people.length < rounded; attempt += 1) {
    const address = `${1 + below(222)}.${below(256)}.${below(256)}.${1 + below(254)}`;
    const country = countryCode(geo(address));
    const place = wanted.get(country);
    if (!place || place.left === 0 || taken.has(address) || isDataCentre(address)) continue;
    place.left -= 1;
    taken.add(address);
    people.push(makePerson(address, country, place.language, random() < privateShare, random));
  }
  return people;
}

function makePerson(
  address: string,
  country: string,
  language: string,
  isPrivate: boolean,
  random: Random,
): SimulatedPerson {
  const browser = pick(BROWSERS, random);
  return {
    address,
    country,
    browser,
    headers: {
      'user-agent': browser.userAgent,
      'accept-language': `${language}-${country},${language};q=0.9`,
      'x-forwarded-for': address,
      ...(isPrivate && { 'sec-gpc': '1' }),
    },
    seen: new Map(),
  };
}

/** The first candidate under its cap, as the tag chooses; showing it counts. */
export function chooseFor(
  { seen }: SimulatedPerson,
  candidates: readonly AdCandidate[],
  nowMs: number,
): AdCandidate | undefined {
  return candidates.find(({ campaign, cap }) => {
    if (!cap) return true;
    const times = (seen.get(campaign) ?? []).filter((time) => time > nowMs - cap.seconds * 1_000);
    if (times.length >= cap.count) return false;
    seen.set(campaign, [...times, nowMs]);
    return true;
  });
}
