import { AddressKeys } from './AddressKeys';

/** Of one owner, source and day so many addresses are told apart: beyond that there are many, and that is all one asks. */
const MOST_ADDRESSES = 2_000;
/** Places that are counted at a time; what comes on top waits for nobody and is not counted. */
const MOST_PLACES = 5_000;

/** Whose events are counted together: a property's of one source, or all that a publisher has of it. */
interface Place {
  owner: 'property' | 'publisher';
  ownerId: number;
  /** A code of CLAIM_SOURCES; 0: all sources of a publisher. */
  source: number;
  /** YYYY-MM-DD, UTC. */
  day: string;
}

/** What has come since it was last taken. */
export interface OriginSum extends Place {
  events: number;
  /** Different addresses that sent them, that they were said to be of, and networks of these: new ones alone. */
  senders: number;
  visitors: number;
  networks: number;
}

interface Counted {
  sum: OriginSum;
  seen: Record<'senders' | 'visitors' | 'networks', Set<number>>;
}

/** Where a claim's decision was made. */
export interface ClaimPlace {
  propertyId: number;
  publisherId: number;
}

const keyOf = ({ owner, ownerId, source, day }: Place) => `${owner}/${ownerId}/${source}/${day}`;
const noSum = ({ owner, ownerId, source, day }: Place): OriginSum => ({
  owner,
  ownerId,
  source,
  day,
  events: 0,
  senders: 0,
  visitors: 0,
  networks: 0,
});

/**
 * From how many addresses the views and clicks of named visitors come: counted by numbers that a day makes and forgets,
 * taken as counts. Counts of properties do not add up to their publisher's, who has counts of its own. A crash or a
 * restart costs the count of the last seconds, and tells known addresses apart anew.
 */
export class ClaimOrigins {
  private readonly keys = new AddressKeys();
  private places = new Map<string, Counted>();
  private day = Number.NaN;

  note(
    { propertyId, publisherId }: ClaimPlace,
    source: number,
    { address = '', reporter = address }: { address?: string; reporter?: string },
    nowMs: number,
  ): void {
    this.newDay(nowMs);
    const day = new Date(nowMs).toISOString().slice(0, 10);
    const sender = this.keys.siteOf(reporter, nowMs);
    const visitor = this.keys.siteOf(address, nowMs);
    const network = this.keys.providerOf(address, nowMs);
    for (const place of [
      this.placeOf({ owner: 'property', ownerId: propertyId, source, day }),
      this.placeOf({ owner: 'publisher', ownerId: publisherId, source, day }),
      this.placeOf({ owner: 'publisher', ownerId: publisherId, source: 0, day }),
    ]) {
      if (!place || this.isFull(place)) continue;
      place.sum.events += 1;
      this.see(place, 'senders', sender);
      this.see(place, 'visitors', visitor);
      this.see(place, 'networks', network);
    }
  }

  /** What came since it was last taken. */
  take(): OriginSum[] {
    const taken: OriginSum[] = [];
    for (const place of this.places.values()) {
      if (place.sum.events === 0) continue;
      taken.push(place.sum);
      place.sum = noSum(place.sum);
    }
    return taken;
  }

  /** What was taken and could not be kept. */
  putBack(sums: readonly OriginSum[]): void {
    for (const taken of sums) {
      const place = this.places.get(keyOf(taken)) ?? this.open(taken);
      for (const name of ['events', 'senders', 'visitors', 'networks'] as const)
        place.sum[name] += taken[name];
    }
  }

  /** More events would only make the addresses that are told apart look few. */
  private isFull({ seen }: Counted): boolean {
    return seen.senders.size >= MOST_ADDRESSES && seen.visitors.size >= MOST_ADDRESSES;
  }

  /** Addresses that say nothing of anybody (a proxy of ours) are one: many look like one machine rather than like none. */
  private see({ sum, seen }: Counted, what: keyof Counted['seen'], key: number): void {
    const known = seen[what];
    if (known.has(key) || known.size >= MOST_ADDRESSES) return;
    known.add(key);
    sum[what] += 1;
  }

  private placeOf(place: Place): Counted | undefined {
    const known = this.places.get(keyOf(place));
    if (known || this.places.size >= MOST_PLACES) return known;
    return this.open(place);
  }

  private open(place: Place): Counted {
    const counted: Counted = {
      sum: noSum(place),
      seen: { senders: new Set(), visitors: new Set(), networks: new Set() },
    };
    this.places.set(keyOf(place), counted);
    return counted;
  }

  /** The numbers of yesterday's addresses are never met again; what nobody has taken of it stays. */
  private newDay(nowMs: number): void {
    const day = this.keys.dayOf(nowMs);
    if (day === this.day) return;
    this.day = day;
    for (const [key, { sum }] of this.places) if (sum.events === 0) this.places.delete(key);
  }
}
