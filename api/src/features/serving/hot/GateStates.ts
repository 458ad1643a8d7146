import { type AdvertiserMoney, type CampaignMoney, moneyLeft, type UnitOrder } from './gateState';
import { IndexGate } from './IndexGate';
import type { CampaignIndex } from './index/CampaignIndex';
import type { SnapshotCampaign } from './index/entries';
import type { Snapshot } from './index/Snapshot';
import type { Steps } from './index/steps';

const SECOND_MS = 1_000;
/** How many campaigns are looked at in one go, so that nobody waits for it: about a millisecond. */
const AT_ONCE = 2_048;

/** All the money there is. */
export interface Known {
  campaigns: ReadonlyMap<number, CampaignMoney>;
  advertisers: ReadonlyMap<number, AdvertiserMoney>;
  /** Finds a campaign's, or begins with nothing. */
  moneyOf: (campaignId: number, advertiserId: number) => CampaignMoney;
}

/** A GATE code: what keeps a campaign from one more event at a moment. */
export type Judge = (money: CampaignMoney, campaign: SnapshotCampaign, nowMs: number) => number;

/**
 * The gates of the snapshot in use, and while another one is prepared, its gates too: what happens meanwhile counts in
 * both, so that nothing has to be caught up with when they take over.
 */
export class GateStates {
  gates: IndexGate[] = [];
  private base: CampaignIndex | null = null;
  /** Those that are being prepared, and what for. */
  private next: IndexGate[] | null = null;
  private nextSnapshot: Snapshot | null = null;
  /** The round of a second under way: when it began, and how many words it has come. */
  private roundFromMs = Number.NEGATIVE_INFINITY;
  private roundAt = 0;
  /** How many of all positions have been looked at since something changed for everybody; null when all have. */
  private sweepAt: number | null = null;

  constructor(
    private readonly known: Known,
    private readonly judge: Judge,
  ) {}

  /** Makes the gates of another snapshot, with everybody off. What was prepared before and not taken over is forgotten. */
  *prepare(snapshot: Snapshot): Steps<void> {
    const { known } = this;
    let taken = 0;
    this.next = null;
    this.nextSnapshot = snapshot;
    for (const advertiser of known.advertisers.values()) {
      advertiser.nextCampaigns = [];
      advertiser.nextMaxUnit = 0;
      advertiser.byUnit = null;
    }
    for (const money of known.campaigns.values()) {
      money.nextCampaign = null;
      taken += 1;
      if (taken % AT_ONCE === 0) yield;
    }
    const next = snapshot.indexes.map(({ size }) => new IndexGate(size));
    this.next = next;
    for (const [at, index] of snapshot.indexes.entries())
      for (const [position, campaign] of index.campaigns.entries()) {
        const money = isHere(index, campaign, position)
          ? known.moneyOf(campaign.id, campaign.advertiserId)
          : null;
        next[at]?.add(money, campaign);
        if (money !== null) joinNext(money, campaign, at, position);
        taken += 1;
        if (taken % AT_ONCE === 0) yield;
      }
  }

  /** Judges everybody in the gates that were prepared. `now` answers epoch milliseconds. */
  *judgeNext(now: () => number): Steps<void> {
    let taken = 0;
    for (const { byPosition } of this.next ?? [])
      for (const money of byPosition) {
        if (money !== null) this.evaluateNext(money, now());
        taken += 1;
        if (taken % AT_ONCE === 0) yield;
      }
  }

  /** The gates that were prepared are those in use from now on; answers of which snapshot. */
  takeOver(): Snapshot {
    const { nextSnapshot } = this;
    if (this.next === null || nextSnapshot === null) throw new Error('There are no gates to take over');
    for (const money of this.known.campaigns.values()) {
      money.campaign = money.nextCampaign;
      money.position = money.nextCampaign === null ? -1 : money.nextPosition;
      money.gate = money.nextGate;
      money.nextCampaign = null;
    }
    for (const advertiser of this.known.advertisers.values()) {
      advertiser.campaigns = advertiser.nextCampaigns;
      advertiser.maxUnit = advertiser.nextMaxUnit;
      advertiser.nextCampaigns = [];
      advertiser.byUnit = null;
    }
    this.gates = this.next;
    this.next = null;
    this.nextSnapshot = null;
    this.base = nextSnapshot.indexes[0] ?? null;
    this.beginSweep();
    return nextSnapshot;
  }

  /** Whether the snapshot has the first index in use. */
  isBasedOn(snapshot: Snapshot): boolean {
    return this.base !== null && this.base === snapshot.indexes[0];
  }

  /** Takes the second index of a snapshot that is based on the first in use, in which `changed` are no more. */
  change(snapshot: Snapshot, changed: Iterable<CampaignMoney>, nowMs: number): void {
    const [, small] = snapshot.indexes;
    const [first, second] = this.gates;
    if (first === undefined) return;
    this.detach(second?.byPosition ?? []);
    this.detach(changed);
    this.gates = small === undefined ? [first] : [first, this.attach(small)];
    for (const money of this.gates[1]?.byPosition ?? []) if (money) this.evaluate(money, nowMs);
  }

  private attach(index: CampaignIndex): IndexGate {
    const gate = new IndexGate(index.size);
    for (const [position, campaign] of index.campaigns.entries()) {
      const money = this.known.moneyOf(campaign.id, campaign.advertiserId);
      gate.add(money, campaign);
      money.campaign = campaign;
      money.position = position;
      money.gate = 1;
      money.advertiser.campaigns.push(money);
      money.advertiser.maxUnit = Math.max(money.advertiser.maxUnit, campaign.unitMicros);
      money.advertiser.byUnit = null;
    }
    return gate;
  }

  /** All at once: an advertiser's list, which may be long, is gone through once however many of its campaigns leave. */
  private detach(leaving: Iterable<CampaignMoney | null>): void {
    const advertisers = new Set<AdvertiserMoney>();
    for (const money of leaving) {
      if (money === null || money.campaign === null) continue;
      this.gates[money.gate]?.remove(money.position);
      money.campaign = null;
      money.position = -1;
      advertisers.add(money.advertiser);
    }
    for (const advertiser of advertisers) {
      advertiser.campaigns = advertiser.campaigns.filter(({ campaign }) => campaign !== null);
      advertiser.byUnit = null;
    }
  }

  evaluate(money: CampaignMoney, nowMs: number): void {
    const { campaign } = money;
    if (campaign !== null) this.gates[money.gate]?.put(money.position, this.judge(money, campaign, nowMs));
    if (this.next !== null) this.evaluateNext(money, nowMs);
  }

  /** An advertiser has more or less money left: looks at those of its campaigns whose next event it holds now, or no more. */
  follow(advertiser: AdvertiserMoney, nowMs: number): void {
    const left = moneyLeft(advertiser);
    const from = Math.min(advertiser.judgedFrom, left);
    const to = Math.max(advertiser.judgedTo, left);
    advertiser.judgedFrom = left;
    advertiser.judgedTo = left;
    if (from === to || from >= advertiser.maxUnit) return;
    advertiser.byUnit ??= orderByUnit(advertiser);
    const { units, campaigns } = advertiser.byUnit;
    for (let at = firstAbove(units, from); (units[at] ?? Number.POSITIVE_INFINITY) <= to; at += 1) {
      const money = campaigns[at];
      if (money) this.evaluate(money, nowMs);
    }
  }

  private evaluateNext(money: CampaignMoney, nowMs: number): void {
    const { nextCampaign } = money;
    if (nextCampaign !== null)
      this.next?.[money.nextGate]?.put(money.nextPosition, this.judge(money, nextCampaign, nowMs));
  }

  /** Everybody at once. */
  evaluateAll(nowMs: number): void {
    this.roundFromMs = nowMs;
    this.roundAt = 0;
    this.sweepAt = null;
    for (const gate of this.gates)
      for (const money of gate.byPosition) if (money) this.evaluate(money, nowMs);
  }

  /** Everybody, a few with each call of `continueSweep`. */
  beginSweep(): void {
    this.sweepAt = 0;
  }

  continueSweep(nowMs: number): void {
    if (this.sweepAt === null) return;
    const from = this.sweepAt;
    const end = from + AT_ONCE;
    let first = 0;
    for (const { byPosition } of this.gates) {
      for (let at = Math.max(from, first); at < end && at < first + byPosition.length; at += 1) {
        const money = byPosition[at - first];
        if (money) this.evaluate(money, nowMs);
      }
      first += byPosition.length;
    }
    this.sweepAt = end < first ? end : null;
  }

  /** Everybody with hours of the week. */
  evaluateHourly(nowMs: number): void {
    for (const gate of this.gates) gate.visitAll(gate.hourly, (money) => this.evaluate(money, nowMs));
  }

  /** Looks at whom time may switch, as many as the part of the round's second that has passed; answers whether it is over. */
  continueRound(nowMs: number): boolean {
    const share = (nowMs - this.roundFromMs) / SECOND_MS;
    const [first, second] = this.gates;
    if (first === undefined) return false;
    const words = first.live.words.length;
    const due = Math.min(words, Math.ceil(words * share));
    if (due > this.roundAt) {
      first.visitTimed(this.roundAt, due, (money) => this.evaluate(money, nowMs));
      this.roundAt = due;
    }
    if (share < 1) return false;
    second?.visitTimed(0, second.live.words.length, (money) => this.evaluate(money, nowMs));
    this.beginRound(nowMs);
    return true;
  }

  /** The whole round at once. */
  playRound(nowMs: number): void {
    this.beginRound(nowMs - SECOND_MS);
    this.continueRound(nowMs);
  }

  private beginRound(nowMs: number): void {
    this.roundFromMs = nowMs;
    this.roundAt = 0;
  }
}

/** A campaign that has changed stays in its index, at a position that is nobody's. */
const isHere = (index: CampaignIndex, { id }: SnapshotCampaign, position: number) =>
  index.positionOf(id) === position;

function joinNext(money: CampaignMoney, campaign: SnapshotCampaign, gate: number, position: number): void {
  const { advertiser } = money;
  money.nextCampaign = campaign;
  money.nextGate = gate;
  money.nextPosition = position;
  advertiser.nextCampaigns.push(money);
  advertiser.byUnit = null;
  advertiser.nextMaxUnit = Math.max(advertiser.nextMaxUnit, campaign.unitMicros);
  // From now on it counts whose money runs low for one of the next.
  advertiser.maxUnit = Math.max(advertiser.maxUnit, campaign.unitMicros);
}

function orderByUnit({ campaigns, nextCampaigns }: AdvertiserMoney): UnitOrder {
  const units = (all: readonly CampaignMoney[], of: 'campaign' | 'nextCampaign') =>
    all.map((money) => ({ money, unit: money[of]?.unitMicros ?? 0 }));
  const ordered = [...units(campaigns, 'campaign'), ...units(nextCampaigns, 'nextCampaign')];
  ordered.sort((a, b) => a.unit - b.unit);
  return { units: ordered.map(({ unit }) => unit), campaigns: ordered.map(({ money }) => money) };
}

/** Where in ascending order the first one above a value lies. */
function firstAbove(ordered: readonly number[], value: number): number {
  let low = 0;
  let high = ordered.length;
  while (low < high) {
    const middle = (low + high) >>> 1;
    if ((ordered[middle] ?? 0) <= value) low = middle + 1;
    else high = middle;
  }
  return low;
}
