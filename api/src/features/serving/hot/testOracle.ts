import { isIPv4 } from 'node:net';
import { NO_FILL_REASONS, publicId, type Targeting } from '@ezdash/contracts';
import type { CampaignInput, CreativeInput } from './snapshotInput';
import { type Market, NOW_MS, type Person, RESERVE_MICROS } from './testMarket';

/**
 * The decision once more, for tests: in bigint, campaign by campaign, without an index, without a gate and without a
 * line of the engine's.
 */

export interface Ranked {
  input: CampaignInput;
  ecpm: bigint;
  unit: bigint;
  ctr: bigint;
}
export interface Expected {
  /** Who may be first; empty when nobody is. */
  winners: Ranked[];
  /** Who may be last: those without a frequency cap; empty when nobody is without. */
  lasts: Ranked[];
  /** Everybody of the auction who may be shown, best first. */
  auction: Ranked[];
  /** A code of NO_FILL_REASONS. */
  reason: number;
}

type Choice<Value> = { include: readonly Value[]; exclude: readonly Value[] } | undefined;
const takesAny = <Value>(choice: Choice<Value>, is: (value: Value) => boolean) =>
  choice === undefined ||
  ((choice.include.length === 0 || choice.include.some(is)) && !choice.exclude.some(is));

function number(version: string): number {
  const [major = '0', minor = '0'] = version.split('.');
  return Number(major) + Number(minor) / 10_000;
}
const takesOs = (targeting: Partial<Targeting>, { os, osVersion }: Person) =>
  takesAny(targeting.os, ({ name, min, max }) => {
    if (name !== os) return false;
    if (min === null && max === null) return true;
    if (osVersion === null) return false;
    const version = number(osVersion);
    // A last version without a minor one is compared by what it says: by the major alone.
    const asFarAsNamed = max?.includes('.') ? version : Math.floor(version);
    return (min === null || version >= number(min)) && (max === null || asFarAsNamed <= number(max));
  });

/** A country that is named stays whole when none of the named regions lies in it. */
function takesRegion({ countries, regions }: Partial<Targeting>, { country, region }: Person): boolean {
  const isNarrowed = regions?.include.some((code) => code.slice(0, 2) === country);
  const isWhole = !isNarrowed && countries?.include.some((code) => code === country);
  const include = isWhole ? [] : (regions?.include ?? []);
  return takesAny({ include, exclude: regions?.exclude ?? [] }, (code) => code === region);
}

const bytesOf = (address: string): string => {
  if (isIPv4(address))
    return address
      .split('.')
      .map((part) => Number(part).toString(2).padStart(8, '0'))
      .join('');
  const [head = '', tail = ''] = address.split('::');
  const groups = (part: string) => (part === '' ? [] : part.split(':'));
  const missing = 8 - groups(head).length - groups(tail).length;
  return [...groups(head), ...Array<string>(missing).fill('0'), ...groups(tail)]
    .map((group) => Number.parseInt(group, 16).toString(2).padStart(16, '0'))
    .join('');
};
function isWithin(address: string, range: string): boolean {
  const [prefix = '', length] = range.split('/');
  if (address === '' || isIPv4(address) !== isIPv4(prefix)) return false;
  const bits = bytesOf(prefix);
  const wanted = length === undefined ? bits.length : Number(length);
  return bytesOf(address).slice(0, wanted) === bits.slice(0, wanted);
}

/** Thursday 13:20 UTC, 14:20 in Berlin. */
const HOURS: Readonly<Record<string, number>> = { UTC: 85, 'Europe/Berlin': 86 };

/** What lies between a campaign and the visitor, in the order in which a no-fill is told. */
const STEPS: [number, (targeting: Partial<Targeting>, person: Person) => boolean][] = [
  [NO_FILL_REASONS['no-country'], (t, p) => takesAny(t.countries, (code) => code === p.country)],
  [NO_FILL_REASONS['no-region'], takesRegion],
  [NO_FILL_REASONS['no-device'], (t, p) => takesAny(t.devices, (name) => name === p.device)],
  [
    NO_FILL_REASONS['no-client'],
    (t, p) => takesAny(t.browsers, (name) => name === p.browser) && takesOs(t, p),
  ],
  [NO_FILL_REASONS['no-language'], (t, p) => takesAny(t.languages, (code) => code === p.language)],
  [NO_FILL_REASONS['no-keyword'], (t, p) => takesAny(t.keywords, (word) => p.keywords.includes(word))],
  [NO_FILL_REASONS['no-ip'], (t, p) => takesAny(t.ip_ranges, (range) => isWithin(p.address, range))],
];

const atLeastOne = (micros: bigint) => (micros > 1n ? micros : 1n);

/** An event costs no less than this, however little is left. */
const LOWEST = { CPM: 10_000n, CPC: 10_000n, CPA: 100_000n };

/** What a campaign has left of its day and of its owner's money. */
function leftOf({ budgets }: Market, { id, advertiserId, dailyBudgetMicros }: CampaignInput): bigint {
  const today = budgets.campaigns.find((sum) => sum.id === id)?.todayMicros ?? 0;
  const balance = budgets.advertisers.find((owner) => owner.id === advertiserId)?.balanceMicros ?? 0;
  return least(BigInt(dailyBudgetMicros - today), BigInt(balance));
}

/** Who wins by bidding bids less while less than one event is left: the first half of a half … that fits. */
function unitOf(market: Market, input: CampaignInput): bigint {
  const bid = BigInt(input.bidMicros);
  const whole = input.pricing === 'CPM' ? bid / 1000n : bid;
  const lowest = LOWEST[input.pricing];
  const left = leftOf(market, input);
  if (input.priority !== 'auction' || whole <= lowest || left < lowest) return whole;
  const halves = Array.from({ length: 64 }, (_, times) => whole >> BigInt(times));
  return most(lowest, halves.find((half) => half <= left) ?? 0n);
}

export function rank(market: Market, input: CampaignInput): Ranked {
  // In parts of 1,024 of one in a million, the least that there is.
  const ctr = BigInt(Math.min(1_000_000 * 1_024, Math.max(1, Math.round(input.ctrPpm * 1_024))));
  const unit = unitOf(market, input);
  return {
    input,
    unit,
    ctr,
    ecpm: input.pricing === 'CPM' ? unit * 1000n : atLeastOne((unit * ctr) / 1_024_000n),
  };
}

/** Whether a landing page is on one of the domains or below it, by the address alone. */
export function isOnAny(landingUrl: string, domains: readonly string[]): boolean {
  const host = new URL(landingUrl.replaceAll('{', '').replaceAll('}', '')).hostname.replace(/\.$/, '');
  return domains.some((domain) => host === domain || host.endsWith(`.${domain}`));
}

const isShowable = (market: Market, creative: CreativeInput) =>
  !market.exclude.includes(creative.id) &&
  !(market.input.zones[0]?.blocks?.creatives.includes(creative.id) ?? false);

/** Even pacing at 13:20 without a forecast: 800 of 1,440 minutes and one more. */
const lineOf = ({ dailyBudgetMicros }: CampaignInput) => (BigInt(dailyBudgetMicros) * 801n) / 1_440n;

/** Why a campaign that takes zone and visitor is not shown; 0 when it is. */
function shortOf(market: Market, { input, ecpm, unit }: Ranked): number {
  const [zone] = market.input.zones;
  const floor = BigInt(zone?.floorMicros ?? 0);
  if (input.priority !== 'house' && ecpm < floor) return NO_FILL_REASONS['below-floor'];
  if (input.startsAtMs !== null && NOW_MS < input.startsAtMs) return NO_FILL_REASONS['no-campaign'];
  if (input.endsAtMs !== null && NOW_MS >= input.endsAtMs) return NO_FILL_REASONS['no-campaign'];
  const sums = market.budgets.campaigns.find(({ id }) => id === input.id);
  if (input.impressionLimit !== null && (sums?.shown ?? 0) >= input.impressionLimit)
    return NO_FILL_REASONS.budget;
  const { hours } = input.targeting;
  if (hours && !hours.hours.includes(HOURS[hours.timezone] ?? -1)) return NO_FILL_REASONS.hours;
  if (input.priority !== 'house') {
    const today = BigInt(sums?.todayMicros ?? 0);
    if (unit > leftOf(market, input)) return NO_FILL_REASONS.budget;
    if (input.pacing === 'even' && 2n * today + unit > 2n * lineOf(input))
      return NO_FILL_REASONS['paced-out'];
  }
  const shows = market.input.creatives.some(
    (creative) =>
      creative.campaignId === input.id &&
      creative.approved &&
      creative.width === zone?.width &&
      creative.height === zone.height &&
      isShowable(market, creative),
  );
  return shows ? 0 : NO_FILL_REASONS['duplicate-creative'];
}

const SHORTNESS = [
  NO_FILL_REASONS['no-campaign'],
  NO_FILL_REASONS['below-floor'],
  NO_FILL_REASONS.budget,
  NO_FILL_REASONS.hours,
  NO_FILL_REASONS['paced-out'],
  NO_FILL_REASONS['duplicate-creative'],
];

export function expectedOf(market: Market): Expected {
  const [zone] = market.input.zones;
  if (!zone) throw new Error('The market has no zone');
  const none = (reason: number): Expected => ({ winners: [], lasts: [], auction: [], reason });
  const creativesOf = (id: number) =>
    market.input.creatives.filter((each) => each.campaignId === id && each.approved);
  const sold = market.input.campaigns
    .filter((input) => input.running && creativesOf(input.id).length > 0)
    .map((input) => rank(market, input))
    .filter(({ input, ecpm }) => input.priority === 'house' || ecpm > 0n);
  if (sold.length === 0) return none(NO_FILL_REASONS['no-campaign']);
  const fits = (creative: CreativeInput) => creative.width === zone.width && creative.height === zone.height;
  const sized = sold.filter(({ input }) => creativesOf(input.id).some(fits));
  if (sized.length === 0) return none(NO_FILL_REASONS['no-size']);
  const placed = sized.filter(
    ({ input: { targeting } }) =>
      takesAny(targeting.properties, (id) => id === publicId('property', zone.propertyId)) &&
      takesAny(targeting.zones, (id) => id === publicId('zone', zone.id)) &&
      takesAny(targeting.categories, (name) => name === zone.category),
  );
  if (placed.length === 0) return none(NO_FILL_REASONS['no-placement']);
  const { blocks } = zone;
  let left = placed.filter(
    ({ input }) =>
      blocks === null ||
      (!blocks.advertisers.includes(input.advertiserId) &&
        !isOnAny(input.landingUrl, blocks.domains) &&
        // What names no category is in none that is allowed.
        (blocks.categories.length === 0 ||
          (input.category !== null && !blocks.categories.includes(input.category))) &&
        creativesOf(input.id).some((creative) => fits(creative) && !blocks.creatives.includes(creative.id))),
  );
  if (left.length === 0) return none(NO_FILL_REASONS.blocked);
  for (const [reason, takes] of STEPS) {
    left = left.filter(({ input }) => takes(input.targeting, market.person));
    if (left.length === 0) return none(reason);
  }
  const reasons = left.map((each) => shortOf(market, each));
  const shown = left
    .filter((_, index) => reasons[index] === 0)
    .sort((a, b) => (a.ecpm === b.ecpm ? a.input.id - b.input.id : a.ecpm > b.ecpm ? -1 : 1));
  const nearest = Math.max(
    ...reasons.map((reason) => SHORTNESS.indexOf(reason as (typeof SHORTNESS)[number])),
  );
  if (shown.length === 0) return none(SHORTNESS[nearest] ?? -1);
  const auction = shown.filter(({ input }) => input.priority === 'auction');
  const lasts = foremost(shown.filter(({ input }) => input.cap === null));
  return { winners: foremost(shown), lasts, auction, reason: 0 };
}

/** Those of whom one comes first: guaranteed, or who bids the most, or house ads. `shown` is in order. */
function foremost(shown: readonly Ranked[]): Ranked[] {
  const of = (priority: CampaignInput['priority']) =>
    shown.filter(({ input }) => input.priority === priority);
  const auction = of('auction');
  const tied = auction.filter(({ ecpm }) => ecpm === auction[0]?.ecpm);
  const [first = []] = [of('guaranteed'), tied, of('house')].filter((group) => group.length > 0);
  return first;
}

const ceilDivide = (a: bigint, b: bigint) => (a + b - 1n) / b;
const most = (...values: bigint[]) => values.toSorted((a, b) => (a > b ? -1 : 1))[0] ?? 0n;
const least = (a: bigint, b: bigint) => [a, b].toSorted((x, y) => (x < y ? -1 : 1))[0] ?? 0n;

/**
 * What a campaign that was chosen pays, against the best of the auction behind it that is another advertiser's. One that
 * is passed over, so that the last has no frequency cap, and bids more than that last one is no rival of it.
 */
export function expectedPrice(
  market: Market,
  { auction }: Expected,
  chosen: Ranked,
  before: number[],
): bigint {
  if (chosen.input.priority === 'house') return 0n;
  if (chosen.input.bidding === 'fixed') return chosen.unit;
  const rivals = auction.filter(
    ({ input, ecpm }) =>
      input.advertiserId !== chosen.input.advertiserId &&
      !before.includes(input.id) &&
      (chosen.input.priority === 'guaranteed' || ecpm <= chosen.ecpm),
  );
  const floor = BigInt(market.input.zones[0]?.floorMicros ?? 0);
  const second = rivals[0] ? rivals[0].ecpm + 1n : 0n;
  const clearing = least(chosen.ecpm, most(second, floor, BigInt(RESERVE_MICROS)));
  const price =
    chosen.input.pricing === 'CPM'
      ? ceilDivide(clearing, 1000n)
      : ceilDivide(clearing * 1_024_000n, chosen.ctr);
  return least(chosen.unit, most(1n, price));
}
