import { AddressKeys } from './AddressKeys';

/** Of one property, source and day so many addresses are told apart: beyond that there are many, and that is all one asks. */
const MOST_ADDRESSES = 2_000;
/** Places that are counted at a time; what comes on top waits for nobody and is not counted. */
const MOST_PLACES = 5_000;

/** What has come since it was last taken. */
export interface OriginSum {
  propertyId: number;
  source: number;
  /** YYYY-MM-DD, UTC. */
  day: string;
  events: number;
  /** Different addresses that sent them, that they were said to be of, and networks of these: new ones alone. */
  senders: number;
  visitors: number;
  networks: number;
}

interface Place {
  sum: OriginSum;
  seen: Record<'senders' | 'visitors' | 'networks', Set<number>>;
}

const noSum = (propertyId: number, source: number, day: string): OriginSum => ({
  propertyId,
  source,
  day,
  events: 0,
  senders: 0,
  visitors: 0,
  networks: 0,
});

/**
 * From how many addresses the views and clicks of named visitors come: counted by numbers that a day makes and forgets,
 * taken as counts. A crash or a restart costs the count of the last seconds, and tells known addresses apart anew.
 */
export class ClaimOrigins {
  private readonly keys = new AddressKeys();
  private places = new Map<string, Place>();
  private day = Number.NaN;

  note(
    propertyId: number,
    source: number,
    { address = '', reporter = address }: { address?: string; reporter?: string },
    nowMs: number,
  ): void {
    this.newDay(nowMs);
    const place = this.placeOf(propertyId, source, nowMs);
    if (!place) return;
    place.sum.events += 1;
    this.see(place, 'senders', this.keys.of(reporter, false, nowMs));
    this.see(place, 'visitors', this.keys.of(address, false, nowMs));
    this.see(place, 'networks', this.keys.providerOf(address, nowMs));
  }

  /** What came since it was last taken. */
  take(): OriginSum[] {
    const taken: OriginSum[] = [];
    for (const place of this.places.values()) {
      if (place.sum.events === 0) continue;
      taken.push(place.sum);
      place.sum = noSum(place.sum.propertyId, place.sum.source, place.sum.day);
    }
    return taken;
  }

  /** What was taken and could not be kept. */
  putBack(sums: readonly OriginSum[]): void {
    for (const { propertyId, source, day, ...counts } of sums) {
      const key = `${propertyId}/${source}/${day}`;
      const place = this.places.get(key) ?? this.open(key, noSum(propertyId, source, day));
      for (const name of ['events', 'senders', 'visitors', 'networks'] as const)
        place.sum[name] += counts[name];
    }
  }

  /** Addresses that say nothing of anybody (a proxy of ours) are one: many look like one machine rather than like none. */
  private see({ sum, seen }: Place, what: keyof Place['seen'], key: number): void {
    const known = seen[what];
    if (known.has(key) || known.size >= MOST_ADDRESSES) return;
    known.add(key);
    sum[what] += 1;
  }

  private placeOf(propertyId: number, source: number, nowMs: number): Place | undefined {
    const day = new Date(nowMs).toISOString().slice(0, 10);
    const key = `${propertyId}/${source}/${day}`;
    const known = this.places.get(key);
    if (known || this.places.size >= MOST_PLACES) return known;
    return this.open(key, noSum(propertyId, source, day));
  }

  private open(key: string, sum: OriginSum): Place {
    const place: Place = {
      sum,
      seen: { senders: new Set(), visitors: new Set(), networks: new Set() },
    };
    this.places.set(key, place);
    return place;
  }

  /** The numbers of yesterday's addresses are never met again; what nobody has taken of it stays. */
  private newDay(nowMs: number): void {
    const day = this.keys.dayOf(nowMs);
    if (day === this.day) return;
    this.day = day;
    for (const [key, { sum }] of this.places) if (sum.events === 0) this.places.delete(key);
  }
}
