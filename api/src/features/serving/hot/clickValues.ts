import { BROWSER_CODES, DEVICE_CODES, OS_CODES } from '@ezdash/contracts';
import { countryCode, UNKNOWN_COUNTRY } from './index/country';
import type { SnapshotCreative, SnapshotZone } from './index/entries';
import type { ClickValues } from './index/landing';
import { countryOf, type Origin, regionCode, regionOf } from './index/region';
import { languageCode } from './language';
import type { VerifiedToken } from './token';

/** What a click says beside its token. */
export interface ClickFacts {
  creative: Pick<SnapshotCreative, 'publicId' | 'campaignPublicId'>;
  zone: Pick<SnapshotZone, 'publicId' | 'domain'> | undefined;
  /** Where the click comes from. */
  origin: Origin;
  /** The publisher's own word (`sub`); empty when there is none. */
  sub: string;
  /** The click itself asks not to be followed; the decision may have said so too. */
  private: boolean;
}

const MICROS = 1_000_000;
const SECOND_MS = 1_000;
const RANDOM_BELOW = 2 ** 32;

function namesOf(codes: Readonly<Record<string, number>>): readonly string[] {
  const names = [''];
  for (const [name, code] of Object.entries(codes)) names[code] = name;
  return names;
}
const devices = namesOf(DEVICE_CODES);
const systems = namesOf(OS_CODES);
const browsers = namesOf(BROWSER_CODES);

/** A client that names neither its system nor its browser is decided for as a desktop, which is a guess. */
const isUnknownClient = ({ device, os, browser }: VerifiedToken): boolean =>
  device === DEVICE_CODES.desktop && os === 0 && browser === 0;

/**
 * What the macros of a landing page are filled in with. By its id, a publisher's word, a region or a moment in
 * milliseconds an advertiser might know the person again: who asks not to be followed brings none of them.
 */
export function clickValues(
  token: VerifiedToken,
  { creative, zone, origin, sub, ...facts }: ClickFacts,
): ClickValues {
  const isPrivate = facts.private || token.private;
  const { decidedAtMs } = token;
  const isSameCountry = countryOf(origin) === token.country;
  return {
    click_id: isPrivate ? '' : token.decisionId,
    campaign: creative.campaignPublicId,
    creative: creative.publicId,
    site: zone?.domain ?? '',
    zone: zone?.publicId ?? '',
    sub_id: isPrivate ? '' : sub,
    country: token.country >= UNKNOWN_COUNTRY ? '' : countryCode(token.country),
    region: isPrivate || !isSameCountry ? '' : regionCode(regionOf(origin)),
    device: isUnknownClient(token) ? '' : (devices[token.device] ?? ''),
    os: systems[token.os] ?? '',
    browser: browsers[token.browser] ?? '',
    language: languageCode(token.language),
    cost: String(token.priceMicros / MICROS),
    timestamp: String(isPrivate ? decidedAtMs - (decidedAtMs % SECOND_MS) : decidedAtMs),
    // Against caches; nobody is kept under it.
    random: String(Math.floor(Math.random() * RANDOM_BELOW)),
  };
}
