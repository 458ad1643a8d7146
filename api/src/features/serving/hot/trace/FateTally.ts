import { FATE_NAMES, FATES, PRICE_FATES, PRICE_GAP_PERCENTS, RIVAL_FATES } from '@ezdash/contracts';
import type { CampaignIndex } from '../index/CampaignIndex';

/** How often a campaign fared so in the decisions of an hour. */
export interface FateRow {
  hourMs: number;
  campaignId: number;
  /** A code of FATES. */
  fate: number;
  /** The step of PRICE_GAP_PERCENTS, from 1, by which the bid missed; 0 for fates that are no matter of price. */
  gap: number;
  /** As many as the traced ones stand for. */
  decisions: number;
  /** What was missing of eCPM, summed over the decisions. */
  missingMicros: number;
  /** Of RIVAL_FATES: a bit for each advertiser it lost to (`1 << id % 32`); else 0. */
  rivals: number;
}

/** How many decisions of an hour were traced, and how many they stand for. */
export interface HourRow {
  hourMs: number;
  traces: number;
  decisions: number;
  /** What each stands for, squared and summed: by it the sample of the hour is worth so many equally weighted traces. */
  squares: number;
}

const HOUR_MS = 3_600_000;
const HUNDRED = 100;
const CODES = 64;
const BITS = 32;
const GAPS = PRICE_GAP_PERCENTS.length + 1;
/** Hours that wait for the database; older ones are given up. */
const MOST_WAITING = 3;

/** What is counted apart: each fate, and those of price by their gap. */
const CELLS = FATE_NAMES.flatMap((name) =>
  PRICE_FATES.includes(name)
    ? Array.from({ length: GAPS }, (_, gap) => ({ fate: FATES[name], gap: gap + 1 }))
    : [{ fate: FATES[name], gap: 0 }],
);
/** The first cell of a fate by its code. */
const cellOf = new Uint8Array(CODES);
const BELOW_FLOOR = FATES['below-floor'];
/** 1 for fates of price. */
const isPrice = new Uint8Array(CODES);
for (const [cell, { fate, gap }] of CELLS.entries()) if (gap <= 1) cellOf[fate] = cell;
for (const name of PRICE_FATES) isPrice[FATES[name]] = 1;
/** 1 for fates behind others' bids. */
const isBehindRivals = new Uint8Array(CODES);
for (const name of RIVAL_FATES) isBehindRivals[FATES[name]] = 1;

const floats = (length: number) => new Float32Array(length);
const integers = (length: number) => new Int32Array(length);

/** Which step a bid missed by, from 0. */
function gapOf(missingMicros: number, ecpmMicros: number): number {
  let gap = 0;
  while (gap < GAPS - 1 && missingMicros * HUNDRED > ecpmMicros * (PRICE_GAP_PERCENTS[gap] ?? 0)) gap += 1;
  return gap;
}

/** A small number for each campaign, the same in every index and hour. */
export class CampaignSlots {
  readonly ids: number[] = [];
  private readonly slots = new Map<number, number>();

  of(campaignId: number): number {
    const known = this.slots.get(campaignId);
    if (known !== undefined) return known;
    const slot = this.ids.length;
    this.ids.push(campaignId);
    this.slots.set(campaignId, slot);
    return slot;
  }
}

/** The eCPM that had to be beaten, of those who fell by price. */
export interface PriceToBeat {
  /** Of whoever of the auction is first in the answer, and whose that is; 0 when nobody is. */
  firstEcpmMicros: number;
  firstAdvertiserId: number;
  floorMicros: number;
}

/**
 * One hour's sums: for each cell that occurred an array by slot. That way a trace, which goes through the campaigns in
 * order, writes to a few places that move on; all cells of a campaign side by side would cost a cache miss for each.
 */
class HourTally {
  readonly total: HourRow;
  private readonly counts: Float32Array[] = [];
  private readonly missing: Float32Array[] = [];
  /** To whom those behind others' bids lost. */
  private readonly rivals: Int32Array[] = [];
  /** Where the round of `take` is. */
  private cell = 0;
  private slot = 0;

  constructor(
    hourMs: number,
    private readonly slots: CampaignSlots,
  ) {
    this.total = { hourMs, traces: 0, decisions: 0, squares: 0 };
  }

  add(
    index: CampaignIndex,
    fates: Uint8Array,
    slotOf: Int32Array,
    weight: number,
    { firstEcpmMicros, firstAdvertiserId, floorMicros }: PriceToBeat,
  ): void {
    const rival = 1 << (firstAdvertiserId % BITS);
    for (let position = 0; position < fates.length; position += 1) {
      const fate = fates[position] ?? 0;
      if (fate === 0) continue;
      const slot = slotOf[position] ?? 0;
      let cell = cellOf[fate] ?? 0;
      if (isPrice[fate] === 1) {
        const ecpm = index.ecpmMicros[position] ?? 0;
        const missed = Math.max(0, (fate === BELOW_FLOOR ? floorMicros : firstEcpmMicros) - ecpm);
        cell += gapOf(missed, ecpm);
        const sums = this.sumsOf(this.missing, cell, slot, floats);
        sums[slot] = (sums[slot] ?? 0) + missed * weight;
        if (isBehindRivals[fate] === 1) {
          const bits = this.sumsOf(this.rivals, cell, slot, integers);
          bits[slot] = (bits[slot] ?? 0) | rival;
        }
      }
      const sums = this.sumsOf(this.counts, cell, slot, floats);
      sums[slot] = (sums[slot] ?? 0) + weight;
    }
  }

  /** The next rows at most, which are forgotten here; none at the end of a round. */
  take(most: number): FateRow[] {
    const rows: FateRow[] = [];
    for (; this.cell < CELLS.length; this.cell += 1, this.slot = 0) {
      const counts = this.counts[this.cell];
      const kind = CELLS[this.cell];
      if (counts === undefined || kind === undefined) continue;
      const missing = this.missing[this.cell];
      const bits = this.rivals[this.cell];
      for (; this.slot < counts.length && rows.length < most; this.slot += 1) {
        const decisions = counts[this.slot] ?? 0;
        const campaignId = this.slots.ids[this.slot];
        if (decisions === 0 || campaignId === undefined) continue;
        const missingMicros = Math.round(missing?.[this.slot] ?? 0);
        const rivals = bits?.[this.slot] ?? 0;
        rows.push({ hourMs: this.total.hourMs, campaignId, ...kind, decisions, missingMicros, rivals });
        counts[this.slot] = 0;
        if (missing) missing[this.slot] = 0;
        if (bits) bits[this.slot] = 0;
      }
      if (rows.length >= most) return rows;
    }
    if (rows.length === 0) this.cell = 0;
    return rows;
  }

  private sumsOf<Sums extends Float32Array | Int32Array>(
    sums: Sums[],
    cell: number,
    slot: number,
    make: (length: number) => Sums,
  ): Sums {
    const known = sums[cell];
    if (known !== undefined && slot < known.length) return known;
    const wider = make(Math.max(slot + 1, this.slots.ids.length));
    if (known) wider.set(known);
    sums[cell] = wider;
    return wider;
  }
}

/** Sums of fates by hour and campaign until the database takes them; what a crash takes with it is lost. */
export class FateTally {
  readonly slots = new CampaignSlots();
  /** Hours that were given up. */
  dropped = 0;
  private current: HourTally | null = null;
  private readonly waiting: HourTally[] = [];

  /** Counts one decision, then each of its indexes by `add`. */
  begin(atMs: number, weight: number): void {
    const hourMs = Math.floor(atMs / HOUR_MS) * HOUR_MS;
    if (this.current?.total.hourMs !== hourMs) {
      if (this.current) this.waiting.push(this.current);
      if (this.waiting.length > MOST_WAITING) {
        this.waiting.shift();
        this.dropped += 1;
      }
      this.current = new HourTally(hourMs, this.slots);
    }
    this.current.total.traces += 1;
    this.current.total.decisions += weight;
    this.current.total.squares += weight * weight;
  }

  add(...[index, fates, slotOf, weight, price]: Parameters<HourTally['add']>): void {
    this.current?.add(index, fates, slotOf, weight, price);
  }

  /** What was counted of the hours since the last time; each once. */
  takeHours(): HourRow[] {
    const tallies = this.current ? [...this.waiting, this.current] : this.waiting;
    const rows = tallies.map(({ total }) => ({ ...total })).filter(({ traces }) => traces > 0);
    for (const { total } of tallies) {
      total.traces = 0;
      total.decisions = 0;
      total.squares = 0;
    }
    return rows;
  }

  /** The next rows at most; none when everything that was counted has been taken once. */
  take(most: number): FateRow[] {
    for (let oldest = this.waiting[0]; oldest !== undefined; oldest = this.waiting[0]) {
      // The round under way may have passed what was added later: one more from the beginning.
      let rows = oldest.take(most);
      if (rows.length === 0) rows = oldest.take(most);
      if (rows.length > 0) return rows;
      this.waiting.shift();
    }
    return this.current?.take(most) ?? [];
  }
}
