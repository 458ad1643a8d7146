import {
  BROWSER_CODES,
  type Browser,
  CLAIM_SOURCES,
  DEVICE_CODES,
  MAX_KEYWORDS_PER_REQUEST,
  type OperatingSystem,
  OS_CODES,
  TARGETING_MOST,
  versionNumber,
} from '@ezdash/contracts';
import { canonicalAddress } from '../../platform/address';
import {
  type ClientClass,
  clientClass,
  countryNumber,
  countryOf,
  type Geo,
  languageNumber,
  type NetworkKinds,
  originOf,
  regionNumber,
  type UserAgent,
  type Visitor,
} from '../serving';
import type { BidRequest, Device, Regs } from './bidRequest';
import { countryOfThree } from './countries';

export interface VisitorParts {
  geo: Geo;
  networks: NetworkKinds;
  userAgents: (header: string | undefined) => UserAgent;
}

type Brand = NonNullable<NonNullable<Device['sua']>['browsers']>[number];

const platforms: Readonly<Record<string, OperatingSystem>> = {
  windows: 'windows',
  macos: 'macos',
  'mac os x': 'macos',
  linux: 'linux',
  'chrome os': 'chromeos',
  chromeos: 'chromeos',
  'chromium os': 'chromeos',
  ios: 'ios',
  ipados: 'ios',
  android: 'android',
};
/** The brand that says most stands first: every Edge is a Chromium too. */
const brands: readonly (readonly [string, Browser])[] = [
  ['microsoft edge', 'edge'],
  ['opera', 'opera'],
  ['samsung internet', 'samsung'],
  ['google chrome', 'chrome'],
  ['firefox', 'firefox'],
  ['safari', 'safari'],
  ['chromium', 'chrome'],
];
/** AdCOM's device types; a connected device or a set-top box hangs on a television. */
const deviceTypes: Readonly<Record<number, number>> = {
  1: DEVICE_CODES.phone,
  2: DEVICE_CODES.desktop,
  3: DEVICE_CODES.tv,
  4: DEVICE_CODES.phone,
  5: DEVICE_CODES.tablet,
  6: DEVICE_CODES.tv,
  7: DEVICE_CODES.tv,
};

function versionOf({ version = [] }: Brand): number {
  const [major = '', minor = '0'] = version;
  const isVersion = /^\d{1,4}$/.test(major) && /^\d{1,4}$/.test(minor);
  return isVersion ? versionNumber(`${major}.${minor}`) : -1;
}

const systemOf = (brand: string): OperatingSystem => platforms[brand.toLowerCase()] ?? 'other';
function browserOf(named: readonly Brand[]): number {
  const names = named.map(({ brand }) => brand.toLowerCase());
  const [, browser = 'other'] = brands.find(([name]) => names.includes(name)) ?? [];
  return BROWSER_CODES[browser];
}

/** Client hints go before the header, which browsers have frozen; what they leave open the header says. */
function clientOf({ sua, ua, devicetype }: Device, { userAgents }: VisitorParts): UserAgent | null {
  const fromHeader = ua === undefined || ua === '' ? null : userAgents(ua);
  if (fromHeader?.bot) return fromHeader;
  const stated = deviceTypes[devicetype ?? 0];
  if (!sua && !fromHeader) return null;
  const known = fromHeader?.client;
  const device = stated ?? (sua?.mobile === 1 ? DEVICE_CODES.phone : (known?.device ?? DEVICE_CODES.desktop));
  const system = sua?.platform && systemOf(sua.platform.brand);
  // Client hints count Windows by numbers of their own (13 is Windows 11), which no campaign names.
  const hinted = sua?.platform && system !== 'windows' ? versionOf(sua.platform) : -1;
  const isSame = system === undefined || OS_CODES[system] === known?.os;
  const client: ClientClass = clientClass(
    device,
    system ? OS_CODES[system] : (known?.os ?? 0),
    hinted >= 0 ? hinted : isSame ? (known?.osVersion ?? -1) : -1,
    sua?.browsers && sua.browsers.length > 0 ? browserOf(sua.browsers) : (known?.browser ?? 0),
  );
  return { client, bot: false };
}

const says = (signal: unknown) => signal === 1 || signal === '1' || signal === true;

/** Whether anything asks not to be followed: then neither region nor address are looked at, as with a browser. */
export function isPrivate(device: Device | undefined, regs: Regs | undefined): boolean {
  if (device?.dnt === 1 || device?.lmt === 1) return true;
  if (!regs) return false;
  const optedOut = /^1.Y/i.test(regs.us_privacy ?? '');
  // Nobody has consented to us: under the GDPR, under a law told by a GPP string and for children we take the same care
  // as for whoever objects.
  const isUnderLaw = regs.gdpr === 1 || (regs.gpp ?? '') !== '' || regs.coppa === 1;
  return isUnderLaw || optedOut || says(regs.gpc) || says(regs.ext?.gpc);
}

function originOfDevice({ geo, ip, ipv6 }: Device, parts: VisitorParts): number {
  const country = countryOfThree(geo?.country ?? '');
  if (country === undefined) return parts.geo(ip ?? ipv6 ?? '');
  // `CA` as well as `US-CA`.
  const code = (geo?.region ?? '').toUpperCase().replace(`${country}-`, '');
  const region = /^[A-Z0-9]{1,3}$/.test(code) ? regionNumber(`${country}-${code}`) : 0;
  return originOf(countryNumber(country), region);
}

const NO_DEVICE: Device = {};

/**
 * Who would see the ad, as the fast path would have found them; null when nothing is said of the browser. Identifiers
 * and coordinates are not even read.
 */
export function visitorOf({ device = NO_DEVICE, regs }: BidRequest, parts: VisitorParts): Visitor | null {
  const agent = clientOf(device, parts);
  if (agent === null) return null;
  const address = canonicalAddress(device.ip ?? device.ipv6 ?? '') ?? '';
  const isAsked = isPrivate(device, regs);
  const origin = originOfDevice(device, parts);
  return {
    origin: isAsked ? countryOf(origin) : origin,
    client: agent.client,
    language: languageNumber((device.language ?? device.langb ?? '').slice(0, 2).toLowerCase()),
    address: isAsked ? '' : address,
    bot: agent.bot,
    prefetch: false,
    network: parts.networks.of(address),
    private: isAsked,
    named: { source: CLAIM_SOURCES.seat, address },
  };
}

/** As of a page's keywords: what the database keeps nowhere. */
const UNPRINTABLE = /[\p{Cc}\p{Cs}]/u;

/** What the page or the app is about. What a person is interested in is not asked. */
export function keywordsOf({ site, app, dooh }: BidRequest): string[] {
  const keywords = new Set<string>();
  for (const inventory of [site, app, dooh])
    for (const each of [inventory, inventory?.content])
      for (const word of [...(each?.keywords?.split(',') ?? []), ...(each?.kwarray ?? [])]) {
        const plain = word.trim().toLowerCase();
        const fits = plain !== '' && plain.length <= TARGETING_MOST.keywordLength;
        if (fits && !UNPRINTABLE.test(plain)) keywords.add(plain);
      }
  return [...keywords].slice(0, MAX_KEYWORDS_PER_REQUEST);
}
