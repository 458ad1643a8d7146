import { NO_FILL_REASONS, rowId } from '@ezdash/contracts';
import { advertiserDomain, domainAndParents } from '../advertiserDomain';
import type { ClientClass } from '../clientClass';
import { languageNumber } from '../language';
import type { Blocks, CampaignInput } from '../snapshotInput';
import { ANYBODY, amongSet } from './among';
import { Bitset } from './Bitset';
import { ClientSets } from './ClientSets';
import { ContextSets } from './ContextSets';
import { countryNumber, UNKNOWN_COUNTRY } from './country';
import { type Choice, Dimension } from './Dimension';
import type { Narrowing, SnapshotCampaign, SnapshotZone } from './entries';
import { Misses } from './Misses';
import { countryOf, type Origin, regionNumber, regionOf, wholeCountriesOf } from './region';
import { SetCache } from './SetCache';

/** Who may be shown in a zone, whoever visits it. */
export interface Place {
  set: Bitset;
  /** Guaranteed campaigns from this position on are below the floor. */
  guaranteedEnd: number;
  /** Those of the auction from this position on are. */
  auctionEnd: number;
  /** Why the set is empty, 0 when it is not. */
  reason: 0 | (typeof NO_FILL_REASONS)['no-size' | 'no-placement' | 'blocked' | 'unsupported'];
}

const MEGABYTE = 1_048_576;
/** What the sets that are made on demand may weigh, by kind. Twice this at most: a cache keeps two generations. */
const CACHE_BYTES = {
  places: 24 * MEGABYTE,
  clients: 12 * MEGABYTE,
  origins: 8 * MEGABYTE,
  countries: 4 * MEGABYTE,
  others: 4 * MEGABYTE,
};
/** Whoever has fewer campaigns than a word has bits is stepped over as quickly. */
const LEAST_LEFT_OUT = 32;

const mapped = <From, To>(
  choice: Choice<From> | undefined,
  to: (value: From) => To,
): Choice<To> | undefined => choice && { include: choice.include.map(to), exclude: choice.exclude.map(to) };
/** What names nothing still narrows: no visitor has it, and it is not what is unknown either. */
const NOBODY = -1;
const namedCountry = (code: string) => {
  const number = countryNumber(code);
  return number === UNKNOWN_COUNTRY ? NOBODY : number;
};
const namedRegion = (code: string) => regionNumber(code) || NOBODY;
const namedLanguage = (code: string) => languageNumber(code) || NOBODY;
const rowOf = (kind: 'property' | 'zone') => (id: string) => rowId(kind, id) ?? NOBODY;

/** One campaign of the index and where it wants to be shown. */
export interface Entry {
  campaign: SnapshotCampaign;
  input: CampaignInput;
}

const RANKS = { guaranteed: 0, auction: 1, house: 2 } as const;
/** Guaranteed before auction before house; within each the best eCPM first, then the older campaign. */
export const byRank = (a: Entry, b: Entry): number =>
  RANKS[a.campaign.priority] - RANKS[b.campaign.priority] ||
  b.campaign.ecpmMicros - a.campaign.ecpmMicros ||
  a.campaign.id - b.campaign.id;

/**
 * Campaigns in the order of preference, and who of them takes what. A decision intersects five sets however many
 * dimensions there are: those of the zone, of the browser's class, of the visitor's origin, of the language and of the
 * page's keywords with the address. Each is made when it is first asked for and kept while there is room.
 */
export class CampaignIndex {
  readonly campaigns: SnapshotCampaign[] = [];
  readonly ecpmMicros: Float64Array;
  /** Positions of campaigns that were taken out. */
  readonly gone: Bitset;
  /** Before it lie the guaranteed campaigns, from `houseFrom` on the house ads. */
  auctionFrom = 0;
  houseFrom = 0;
  /** Anybody here is shown only where the tag measures. */
  hasMeasuredOnly = false;
  readonly clients: ClientSets;
  readonly countries: Dimension<number>;
  readonly regions: Dimension<number>;
  readonly languages: Dimension<number>;
  readonly contexts: ContextSets;
  /** Of visitors of a zone whom nobody here takes. */
  readonly misses = new Misses();
  private readonly sizes = new Map<number, Bitset>();
  private readonly properties: Dimension<number>;
  private readonly zones: Dimension<number>;
  private readonly categories: Dimension<string>;
  /** Positions by what a publisher may block. */
  private readonly byAdvertiser = new Map<number, number[]>();
  private readonly byCategory = new Map<string, number[]>();
  private readonly withoutCategory: number[] = [];
  private readonly byCreative = new Map<number, number>();
  /** By the domain of the landing page, and by those above it. */
  private readonly byDomain = new Map<string, number[]>();
  private readonly positions = new Map<number, number>();
  private readonly places: SetCache<number, Place>;
  /** What was asked for last, which several ask for in a decision. */
  private lastZone: SnapshotZone | null = null;
  private lastPlace: Place | null = null;
  /** By what campaigns tell apart of browsers (`ClientSets.keyOf`). */
  private readonly clientSets: SetCache<number>;
  /** By country, for visitors of whose region nothing is known or asked. */
  private readonly wholeCountries: (Bitset | undefined)[] = [];
  /** Who names regions of other countries, by each country that it names and takes whole. */
  private readonly unnarrowed = new Map<number, number[]>();
  private readonly origins: SetCache<Origin>;
  private readonly countrySets: SetCache<number>;
  private readonly otherSets: SetCache<number>;
  private readonly deviceSets: (Bitset | undefined)[] = [];
  private readonly languageSets: (Bitset | undefined)[] = [];

  /** For at most `size` campaigns, which are then added in order. */
  constructor(readonly size: number) {
    this.ecpmMicros = new Float64Array(size);
    this.gone = new Bitset(size);
    this.clients = new ClientSets(size);
    this.countries = new Dimension(size);
    this.regions = new Dimension(size);
    this.languages = new Dimension(size);
    this.properties = new Dimension(size);
    this.zones = new Dimension(size);
    this.categories = new Dimension(size);
    this.places = new SetCache(size, CACHE_BYTES.places);
    this.clientSets = new SetCache(size, CACHE_BYTES.clients);
    this.origins = new SetCache(size, CACHE_BYTES.origins);
    this.countrySets = new SetCache(size, CACHE_BYTES.countries);
    this.otherSets = new SetCache(size, CACHE_BYTES.others);
    this.contexts = new ContextSets(size);
  }

  /** Adds the campaign that comes next in order (`byRank`). */
  add({ campaign, input }: Entry): void {
    const position = this.campaigns.length;
    const { targeting, category } = input;
    this.campaigns.push(campaign);
    this.positions.set(campaign.id, position);
    this.ecpmMicros[position] = campaign.ecpmMicros;
    if (campaign.priority === 'guaranteed') this.auctionFrom = position + 1;
    if (campaign.priority !== 'house') this.houseFrom = position + 1;
    this.hasMeasuredOnly ||= campaign.measuredOnly;
    for (const { size, list } of campaign.creatives) {
      this.sizeSet(size).set(position);
      for (const { id } of list) this.byCreative.set(id, position);
    }
    this.clients.add(position, targeting);
    this.countries.add(position, mapped(targeting.countries, namedCountry));
    this.regions.add(position, mapped(targeting.regions, namedRegion));
    for (const code of wholeCountriesOf(targeting)) note(this.unnarrowed, namedCountry(code), position);
    this.languages.add(position, mapped(targeting.languages, namedLanguage));
    this.contexts.add(position, targeting);
    this.properties.add(position, mapped(targeting.properties, rowOf('property')));
    this.zones.add(position, mapped(targeting.zones, rowOf('zone')));
    this.categories.add(position, targeting.categories);
    note(this.byAdvertiser, campaign.advertiserId, position);
    if (category === null) this.withoutCategory.push(position);
    else note(this.byCategory, category, position);
    // All of its creatives lead to the campaign's one landing page.
    const landing = campaign.creatives[0]?.list[0]?.landing ?? null;
    for (const domain of domainAndParents(advertiserDomain(landing))) note(this.byDomain, domain, position);
  }

  /** How many campaigns it has that were not removed. */
  get count(): number {
    return this.positions.size;
  }

  /** Where a campaign lies; undefined when it is not here. */
  positionOf(campaignId: number): number | undefined {
    return this.positions.get(campaignId);
  }

  /** Takes campaigns out, if they are here: their positions stay, and no zone has them any more. */
  remove(campaignIds: readonly number[]): void {
    const positions: number[] = [];
    for (const id of campaignIds) {
      const position = this.positions.get(id);
      if (position === undefined) continue;
      positions.push(position);
      this.positions.delete(id);
      this.gone.set(position);
    }
    if (positions.length === 0) return;
    for (const [size, set] of this.sizes) {
      set.clearAll(positions);
      if (set.isEmpty()) this.sizes.delete(size);
    }
    this.lastPlace = null;
    this.places.change((place) => {
      place.set.clearAll(positions);
      // Why nobody is left is found out when it is asked for again.
      return place.reason === 0 ? !place.set.isEmpty() : false;
    });
  }

  place(zone: SnapshotZone): Place {
    if (zone.narrowing !== null) return this.narrowPlace(zone, zone.narrowing);
    if (this.lastPlace !== null && zone === this.lastZone) return this.lastPlace;
    const place = this.places.get(zone.id) ?? this.places.put(zone.id, this.makePlace(zone));
    this.lastZone = zone;
    this.lastPlace = place;
    return place;
  }

  /** Of those whom everybody else may get there, whom the request takes, at a floor of its own. */
  private narrowPlace(zone: SnapshotZone, { base, among }: Narrowing): Place {
    const { reason: ofAll } = this.place(base);
    const set = this.allowed(zone).copy();
    let reason = ofAll === 0 && set.isEmpty() ? NO_FILL_REASONS.blocked : ofAll;
    set.keep(amongSet(this, among));
    if (reason === 0 && set.isEmpty()) reason = NO_FILL_REASONS.unsupported;
    const guaranteedEnd = this.floorEnd(0, this.auctionFrom, zone.floorMicros);
    const auctionEnd = this.floorEnd(this.auctionFrom, this.houseFrom, zone.floorMicros);
    return { set, guaranteedEnd, auctionEnd, reason };
  }

  /** Who is blocked in a place neither by its publisher nor by the categories of who asks. Not to be changed. */
  allowed(zone: SnapshotZone): Bitset {
    const { narrowing } = zone;
    if (narrowing === null) return this.place(zone).set;
    const { set } = this.place(narrowing.base);
    const { categories } = narrowing.among;
    if (categories === null) return set;
    const allowed = set.copy();
    allowed.keep(amongSet(this, { ...ANYBODY, categories }));
    return allowed;
  }

  /** How the set of a place comes about: who has anything for its size, and who of them wants to be shown there. */
  steps(zone: SnapshotZone): { sized: Bitset; placed: Bitset } {
    const sized = this.sizes.get(zone.size) ?? new Bitset(this.size);
    const placed = sized.copy();
    this.keepPlaced(placed, zone);
    return { sized, placed };
  }

  client(client: ClientClass): Bitset {
    const key = this.clients.keyOf(client);
    return this.clientSets.get(key) ?? this.clientSets.put(key, this.clients.taking(client));
  }

  origin(origin: Origin): Bitset {
    const region = regionOf(origin);
    // Regions that nobody names are one to the campaigns.
    if (region === 0 || !this.regions.names(region)) return this.wholeCountry(countryOf(origin));
    return this.origins.get(origin) ?? this.origins.put(origin, this.makeOrigin(countryOf(origin), region));
  }

  language(language: number): Bitset {
    const known = this.languageSets[language];
    if (known !== undefined) return known;
    const made = this.languages.of(language);
    this.languageSets[language] = made;
    return made;
  }

  /** Who takes the country, whatever is known of the region. */
  country(country: number): Bitset {
    if (!this.regions.isUsed) return this.wholeCountry(country);
    return this.countrySets.get(country) ?? this.countrySets.put(country, this.countries.of(country));
  }

  /** Who takes the device, whatever runs on it. */
  device(device: number): Bitset {
    const known = this.deviceSets[device];
    if (known !== undefined) return known;
    const made = this.clients.takingDevice(device);
    this.deviceSets[device] = made;
    return made;
  }

  /** Where an advertiser's campaigns lie, also those that were taken out. */
  ofAdvertiser(advertiserId: number): readonly number[] {
    return this.byAdvertiser.get(advertiserId) ?? [];
  }

  /** Where the campaigns of some creatives lie, also those that were taken out. */
  ofCreatives(ids: readonly number[]): Set<number> {
    const found = new Set<number>();
    for (const id of ids) {
      const position = this.byCreative.get(id);
      if (position !== undefined) found.add(position);
    }
    return found;
  }

  /** Everybody but an advertiser's own; null when these are so few that a set is not worth it. */
  othersThan(advertiserId: number): Bitset | null {
    const own = this.byAdvertiser.get(advertiserId);
    if (own === undefined || own.length < LEAST_LEFT_OUT) return null;
    const known = this.otherSets.get(advertiserId);
    if (known !== undefined) return known;
    const others = Bitset.full(this.size);
    others.clearAll(own);
    return this.otherSets.put(advertiserId, others);
  }

  /** Who takes the page's keywords and the visitor's address; null when no campaign asks for either. */
  context(keywords: readonly string[], address: string): Bitset | null {
    return this.contexts.of(keywords, address);
  }

  /** These zones have changed: what was known of theirs is made anew. */
  forgetPlaces(zoneIds: readonly number[]): void {
    this.lastPlace = null;
    for (const id of zoneIds) {
      this.places.delete(id);
      this.misses.forget(id);
    }
  }

  private sizeSet(size: number): Bitset {
    const set = this.sizes.get(size) ?? new Bitset(this.size);
    this.sizes.set(size, set);
    return set;
  }

  private wholeCountry(country: number): Bitset {
    const known = this.wholeCountries[country];
    if (known !== undefined) return known;
    const made = this.makeOrigin(country, 0);
    this.wholeCountries[country] = made;
    return made;
  }

  private makeOrigin(country: number, region: number): Bitset {
    const set = this.countries.taking([country]);
    if (!this.regions.isUsed) return set;
    const whole = this.unnarrowed.get(country);
    if (whole === undefined) {
      set.keep(this.regions.of(region));
      return set;
    }
    const regions = this.regions.taking([region]);
    regions.setAll(whole);
    regions.clearAll(this.regions.excludesOf(region));
    set.keep(regions);
    return set;
  }

  private makePlace(zone: SnapshotZone): Place {
    const guaranteedEnd = this.floorEnd(0, this.auctionFrom, zone.floorMicros);
    const auctionEnd = this.floorEnd(this.auctionFrom, this.houseFrom, zone.floorMicros);
    const sized = this.sizes.get(zone.size);
    if (sized === undefined)
      return { set: new Bitset(this.size), guaranteedEnd, auctionEnd, reason: NO_FILL_REASONS['no-size'] };
    const set = sized.copy();
    this.keepPlaced(set, zone);
    let reason: Place['reason'] = set.isEmpty() ? NO_FILL_REASONS['no-placement'] : 0;
    if (reason === 0 && zone.blocks !== null) {
      this.block(set, zone, zone.blocks);
      if (set.isEmpty()) reason = NO_FILL_REASONS.blocked;
    }
    return { set, guaranteedEnd, auctionEnd, reason };
  }

  /** Keeps whom their own targeting lets be shown there. */
  private keepPlaced(set: Bitset, zone: SnapshotZone): void {
    set.keep(this.properties.of(zone.propertyId));
    set.keep(this.zones.of(zone.id));
    set.keep(this.categories.of(zone.category));
  }

  private block(set: Bitset, zone: SnapshotZone, blocks: Blocks): void {
    const { advertisers, categories, creatives, domains } = blocks;
    for (const id of advertisers) set.clearAll(this.byAdvertiser.get(id));
    for (const name of domains) set.clearAll(this.byDomain.get(name));
    for (const name of categories) set.clearAll(this.byCategory.get(name));
    // Naming no category is no way around a list of them.
    if (categories.length > 0) set.clearAll(this.withoutCategory);
    if (creatives.length > 0) this.blockCreatives(set, zone, new Set(creatives));
  }

  /** Whoever has nothing left of the zone's size; who has something left shows that. */
  private blockCreatives(set: Bitset, zone: SnapshotZone, creatives: ReadonlySet<number>): void {
    for (const id of creatives) {
      const position = this.byCreative.get(id);
      if (position === undefined) continue;
      const sized = this.campaigns[position]?.creatives.find(({ size }) => size === zone.size);
      if (sized?.list.every((creative) => creatives.has(creative.id))) set.clear(position);
    }
  }

  /** The first position of a class below the floor. */
  private floorEnd(from: number, end: number, floorMicros: number): number {
    let low = from;
    let high = end;
    while (low < high) {
      const middle = (low + high) >>> 1;
      if ((this.ecpmMicros[middle] ?? 0) >= floorMicros) low = middle + 1;
      else high = middle;
    }
    return low;
  }
}

function note<Key>(lists: Map<Key, number[]>, key: Key, position: number): void {
  const positions = lists.get(key);
  if (positions === undefined) lists.set(key, [position]);
  else positions.push(position);
}
