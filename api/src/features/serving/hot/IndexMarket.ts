import type { DecisionContext, Gate } from './decision';
import { ANYBODY, amongSet } from './index/among';
import { Bitset } from './index/Bitset';
import type { CampaignIndex, Place } from './index/CampaignIndex';
import { Cursor } from './index/Cursor';
import type { Among, SnapshotCampaign } from './index/entries';
import { countMembers, memberAt, type RankedSets } from './setRanks';
import type { Priority } from './snapshotInput';

const NO_SET = new Bitset(0);
const UNCAPPED: Among = { ...ANYBODY, uncapped: true };

/**
 * Where a walk is: from the one that was drawn on, then from the first of those in turn with it up to it, then at equals
 * before these, then behind them.
 */
const LAPS = { fromDrawn: 0, upToDrawn: 1, before: 2, rest: 3 } as const;

/** One index as one decision sees it: who takes the zone and the visitor, in order. Kept between decisions. */
export class IndexMarket implements RankedSets {
  place = NO_SET;
  client = NO_SET;
  origin = NO_SET;
  language = NO_SET;
  /** Of the page and the address; of a walk among those without a cap, who they are. */
  context = NO_SET;
  live = NO_SET;
  /** What a walk among those without a cap has no room for among its sets. */
  words = NO_SET;
  /** The campaign that is next in its index; null at its end. */
  head: SnapshotCampaign | null = null;
  lap: number = LAPS.rest;
  /** How many take turns with the best; known behind `countTurns`. */
  turns = 0;
  private page = NO_SET;
  private where: Place | null = null;
  private index: CampaignIndex | null = null;
  /** The class that is walked. */
  private from = 0;
  private end = 0;
  /** The equals, and those of them who take turns. */
  private tieFrom = 0;
  private tieEnd = 0;
  private turnsFrom = 0;
  private turnsEnd = 0;
  private drawn = 0;
  private position = -1;
  private readonly cursor = new Cursor();

  /** Answers whether anybody may be shown there at all. */
  prepare(index: CampaignIndex, gate: Gate, context: DecisionContext): void {
    this.index = index;
    const place = index.place(context.zone);
    this.where = place;
    this.place = place.set;
    this.client = index.client(context.client);
    this.origin = index.origin(context.origin);
    this.language = index.language(context.language);
    this.page = index.context(context.keywords, context.address) ?? place.set;
    this.live = gate.live;
  }

  /** Begins with the best of a class, or of those in it without a frequency cap. */
  begin(priority: Priority, uncapped: boolean): void {
    const { index, where } = this;
    this.lap = LAPS.rest;
    this.turns = 0;
    if (index === null || where === null || where.reason !== 0) {
      this.from = 0;
      this.end = 0;
      this.head = null;
      return;
    }
    this.context = uncapped ? amongSet(index, UNCAPPED) : this.page;
    this.words = uncapped ? this.page : this.place;
    if (priority === 'guaranteed') this.walk(0, where.guaranteedEnd);
    else if (priority === 'auction') this.walk(index.auctionFrom, where.auctionEnd);
    else this.walk(index.houseFrom, index.campaigns.length);
  }

  /** Begins with the first of the class that does not bid more. */
  beginAt(ecpmMicros: number): void {
    this.walk(this.firstBelow(ecpmMicros, true), this.end);
  }

  /**
   * Leaves an advertiser's own out of the rest of the walk, a word of them at a time: of one with thousands of campaigns
   * they would have to be stepped over one by one, in every decision that it wins.
   */
  leaveOut(advertiserId: number): void {
    const others = this.index?.othersThan(advertiserId) ?? null;
    // A walk among those without a cap has no room for another set.
    if (others === null || this.words !== this.place) return;
    if (this.context !== this.place) this.words = this.context;
    this.context = others;
    this.cursor.keep(others);
  }

  /** Positions of the class, whether anybody there takes the visitor or not. */
  get most(): number {
    return this.end - this.from;
  }

  /** Whether the one behind the next has its eCPM: a hint that costs nothing. */
  get mayTie(): boolean {
    const { index, head, position } = this;
    if (index === null || head === null || position + 1 >= this.end) return false;
    return (index.ecpmMicros[position + 1] ?? 0) === head.ecpmMicros;
  }

  /** Finds the equals: the whole class, or whoever has this eCPM. */
  findTie(ecpmMicros: number | null): void {
    this.tieFrom = ecpmMicros === null ? this.from : this.firstBelow(ecpmMicros, true);
    this.tieEnd = ecpmMicros === null ? this.end : this.firstBelow(ecpmMicros, false);
  }

  /** How many positions the equals take. */
  get tied(): number {
    return this.tieEnd - this.tieFrom;
  }

  /** All of them take turns, or those of a part between two places among them. */
  setTurns(from: number, end: number): void {
    this.turnsFrom = Math.min(this.tieEnd, this.tieFrom + from);
    this.turnsEnd = Math.min(this.tieEnd, this.tieFrom + end);
  }

  countTurns(): number {
    this.turns = countMembers(this, this.turnsFrom, this.turnsEnd);
    return this.turns;
  }

  /** The campaign at a place among the equals, whether it takes the visitor or not; null behind the last. */
  tiedAt(place: number): SnapshotCampaign | null {
    const position = this.tieFrom + place;
    return position < this.tieEnd ? (this.index?.campaigns[position] ?? null) : null;
  }

  /** One of those who take turns, in order. */
  turnAt(rank: number): SnapshotCampaign | null {
    const position = memberAt(this, this.turnsFrom, this.turnsEnd, rank);
    return position < 0 ? null : (this.index?.campaigns[position] ?? null);
  }

  /** Begins with one of those who take turns and goes round; then come their equals and the rest of the class. */
  beginRound(rank: number): void {
    const { turnsFrom, turnsEnd } = this;
    this.lap = LAPS.fromDrawn;
    this.drawn = rank < this.turns ? memberAt(this, turnsFrom, turnsEnd, rank) : turnsEnd;
    this.cursor.begin(this, this.drawn, turnsEnd);
    this.advance();
  }

  advance(): void {
    for (;;) {
      const position = this.cursor.next();
      if (position >= 0) {
        if (this.words !== this.place && !this.words.has(position)) continue;
        this.position = position;
        this.head = this.index?.campaigns[position] ?? null;
        return;
      }
      if (this.lap === LAPS.rest) {
        this.head = null;
        return;
      }
      this.lap += 1;
      if (this.lap === LAPS.upToDrawn) this.cursor.begin(this, this.turnsFrom, this.drawn);
      else if (this.lap === LAPS.before) this.cursor.begin(this, this.tieFrom, this.turnsFrom);
      else this.cursor.begin(this, this.turnsEnd, this.end);
    }
  }

  private walk(from: number, end: number): void {
    this.from = from;
    this.end = end;
    this.cursor.begin(this, from, end);
    this.advance();
  }

  /** The first position of the class with a lower eCPM, or with this one too. */
  private firstBelow(ecpmMicros: number, orEqual: boolean): number {
    const all = this.index?.ecpmMicros;
    let low = this.from;
    let high = this.end;
    while (all !== undefined && low < high) {
      const middle = (low + high) >>> 1;
      const found = all[middle] ?? 0;
      if (found > ecpmMicros || (found === ecpmMicros && !orEqual)) low = middle + 1;
      else high = middle;
    }
    return low;
  }
}
