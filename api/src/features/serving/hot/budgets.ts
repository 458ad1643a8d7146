import { type DeliveryGate, GATE } from './decide';
import { Bitset } from './index/Bitset';
import type { Snapshot, SnapshotCampaign } from './index/Snapshot';

const SECOND_MS = 1_000;
const DAY_MS = 86_400_000;
const MILLION = 1_000_000;
/** A reservation whose impression has not come by then is given back. */
export const RESERVATION_MS = 30_000;
/** Even pacing may run ahead of its line by this part of a day (15 minutes) … */
const PACING_LEAD_PARTS = 96;
/** … or by this many events, so that small budgets start at all. */
const PACING_LEAD_EVENTS = 20;

/** What the database says was spent and is left, in micros. `day` is the UTC day `today` speaks of. */
export interface BudgetFacts {
  dayStartMs: number;
  campaigns: { id: number; todayMicros: number; totalMicros: number }[];
  /** Bonus and cash together. */
  advertisers: { id: number; balanceMicros: number }[];
}

/** An applied batch: new sums of what it touched, and the claims (token prices) that it settled. */
export interface AppliedBatch extends Omit<BudgetFacts, 'campaigns'> {
  /** `todayMicros` is null when the batch did not touch this day. */
  campaigns: { id: number; todayMicros: number | null; totalMicros: number }[];
  settled: { campaignId: number; decidedAtMs: number; claimMicros: number }[];
}

interface AdvertiserMoney {
  id: number;
  balance: number;
  /** Journaled, not yet in the database. */
  pending: number;
  reserved: number;
  campaigns: CampaignMoney[];
  /** The dearest event among its campaigns: below it, every one of them has to be looked at. */
  maxUnit: number;
}

interface CampaignMoney {
  id: number;
  advertiser: AdvertiserMoney;
  position: number;
  /** Null while the campaign is not in the index. */
  campaign: SnapshotCampaign | null;
  today: number;
  total: number;
  pendingToday: number;
  pendingTotal: number;
  reserved: number;
}

const dayStart = (timeMs: number) => Math.floor(timeMs / DAY_MS) * DAY_MS;

/** Where even pacing wants the day's spend to be at most: a line from the start of the campaign's day to its end. */
export function pacingLine(campaign: SnapshotCampaign, nowMs: number): number {
  const { dailyBudgetMicros, startsAtMs, endsAtMs, activeFromMs } = campaign.money;
  const today = dayStart(nowMs);
  const from = Math.max(today, activeFromMs, startsAtMs ?? 0);
  const to = Math.min(today + DAY_MS, endsAtMs ?? Number.POSITIVE_INFINITY);
  const share = Math.min(1, Math.max(0, (nowMs - from) / Math.max(SECOND_MS, to - from)));
  const lead = Math.max(dailyBudgetMicros / PACING_LEAD_PARTS, campaign.unitMicros * PACING_LEAD_EVENTS);
  return Math.min(dailyBudgetMicros, Math.floor(dailyBudgetMicros * share + lead));
}

/**
 * Who may still spend. Money is counted three ways: confirmed (in the database), pending (in the journal) and
 * reserved (decided, its impression not yet seen). A campaign whose next event might not fit is switched off at
 * once; it comes back at the next tick (a second) or batch. The guard at ingestion stays the authority.
 */
export class Budgets implements DeliveryGate {
  live = new Bitset(0);
  states = new Uint8Array(0);
  private readonly campaigns = new Map<number, CampaignMoney>();
  private readonly advertisers = new Map<number, AdvertiserMoney>();
  private byPosition: CampaignMoney[] = [];
  /** Reserved micros by campaign, by the second of the decision. */
  private readonly reservations = new Map<number, Map<number, number>>();
  private day = 0;
  private nextTickMs = 0;

  /** Takes a new snapshot's campaigns; what is known of their money stays. */
  attach(snapshot: Snapshot, nowMs: number): void {
    for (const money of this.campaigns.values()) money.campaign = null;
    for (const advertiser of this.advertisers.values()) {
      advertiser.campaigns = [];
      advertiser.maxUnit = 0;
    }
    this.live = new Bitset(snapshot.campaigns.length);
    this.states = new Uint8Array(snapshot.campaigns.length);
    this.byPosition = snapshot.campaigns.map((campaign, position) => {
      const money = this.campaignOf(campaign.id, campaign.advertiserId);
      money.campaign = campaign;
      money.position = position;
      money.advertiser.campaigns.push(money);
      money.advertiser.maxUnit = Math.max(money.advertiser.maxUnit, campaign.unitMicros);
      return money;
    });
    this.evaluateAll(nowMs);
  }

  /** Takes the database's sums; campaigns it does not name have spent nothing. */
  load(facts: BudgetFacts, nowMs: number): void {
    const sums = new Map(facts.campaigns.map((sum) => [sum.id, sum]));
    for (const money of this.campaigns.values()) {
      const sum = sums.get(money.id);
      money.total = sum?.totalMicros ?? 0;
      if (facts.dayStartMs === this.day || this.day === 0) money.today = sum?.todayMicros ?? 0;
    }
    const balances = new Map(facts.advertisers.map((entry) => [entry.id, entry.balanceMicros]));
    for (const advertiser of this.advertisers.values()) advertiser.balance = balances.get(advertiser.id) ?? 0;
    this.evaluateAll(nowMs);
  }

  /** Takes new balances alone (a deposit). */
  loadBalances(balances: BudgetFacts['advertisers'], nowMs: number): void {
    for (const { id, balanceMicros } of balances) {
      const advertiser = this.advertisers.get(id);
      if (!advertiser || advertiser.balance === balanceMicros) continue;
      advertiser.balance = balanceMicros;
      for (const money of advertiser.campaigns) this.evaluate(money, nowMs);
    }
  }

  /** Takes what a batch made of the events it settled. */
  apply(batch: AppliedBatch, nowMs: number): void {
    for (const { campaignId, decidedAtMs, claimMicros } of batch.settled)
      this.unclaim(campaignId, claimMicros, decidedAtMs);
    for (const sum of batch.campaigns) {
      const money = this.campaigns.get(sum.id);
      if (!money) continue;
      money.total = sum.totalMicros;
      if (batch.dayStartMs === this.day && sum.todayMicros !== null) money.today = sum.todayMicros;
    }
    for (const { id, balanceMicros } of batch.advertisers) {
      const advertiser = this.advertisers.get(id);
      if (advertiser) advertiser.balance = balanceMicros;
    }
    for (const { campaignId } of batch.settled) this.evaluateCampaign(campaignId, nowMs);
  }

  /** Once a second: a new day, reservations that ran out, schedules and pacing lines. Cheap to ask more often. */
  tick(nowMs: number): void {
    if (nowMs < this.nextTickMs && nowMs >= this.nextTickMs - SECOND_MS) return;
    this.nextTickMs = nowMs + SECOND_MS;
    const today = dayStart(nowMs);
    if (today !== this.day) {
      // Nothing is known of a day before the first tick: then `load` said what was spent today.
      if (this.day !== 0)
        for (const money of this.campaigns.values()) {
          money.today = 0;
          money.pendingToday = 0;
        }
      this.day = today;
    }
    for (const [second, amounts] of this.reservations) {
      if (second * SECOND_MS + RESERVATION_MS > nowMs) continue;
      for (const [campaignId, amount] of amounts) this.giveBack(campaignId, amount);
      this.reservations.delete(second);
    }
    this.evaluateAll(nowMs);
  }

  /** Sets aside what a decision is expected to cost: a CPM's price, a CPC's price times its click-through rate. */
  reserve(position: number, priceMicros: number, nowMs: number): void {
    const money = this.byPosition[position];
    const campaign = money?.campaign;
    if (!money || !campaign) return;
    const amount =
      campaign.pricing === 0 ? priceMicros : Math.ceil((priceMicros * campaign.ctrPpm) / MILLION);
    const second = Math.floor(nowMs / SECOND_MS);
    let amounts = this.reservations.get(second);
    if (!amounts) {
      amounts = new Map();
      this.reservations.set(second, amounts);
    }
    amounts.set(money.id, (amounts.get(money.id) ?? 0) + amount);
    money.reserved += amount;
    money.advertiser.reserved += amount;
    this.evaluateWithSiblings(money, nowMs);
  }

  /** The decision's impression has arrived: its reservation ends. */
  release(campaignId: number, priceMicros: number, decidedAtMs: number): void {
    const money = this.campaigns.get(campaignId);
    const amounts = this.reservations.get(Math.floor(decidedAtMs / SECOND_MS));
    const held = amounts?.get(campaignId);
    if (!money || !amounts || held === undefined) return;
    const pricing = money.campaign?.pricing ?? 0;
    const wanted =
      pricing === 0 ? priceMicros : Math.ceil((priceMicros * (money.campaign?.ctrPpm ?? 0)) / MILLION);
    const amount = Math.min(held, wanted);
    amounts.set(campaignId, held - amount);
    this.giveBack(campaignId, amount);
  }

  /** A billable event goes to the journal: its price counts until a batch settles it. */
  claim(campaignId: number, priceMicros: number, decidedAtMs: number, nowMs: number): void {
    const money = this.campaigns.get(campaignId);
    if (!money) return;
    money.pendingTotal += priceMicros;
    if (dayStart(decidedAtMs) === this.day) money.pendingToday += priceMicros;
    money.advertiser.pending += priceMicros;
    this.evaluateWithSiblings(money, nowMs);
  }

  /** A claim is settled by a batch, or its event could not be written. */
  unclaim(campaignId: number, priceMicros: number, decidedAtMs: number): void {
    const money = this.campaigns.get(campaignId);
    if (!money) return;
    money.pendingTotal = Math.max(0, money.pendingTotal - priceMicros);
    if (dayStart(decidedAtMs) === this.day)
      money.pendingToday = Math.max(0, money.pendingToday - priceMicros);
    money.advertiser.pending = Math.max(0, money.advertiser.pending - priceMicros);
  }

  private giveBack(campaignId: number, amount: number): void {
    const money = this.campaigns.get(campaignId);
    if (!money) return;
    money.reserved = Math.max(0, money.reserved - amount);
    money.advertiser.reserved = Math.max(0, money.advertiser.reserved - amount);
  }

  private campaignOf(id: number, advertiserId: number): CampaignMoney {
    let advertiser = this.advertisers.get(advertiserId);
    if (!advertiser) {
      advertiser = { id: advertiserId, balance: 0, pending: 0, reserved: 0, campaigns: [], maxUnit: 0 };
      this.advertisers.set(advertiserId, advertiser);
    }
    let money = this.campaigns.get(id);
    if (!money) {
      money = {
        id,
        advertiser,
        position: -1,
        campaign: null,
        today: 0,
        total: 0,
        pendingToday: 0,
        pendingTotal: 0,
        reserved: 0,
      };
      this.campaigns.set(id, money);
    }
    return money;
  }

  private evaluateAll(nowMs: number): void {
    for (const money of this.byPosition) this.evaluate(money, nowMs);
  }

  private evaluateCampaign(campaignId: number, nowMs: number): void {
    const money = this.campaigns.get(campaignId);
    if (money) this.evaluateWithSiblings(money, nowMs);
  }

  /** When an advertiser's money runs low, all of its campaigns are looked at; otherwise this one alone. */
  private evaluateWithSiblings(money: CampaignMoney, nowMs: number): void {
    const { balance, pending, reserved, maxUnit, campaigns } = money.advertiser;
    if (campaigns.length > 1 && balance - pending - reserved < maxUnit)
      for (const sibling of campaigns) this.evaluate(sibling, nowMs);
    else this.evaluate(money, nowMs);
  }

  private evaluate(money: CampaignMoney, nowMs: number): void {
    const { campaign, position } = money;
    if (!campaign) return;
    const state = gateState(money, campaign, nowMs);
    if (this.states[position] === state && this.live.has(position) === (state === GATE.LIVE)) return;
    this.states[position] = state;
    if (state === GATE.LIVE) this.live.set(position);
    else this.live.clear(position);
  }
}

function gateState(money: CampaignMoney, campaign: SnapshotCampaign, nowMs: number): number {
  const { dailyBudgetMicros, totalBudgetMicros, pacing, startsAtMs, endsAtMs } = campaign.money;
  if ((startsAtMs !== null && nowMs < startsAtMs) || (endsAtMs !== null && nowMs >= endsAtMs))
    return GATE.SCHEDULE;
  const unit = campaign.unitMicros;
  const today = money.today + money.pendingToday + money.reserved;
  if (today + unit > dailyBudgetMicros) return GATE.BUDGET;
  if (
    totalBudgetMicros !== null &&
    money.total + money.pendingTotal + money.reserved + unit > totalBudgetMicros
  )
    return GATE.BUDGET;
  const { balance, pending, reserved } = money.advertiser;
  if (balance - pending - reserved < unit) return GATE.BUDGET;
  if (pacing === 'even' && today + unit > pacingLine(campaign, nowMs)) return GATE.PACED;
  return GATE.LIVE;
}
