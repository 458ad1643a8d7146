import type { DecisionContext, Gate } from './decision';
import { IndexMarket } from './IndexMarket';
import type { CampaignIndex } from './index/CampaignIndex';
import type { SnapshotCampaign, SnapshotCreative } from './index/entries';
import { CreativeDraw } from './learning/CreativeDraw';
import type { Priority } from './snapshotInput';

/** Of more equals a part takes turns in a decision: to count all of a hundred thousand would take a tenth of a millisecond. */
const MOST_IN_TURN = 2_048;
const UINT32 = 4_294_967_296;

const comesFirst = (a: SnapshotCampaign, b: SnapshotCampaign) =>
  a.ecpmMicros > b.ecpmMicros || (a.ecpmMicros === b.ecpmMicros && a.id < b.id);

/**
 * The campaigns a decision may choose from, of both indexes as if they were one: in order, a priority at a time. What
 * has been taken does not come again before `begin`.
 */
export class Market {
  private readonly first = new IndexMarket();
  private readonly second = new IndexMarket();
  private two = false;
  /** Of the campaign that `peek` has answered: which of its creatives is shown. */
  readonly drawn = new CreativeDraw();
  /** How many have been left behind since the walk began, those with nothing to show too. */
  passed = 0;
  /** With which probability those were drawn who take turns, of all their equals. */
  turnChance = 1;
  private context: DecisionContext | null = null;

  prepare(indexes: readonly CampaignIndex[], gates: readonly Gate[], context: DecisionContext): void {
    this.context = context;
    const [index, changed] = indexes;
    const [gate, changedGate] = gates;
    if (index === undefined || gate === undefined) throw new Error('There is no index to decide from');
    this.first.prepare(index, gate, context);
    this.two = changed !== undefined && changedGate !== undefined;
    if (changed !== undefined && changedGate !== undefined)
      this.second.prepare(changed, changedGate, context);
  }

  /** Begins with the best of a priority, or of those in it without a frequency cap. */
  begin(priority: Priority, uncapped = false): void {
    this.passed = 0;
    this.first.begin(priority, uncapped);
    if (this.two) this.second.begin(priority, uncapped);
  }

  /** The next campaign that has something to show, which `drawn` then holds; null when there is none. */
  peek(): SnapshotCampaign | null {
    const { context } = this;
    if (context === null) return null;
    for (;;) {
      const campaign = this.head().head;
      if (campaign === null) return null;
      if (this.drawn.draw(campaign, context) !== null) return campaign;
      this.skip();
    }
  }

  /** Leaves the one that `peek` has answered behind. */
  skip(): void {
    this.passed += 1;
    this.head().advance();
  }

  /** How many the priority can have at most. */
  get most(): number {
    return this.first.most + (this.two ? this.second.most : 0);
  }

  /** False when nobody can have the eCPM of the next one. */
  get mayTie(): boolean {
    const { first, second } = this;
    if (!this.two) return first.mayTie;
    return first.mayTie || second.mayTie || first.head?.ecpmMicros === second.head?.ecpmMicros;
  }

  /**
   * How many take turns: all of the priority, or whoever has this eCPM, which must be that of the next one. Of very many
   * equals those of a part that is drawn by 32 bits; `turnChance` is the probability of its being drawn. Whether all of
   * them have something to show it does not know.
   */
  countTurns(ecpmMicros: number | null, bits: number): number {
    const { first, second } = this;
    first.findTie(ecpmMicros);
    if (this.two) second.findTie(ecpmMicros);
    const parts = Math.max(1, Math.ceil(first.tied / MOST_IN_TURN));
    let part = Math.floor((bits * parts) / UINT32);
    let empty = 0;
    if (parts > 1) {
      // An empty part leaves its turn to the next one.
      for (let tried = 1; tried < parts && this.isEmptyPart(part, parts); tried += 1)
        part = (part + 1) % parts;
      while (empty + 1 < parts && this.isEmptyPart((part + parts - empty - 1) % parts, parts)) empty += 1;
    }
    this.turnChance = (1 + empty) / parts;
    this.setPart(part, parts);
    return first.countTurns() + (this.two ? second.countTurns() : 0);
  }

  private isEmptyPart(part: number, parts: number): boolean {
    this.setPart(part, parts);
    return this.first.turnAt(0) === null && (!this.two || this.second.turnAt(0) === null);
  }

  /** The second index follows the first one: whoever would lie in the part if there were one index alone. */
  private setPart(part: number, parts: number): void {
    const { first, second } = this;
    const from = part * MOST_IN_TURN;
    const end = part + 1 === parts ? Number.MAX_SAFE_INTEGER : from + MOST_IN_TURN;
    first.setTurns(from, end);
    if (!this.two) return;
    second.setTurns(
      part === 0 ? 0 : this.placeInSecond(first.tiedAt(from)),
      part + 1 === parts ? Number.MAX_SAFE_INTEGER : this.placeInSecond(first.tiedAt(end)),
    );
  }

  /** How many equals of the second index come before one of the first. */
  private placeInSecond(campaign: SnapshotCampaign | null): number {
    let low = 0;
    let high = this.second.tied;
    while (low < high) {
      const middle = (low + high) >>> 1;
      const other = this.second.tiedAt(middle);
      if (other !== null && (campaign === null || comesFirst(other, campaign))) low = middle + 1;
      else high = middle;
    }
    return low;
  }

  /** Begins with one of those who take turns, by its place in their order, and goes round; then come the others. */
  beginRound(rank: number): void {
    const { first, second } = this;
    this.passed = 0;
    let ofFirst = rank;
    if (this.two) {
      // How many of those before it are of the first index.
      ofFirst = Math.max(0, rank - second.turns);
      let most = Math.min(rank, first.turns);
      while (ofFirst < most) {
        const middle = (ofFirst + most) >>> 1;
        const own = first.turnAt(middle);
        const other = second.turnAt(rank - middle - 1);
        if (own !== null && other !== null && comesFirst(own, other)) ofFirst = middle + 1;
        else most = middle;
      }
      second.beginRound(rank - ofFirst);
    }
    first.beginRound(ofFirst);
  }

  /** eCPM of the next campaign that has something to show and belongs to another advertiser; 0 without one. */
  rivalOf(advertiserId: number): number {
    const { context } = this;
    if (context === null) return 0;
    this.leaveOut(advertiserId);
    for (let at = this.head(); at.head !== null; at = this.head()) {
      // Nothing is drawn for the few of the advertiser's own that come before the set is looked at.
      const isOther = at.head.advertiserId !== advertiserId;
      if (isOther && this.drawn.draw(at.head, context) !== null) return at.head.ecpmMicros;
      at.advance();
    }
    return 0;
  }

  /** The same among those of the auction that do not bid more than a campaign and are not in the answer before it. */
  rivalBelow({ advertiserId, ecpmMicros }: SnapshotCampaign, before: readonly SnapshotCampaign[]): number {
    const { context } = this;
    if (context === null) return 0;
    this.begin('auction');
    this.first.beginAt(ecpmMicros);
    if (this.two) this.second.beginAt(ecpmMicros);
    this.leaveOut(advertiserId);
    for (let at = this.head(); at.head !== null; at = this.head()) {
      const isRival = at.head.advertiserId !== advertiserId && !before.includes(at.head);
      if (isRival && this.drawn.draw(at.head, context) !== null) return at.head.ecpmMicros;
      at.advance();
    }
    return 0;
  }

  private leaveOut(advertiserId: number): void {
    this.first.leaveOut(advertiserId);
    if (this.two) this.second.leaveOut(advertiserId);
  }

  private head(): IndexMarket {
    const { first, second } = this;
    if (!this.two || second.head === null) return first;
    if (first.head === null) return second;
    if (first.lap !== second.lap) return first.lap < second.lap ? first : second;
    return comesFirst(first.head, second.head) ? first : second;
  }
}

const elsewhere = new CreativeDraw();

/** The campaign's creative that a decision would show there, or null. */
export const pickCreative = (campaign: SnapshotCampaign, context: DecisionContext): SnapshotCreative | null =>
  elsewhere.draw(campaign, context);
