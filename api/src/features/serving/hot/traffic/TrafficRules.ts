import { type EventKind, INVALID_REASONS } from '@ezdash/contracts';
import type { Snapshot } from '../index/Snapshot';
import type { VerifiedToken } from '../token';
import { AddressKeys, NOBODY } from './AddressKeys';
import { NewWords } from './NewWords';
import { Presence, STAFF } from './Presence';
import { RateCounter, type RateLimit } from './RateCounter';
import type { TrafficLimits } from './trafficLimits';

/** Where an event comes from, as far as the rules ask. */
export interface EventOrigin {
  /** Empty, or missing, when nobody knows. */
  address?: string;
  /** Global Privacy Control or Do Not Track: the person is counted with their network only. */
  private?: boolean;
}

export interface TrafficRuleOptions {
  limits: TrafficLimits;
  /** Salt of the addresses' numbers. */
  random?: (bytes: number) => Buffer;
}

/**
 * Sooner after the decision than this nobody acts: the answer must arrive, be rendered, and be seen. A viewable
 * impression needs a second in view (MRC); the rest of the second is left to clocks.
 */
export const FASTEST_MS: Readonly<Partial<Record<EventKind, number>>> = { viewable: 900, click: 300 };

/** Networks of people who ask not to be followed hold many of them. */
const COARSE_FACTOR = 4;

const coarser = ({ most, windowMs }: RateLimit): RateLimit => ({ most: most * COARSE_FACTOR, windowMs });

/** The counters of one kind of event; each limit for addresses, and wider for the networks of private visitors. */
class Counters {
  private readonly fine: readonly RateCounter[];
  private readonly coarse: readonly RateCounter[];

  constructor(limits: readonly RateLimit[]) {
    this.fine = limits.map((limit) => new RateCounter(limit));
    this.coarse = limits.map((limit) => new RateCounter(coarser(limit)));
  }

  /** Counts in all of them, whatever the first one says; with 0 it only looks. */
  take(key: number, coarse: boolean, nowMs: number, by: 0 | 1 = 1): boolean {
    let within = true;
    for (const counter of coarse ? this.coarse : this.fine) within = counter.take(key, nowMs, by) && within;
    return within;
  }

  clear(): void {
    for (const counter of [...this.fine, ...this.coarse]) counter.clear();
  }
}

/**
 * What shows on arrival that an event is not a visitor's: too soon after its decision, from whoever owns the ad or the
 * page, or too many from one address. Addresses are counted by numbers that a day makes and forgets; nothing is kept
 * anywhere but here.
 */
export class TrafficRules {
  private readonly keys: AddressKeys;
  private readonly presence = new Presence();
  private readonly newWords = new NewWords();
  private readonly counters: Readonly<Record<keyof TrafficLimits, Counters>>;
  private day = Number.NaN;

  constructor({ limits, random }: TrafficRuleOptions) {
    this.keys = new AddressKeys(random);
    this.counters = {
      impression: new Counters(limits.impression),
      click: new Counters(limits.click),
      'same-campaign': new Counters(limits['same-campaign']),
    };
  }

  /** Somebody signed in works from here; `userId` null for the operator's own people. */
  notePresence(address: string, userId: number | null, nowMs: number): void {
    this.newDay(nowMs);
    const key = this.keys.of(address, false, nowMs);
    if (key !== NOBODY) this.presence.note(key, userId ?? STAFF, nowMs);
  }

  /** A code of INVALID_REASONS for an event that would count otherwise; each call counts it. */
  judge(
    kind: EventKind,
    token: VerifiedToken,
    { address = '', private: isAsked = false }: EventOrigin,
    snapshot: Snapshot,
    nowMs: number,
  ): number {
    const fastestMs = FASTEST_MS[kind];
    if (fastestMs !== undefined && nowMs - token.decidedAtMs < fastestMs) return INVALID_REASONS['too-fast'];
    if (address === '') return INVALID_REASONS.counted;
    this.newDay(nowMs);
    const exact = this.keys.of(address, false, nowMs);
    if (exact === NOBODY) return INVALID_REASONS.counted;
    if (this.isOwn(exact, token, snapshot, nowMs)) return INVALID_REASONS.internal;
    const coarse = isAsked || token.private;
    const key = coarse ? this.keys.of(address, true, nowMs) : exact;
    return this.isWithin(kind, token, key, coarse, nowMs) ? INVALID_REASONS.counted : INVALID_REASONS.rate;
  }

  /**
   * Whether an event that counts may bring its property a sub id that nobody has used there yet. Asked only when there is
   * one; of a word that is known today it costs two look-ups.
   */
  mayBring(
    sub: string,
    token: VerifiedToken,
    { address = '' }: EventOrigin,
    snapshot: Snapshot,
    nowMs: number,
  ): boolean {
    const propertyId = snapshot.zones.byId.get(token.zoneId)?.propertyId;
    if (propertyId === undefined) return true;
    this.newDay(nowMs);
    return this.newWords.take(propertyId, sub, () => this.keys.of(address, false, nowMs));
  }

  private isOwn(key: number, token: VerifiedToken, snapshot: Snapshot, nowMs: number): boolean {
    const publisher = snapshot.zones.byId.get(token.zoneId)?.publisherId;
    const advertiser = snapshot.creativesById.get(token.creativeId)?.advertiserId;
    return this.presence.has(key, [publisher, advertiser], nowMs);
  }

  private isWithin(
    kind: EventKind,
    { campaignId }: VerifiedToken,
    key: number,
    coarse: boolean,
    nowMs: number,
  ): boolean {
    if (kind === 'impression') return this.counters.impression.take(key, coarse, nowMs);
    // It follows its impression, which was counted.
    if (kind === 'viewable') return this.counters.impression.take(key, coarse, nowMs, 0);
    if (kind !== 'click') return true;
    const byAddress = this.counters.click.take(key, coarse, nowMs);
    // Both are far below 2^53; which address and which campaign it was cannot be told from the product.
    const both = (key * 31 + campaignId) % Number.MAX_SAFE_INTEGER;
    return this.counters['same-campaign'].take(both, coarse, nowMs) && byAddress;
  }

  /** The numbers of yesterday's addresses are never met again. */
  private newDay(nowMs: number): void {
    const day = this.keys.dayOf(nowMs);
    if (day === this.day) return;
    this.day = day;
    this.presence.clear();
    this.newWords.clear();
    for (const counters of Object.values(this.counters)) counters.clear();
  }
}
