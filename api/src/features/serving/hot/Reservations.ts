const SECOND_MS = 1_000;
/** A reservation whose impression has not come by then is given back. */
export const RESERVATION_MS = 30_000;
const LEAST_SLOTS = 256;
/** How many tables are kept for the seconds to come. */
const MOST_SPARE = 64;

/** What a campaign's decisions of one second have set aside. */
export interface Held {
  amountMicros: number;
  /** Impressions, for campaigns with a limit alone. */
  places: number;
}

/**
 * What the decisions of one second have set aside, by campaign: a table with open addressing, since an object for each
 * of them, that lives for half a minute, is what costs the garbage collector most.
 */
class SecondTable {
  ids = new Uint32Array(LEAST_SLOTS);
  amounts = new Float64Array(LEAST_SLOTS);
  places = new Uint32Array(LEAST_SLOTS);
  private count = 0;

  /** The slot of a campaign, or a free one, which has the id 0. */
  slotOf(campaignId: number): number {
    const { ids } = this;
    const most = ids.length - 1;
    let slot = (Math.imul(campaignId, 0x9e3779b1) >>> 7) & most;
    while (ids[slot] !== campaignId && ids[slot] !== 0) slot = (slot + 1) & most;
    return slot;
  }

  add(campaignId: number, amountMicros: number, places: number): void {
    let slot = this.slotOf(campaignId);
    if (this.ids[slot] === 0) {
      if (this.count * 2 >= this.ids.length) {
        this.grow();
        slot = this.slotOf(campaignId);
      }
      this.ids[slot] = campaignId;
      this.count += 1;
    }
    this.amounts[slot] = (this.amounts[slot] ?? 0) + amountMicros;
    this.places[slot] = (this.places[slot] ?? 0) + places;
  }

  clear(): void {
    this.ids.fill(0);
    this.amounts.fill(0);
    this.places.fill(0);
    this.count = 0;
  }

  private grow(): void {
    const { ids, amounts, places } = this;
    this.ids = new Uint32Array(ids.length * 2);
    this.amounts = new Float64Array(ids.length * 2);
    this.places = new Uint32Array(ids.length * 2);
    this.count = 0;
    for (let slot = 0; slot < ids.length; slot += 1) {
      const id = ids[slot] ?? 0;
      if (id !== 0) this.add(id, amounts[slot] ?? 0, places[slot] ?? 0);
    }
  }
}

/** Money and impressions that were decided and not yet seen, by the second of the decision and the campaign. */
export class Reservations {
  private readonly seconds = new Map<number, SecondTable>();
  private readonly spare: SecondTable[] = [];
  private lastSecond = Number.NaN;
  private last = new SecondTable();

  /** Campaigns have ids above 0. */
  add(campaignId: number, amountMicros: number, places: number, nowMs: number): void {
    const second = Math.floor(nowMs / SECOND_MS);
    if (second !== this.lastSecond) {
      this.last = this.seconds.get(second) ?? this.spare.pop() ?? new SecondTable();
      this.seconds.set(second, this.last);
      this.lastSecond = second;
    }
    this.last.add(campaignId, amountMicros, places);
  }

  /** Impressions for which a campaign's decisions of a second still have a place. */
  placesOf(campaignId: number, decidedAtMs: number): number {
    const table = this.seconds.get(Math.floor(decidedAtMs / SECOND_MS));
    return table === undefined ? 0 : (table.places[table.slotOf(campaignId)] ?? 0);
  }

  /** Takes up to so much out of what is still held of the second of a decision; null when that is nothing any more. */
  take(campaignId: number, amountMicros: number, places: number, decidedAtMs: number): Held | null {
    const table = this.seconds.get(Math.floor(decidedAtMs / SECOND_MS));
    if (table === undefined) return null;
    const slot = table.slotOf(campaignId);
    if (table.ids[slot] === 0) return null;
    const held = table.amounts[slot] ?? 0;
    const kept = table.places[slot] ?? 0;
    const taken = { amountMicros: Math.min(held, amountMicros), places: Math.min(kept, places) };
    table.amounts[slot] = held - taken.amountMicros;
    table.places[slot] = kept - taken.places;
    return taken;
  }

  /** The same out of what has been held the longest, of whichever second. */
  takeOldest(campaignId: number, amountMicros: number, places: number): Held {
    const taken = { amountMicros: 0, places: 0 };
    for (const second of this.seconds.keys()) {
      const wanted = amountMicros - taken.amountMicros;
      const part = this.take(campaignId, wanted, places - taken.places, second * SECOND_MS);
      if (part === null) continue;
      taken.amountMicros += part.amountMicros;
      taken.places += part.places;
    }
    return taken;
  }

  /** Gives back what has waited too long. */
  expire(nowMs: number, giveBack: (campaignId: number, amountMicros: number, places: number) => void): void {
    for (const [second, table] of this.seconds) {
      if (second * SECOND_MS + RESERVATION_MS > nowMs) continue;
      this.seconds.delete(second);
      if (second === this.lastSecond) this.lastSecond = Number.NaN;
      for (let slot = 0; slot < table.ids.length; slot += 1) {
        const id = table.ids[slot] ?? 0;
        if (id !== 0) giveBack(id, table.amounts[slot] ?? 0, table.places[slot] ?? 0);
      }
      table.clear();
      if (this.spare.length < MOST_SPARE) this.spare.push(table);
    }
  }
}
