import { affordableMicros, PRICING_CODES } from '@ezdash/contracts';
import type { AppliedBatch, BudgetFacts } from './budgetFacts';
import { type DeliveryGate, GATE, type Gate } from './decision';
import { GateStates } from './GateStates';
import {
  type AdvertiserMoney,
  type CampaignMoney,
  dayShare,
  dayStart,
  expectedCost,
  gateState,
  isWithinClicks,
  isWithinLimit,
  leftOf,
  moneyLeft,
  newAdvertiser,
  newMoney,
  urgencyOf,
} from './gateState';
import type { SnapshotCampaign } from './index/entries';
import type { Snapshot } from './index/Snapshot';
import { finish, type Steps } from './index/steps';
import type { LeaseBook } from './LeaseBook';
import { TrafficShares } from './pacing/TrafficShares';
import { RESERVATION_MS, Reservations } from './Reservations';
import type { CampaignInput } from './snapshotInput';
import { WeekClock } from './weekHours';

export type { AppliedBatch, BudgetFacts } from './budgetFacts';
export { RESERVATION_MS };

const SECOND_MS = 1_000;

/** How many sums are taken before others may run. */
const AT_ONCE = 2_048;

const hasLimit = (campaign: SnapshotCampaign | null) => campaign !== null && campaign.impressionLimit > 0;
const hasClickLimit = (campaign: SnapshotCampaign | null) => campaign !== null && campaign.clickLimit > 0;

/**
 * Who may deliver right now. Money is counted three ways: confirmed (in the database), pending (in the journal) and
 * reserved (decided, its impression not yet seen); so are the impressions of campaigns with a limit. A campaign whose
 * next event might not fit is switched off at once; it comes back within a second or with a batch. The guard at
 * ingestion stays the authority over money.
 */
export class Budgets implements DeliveryGate {
  private readonly campaigns = new Map<number, CampaignMoney>();
  private readonly advertisers = new Map<number, AdvertiserMoney>();
  private readonly reservations = new Reservations();
  /** Decisions whose click counts and is not in the database yet, of campaigns with a limit of clicks. */
  private readonly clicks = new Set<string>();
  private readonly clock = new WeekClock();
  /** What even pacing takes a day's traffic to be. */
  readonly traffic = new TrafficShares();
  /** Set while other processes spend from the same budgets: then nobody is shown without a lease. */
  leases: LeaseBook | null = null;
  /** Campaigns that have less left than one event at their bid, or will when what is set aside is billed. */
  private readonly short = new Set<number>();
  private day = 0;
  private lastTickMs = Number.NEGATIVE_INFINITY;
  private readonly states = new GateStates(
    {
      campaigns: this.campaigns,
      advertisers: this.advertisers,
      moneyOf: (id, advertiserId) => this.campaignOf(id, advertiserId),
    },
    (money, campaign, nowMs) => this.stateOf(money, campaign, nowMs),
  );

  get gates(): readonly Gate[] {
    return this.states.gates;
  }

  /** Takes a new snapshot's campaigns, with the database's sums or with what is known of their money. */
  attach(snapshot: Snapshot, nowMs: number, facts?: BudgetFacts): void {
    this.clock.tick(nowMs);
    finish(this.prepare(snapshot));
    finish(this.judgePrepared(() => nowMs, facts));
    this.takeOver();
  }

  /**
   * The same in three parts, of which the first two may take their time: what happens meanwhile counts for the snapshot
   * in use and for the one that is prepared.
   */
  prepare(snapshot: Snapshot): Steps<void> {
    return this.states.prepare(snapshot);
  }

  *judgePrepared(now: () => number, facts?: BudgetFacts): Steps<void> {
    if (facts) yield* this.takeFacts(facts);
    yield* this.states.judgeNext(now);
  }

  /** Answers the snapshot that is in use from now on. */
  takeOver(): Snapshot {
    return this.states.takeOver();
  }

  /**
   * Takes a snapshot that differs by some campaigns alone from the one before, which shares its first index: those are
   * no more in the first, and in the second if they may still deliver.
   */
  attachChanged(snapshot: Snapshot, changed: readonly number[], nowMs: number): void {
    if (!this.states.isBasedOn(snapshot)) {
      this.attach(snapshot, nowMs);
      return;
    }
    const known = changed.map((id) => this.campaigns.get(id)).filter((money) => money !== undefined);
    this.states.change(snapshot, known, nowMs);
  }

  /** Takes the database's sums; campaigns it does not name have spent nothing. */
  load(facts: BudgetFacts, nowMs: number): void {
    finish(this.takeFacts(facts));
    this.states.evaluateAll(nowMs);
  }

  /** Takes the sums of some campaigns and balances alone; a campaign of `ids` without a sum has spent nothing. */
  loadSome(ids: readonly number[], facts: BudgetFacts, nowMs: number): void {
    const sums = new Map(facts.campaigns.map((sum) => [sum.id, sum]));
    for (const id of ids) {
      const money = this.campaigns.get(id);
      if (money) this.takeSum(money, sums.get(id), facts.dayStartMs);
    }
    this.loadBalances(facts.advertisers, nowMs);
    for (const id of ids) this.evaluateCampaign(id, nowMs);
  }

  /** Takes new balances alone (a deposit). */
  loadBalances(balances: BudgetFacts['advertisers'], nowMs: number): void {
    for (const { id, balanceMicros } of balances) {
      const advertiser = this.advertisers.get(id);
      if (!advertiser || advertiser.balance === balanceMicros) continue;
      advertiser.balance = balanceMicros;
      this.states.follow(advertiser, nowMs);
    }
  }

  /** Takes what a batch made of the events it settled. */
  apply(batch: AppliedBatch, nowMs: number): void {
    for (const { campaignId, decidedAtMs, claimMicros } of batch.settled)
      this.unclaim(campaignId, claimMicros, decidedAtMs);
    for (const campaignId of batch.shown ?? []) this.confirmShown(campaignId);
    for (const { campaignId, decisionId } of batch.clicked ?? []) this.confirmClick(campaignId, decisionId);
    for (const sum of batch.campaigns) {
      const money = this.campaigns.get(sum.id);
      if (!money) continue;
      money.total = sum.totalMicros;
      if (batch.dayStartMs === this.day && sum.todayMicros !== null) money.today = sum.todayMicros;
    }
    for (const { id, balanceMicros } of batch.advertisers) {
      const advertiser = this.advertisers.get(id);
      if (!advertiser) continue;
      advertiser.balance = balanceMicros;
      // A deposit between two readings of balances is seen here first.
      this.states.follow(advertiser, nowMs);
    }
    for (const { campaignId } of batch.settled) this.evaluateCampaign(campaignId, nowMs);
  }

  /**
   * To be called with every request: once a second everybody is looked at whom time may switch (pacing lines, schedules,
   * reservations that ran out), a few at a time as the second passes, and after a longer silence at once; so are those
   * with hours of the week at a quarter of an hour. A new day is everybody's, a few thousand with each request.
   */
  tick(nowMs: number): void {
    if (nowMs === this.lastTickMs) return;
    const { states, lastTickMs } = this;
    this.lastTickMs = nowMs;
    if (this.clock.tick(nowMs)) states.evaluateHourly(nowMs);
    if (this.leases?.hasEnded(nowMs)) states.evaluateAll(nowMs);
    if (this.beginDay(nowMs)) {
      // Yesterday's leases are nobody's today.
      if (this.leases !== null) states.evaluateAll(nowMs);
      else states.beginSweep();
    } else if (nowMs < lastTickMs) states.beginSweep();
    if (nowMs < lastTickMs || nowMs - lastTickMs >= SECOND_MS) {
      this.giveBackExpired(nowMs);
      states.playRound(nowMs);
    } else if (states.continueRound(nowMs)) this.giveBackExpired(nowMs);
    states.continueSweep(nowMs);
  }

  /** Sets aside what a decision is expected to cost: a CPM's price, a CPC's price times its click-through rate. */
  reserve(campaignId: number, priceMicros: number, nowMs: number): void {
    const money = this.campaigns.get(campaignId);
    const campaign = money?.campaign;
    if (!money || !campaign) return;
    const amount = expectedCost(campaign, priceMicros);
    const places = campaign.impressionLimit > 0 ? 1 : 0;
    this.reservations.add(money.id, amount, places, nowMs);
    money.reserved += amount;
    money.reservedShown += places;
    money.advertiser.reserved += amount;
    this.evaluateWithSiblings(money, nowMs);
  }

  /**
   * The decision's impression has arrived: its reservation ends, but what a click is expected to cost stays set aside
   * until its time is over, for the click is still to come.
   */
  rendered(campaignId: number, priceMicros: number, decidedAtMs: number): void {
    const isPaid = this.campaigns.get(campaignId)?.campaign?.pricing === PRICING_CODES.CPM;
    this.release(campaignId, isPaid ? priceMicros : 0, decidedAtMs);
  }

  /** A reservation ends before its time. */
  release(campaignId: number, priceMicros: number, decidedAtMs: number): void {
    const money = this.campaigns.get(campaignId);
    if (!money) return;
    const cost = expectedCost(money.campaign, priceMicros);
    const held = this.reservations.take(campaignId, cost, 1, decidedAtMs);
    if (held !== null) this.giveBack(campaignId, held.amountMicros, held.places);
  }

  /** Other processes have received impressions that were decided here: their reservations end. */
  shownElsewhere(campaignId: number, amountMicros: number, places: number): void {
    const held = this.reservations.takeOldest(campaignId, amountMicros, places);
    this.giveBack(campaignId, held.amountMicros, held.places);
  }

  /**
   * Whether an impression still fits into the campaign's limit: a place was kept for it, or one is free. Ask before
   * `release`.
   */
  admits(campaignId: number, decidedAtMs: number): boolean {
    const money = this.campaigns.get(campaignId);
    if (!money || this.reservations.placesOf(campaignId, decidedAtMs) > 0) return true;
    return isWithinLimit(money) && (this.leases === null || this.leases.hasPlace(money));
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
    this.evaluateWithSiblings(money, this.lastTickMs);
  }

  /** An impression goes to the journal: it counts until a batch settles it. */
  claimShown(campaignId: number, nowMs: number): void {
    const money = this.campaigns.get(campaignId);
    if (!money) return;
    money.pendingShown += 1;
    if (hasLimit(money.campaign) || hasLimit(money.nextCampaign)) this.evaluate(money, nowMs);
  }

  /** The impression could not be written. */
  unclaimShown(campaignId: number): void {
    const money = this.campaigns.get(campaignId);
    if (!money) return;
    money.pendingShown = Math.max(0, money.pendingShown - 1);
    this.evaluate(money, this.lastTickMs);
  }

  /** Whether a click still fits into the campaign's limit of them. */
  admitsClick(campaignId: number): boolean {
    const money = this.campaigns.get(campaignId);
    return money === undefined || isWithinClicks(money);
  }

  /** A click that counts goes to the journal. */
  claimClick(campaignId: number, decisionId: string, nowMs: number): void {
    const money = this.campaigns.get(campaignId);
    if (!money || !(hasClickLimit(money.campaign) || hasClickLimit(money.nextCampaign))) return;
    this.clicks.add(decisionId);
    money.pendingClicked += 1;
    this.evaluate(money, nowMs);
  }

  /** The click could not be written. */
  unclaimClick(campaignId: number, decisionId: string): void {
    const money = this.campaigns.get(campaignId);
    if (!money || !this.clicks.delete(decisionId)) return;
    money.pendingClicked = Math.max(0, money.pendingClicked - 1);
    this.evaluate(money, this.lastTickMs);
  }

  urgency(campaign: SnapshotCampaign): number {
    const money = this.campaigns.get(campaign.id);
    return money ? urgencyOf(money, campaign, this.lastTickMs, this.traffic) : 1;
  }

  /**
   * Where a campaign's line stands without its lead, as a part of the day's budget (0–1); null without a line (asap, or
   * not in the index). `nowMs` is of the engine's own day: another day's moment would turn everybody's lines to it.
   */
  dueShare(campaignId: number, nowMs: number): number | null {
    const money = this.campaigns.get(campaignId);
    const campaign = money?.campaign;
    if (!money || !campaign || campaign.money.pacing !== 'even') return null;
    const { endsAtMs } = campaign.money;
    // Behind its last day there is no day whose traffic could have come.
    if (endsAtMs !== null && endsAtMs <= dayStart(nowMs)) return 0;
    return dayShare(money, campaign, nowMs, 0, this.traffic);
  }

  /** What a campaign has left, for its bid; plenty while nothing is known of it. */
  leftOf(input: CampaignInput): number {
    const money = this.campaigns.get(input.id);
    return money ? leftOf(money, input) : Number.POSITIVE_INFINITY;
  }

  /** Campaigns whose bid in the index is not what they can afford by now, `most` of them: their entry is to be made anew. */
  mispriced(most: number): number[] {
    const found: number[] = [];
    for (const id of this.short) {
      const money = this.campaigns.get(id);
      const campaign = money?.campaign;
      if (!money || !campaign) {
        this.short.delete(id);
        continue;
      }
      const { wholeMicros, lowestMicros, unitMicros } = campaign;
      if (affordableMicros(wholeMicros, lowestMicros, leftOf(money, campaign.money)) !== unitMicros) {
        if (found.push(id) === most) break;
      } else if (!this.isShort(money, campaign, this.gates[money.gate]?.states[money.position]))
        this.short.delete(id);
    }
    return found;
  }

  /** What is known of a campaign's money; not to be changed. */
  moneyOf(campaignId: number): Readonly<CampaignMoney> | undefined {
    return this.campaigns.get(campaignId);
  }

  /** Campaigns that have something pending or reserved. */
  spenders(): number[] {
    const ids: number[] = [];
    for (const { id, pendingTotal, reserved, pendingShown, reservedShown } of this.campaigns.values())
      if (pendingTotal + reserved + pendingShown + reservedShown > 0) ids.push(id);
    return ids;
  }

  /** Something about their leases is new. */
  lookAgain(nowMs: number, campaignIds?: readonly number[]): void {
    if (campaignIds === undefined) this.states.evaluateAll(nowMs);
    else for (const id of campaignIds) this.evaluateCampaign(id, nowMs);
  }

  private confirmShown(campaignId: number): void {
    const money = this.campaigns.get(campaignId);
    if (!money) return;
    money.pendingShown = Math.max(0, money.pendingShown - 1);
    money.shown += 1;
  }

  private confirmClick(campaignId: number, decisionId: string): void {
    const money = this.campaigns.get(campaignId);
    if (!money || !this.clicks.delete(decisionId)) return;
    money.pendingClicked = Math.max(0, money.pendingClicked - 1);
    money.clicked += 1;
  }

  private *takeFacts(facts: BudgetFacts): Steps<void> {
    const sums = new Map<number, BudgetFacts['campaigns'][number]>();
    let taken = 0;
    for (const sum of facts.campaigns) {
      sums.set(sum.id, sum);
      taken += 1;
      if (taken % AT_ONCE === 0) yield;
    }
    for (const money of this.campaigns.values()) {
      this.takeSum(money, sums.get(money.id), facts.dayStartMs);
      taken += 1;
      if (taken % AT_ONCE === 0) yield;
    }
    const balances = new Map(facts.advertisers.map((entry) => [entry.id, entry.balanceMicros]));
    for (const advertiser of this.advertisers.values()) {
      advertiser.balance = balances.get(advertiser.id) ?? 0;
      // Some of its campaigns are looked at with this much from now on, others have been with what was left before.
      const left = moneyLeft(advertiser);
      advertiser.judgedFrom = Math.min(advertiser.judgedFrom, left);
      advertiser.judgedTo = Math.max(advertiser.judgedTo, left);
    }
  }

  private takeSum(
    money: CampaignMoney,
    sum: BudgetFacts['campaigns'][number] | undefined,
    day: number,
  ): void {
    money.total = sum?.totalMicros ?? 0;
    money.shown = sum?.shown ?? 0;
    money.clicked = sum?.clicked ?? 0;
    if (day !== this.day && this.day !== 0) return;
    money.today = sum?.todayMicros ?? 0;
    money.spentFromMs = sum?.spentFromMs ?? Number.POSITIVE_INFINITY;
  }

  private giveBack(campaignId: number, amountMicros: number, places: number): void {
    const money = this.campaigns.get(campaignId);
    if (!money) return;
    money.reserved = Math.max(0, money.reserved - amountMicros);
    money.reservedShown = Math.max(0, money.reservedShown - places);
    money.advertiser.reserved = Math.max(0, money.advertiser.reserved - amountMicros);
    this.evaluateWithSiblings(money, this.lastTickMs);
  }

  private giveBackExpired(nowMs: number): void {
    this.reservations.expire(nowMs, (campaignId, amountMicros, places) =>
      this.giveBack(campaignId, amountMicros, places),
    );
  }

  /** Answers whether another day has begun. */
  private beginDay(nowMs: number): boolean {
    const today = dayStart(nowMs);
    if (today === this.day) return false;
    // Nothing is known of a day before the first tick: then `load` said what was spent today.
    if (this.day !== 0)
      for (const money of this.campaigns.values()) {
        money.today = 0;
        money.spentFromMs = Number.POSITIVE_INFINITY;
        money.pendingToday = 0;
      }
    this.day = today;
    return true;
  }

  private campaignOf(id: number, advertiserId: number): CampaignMoney {
    const known = this.campaigns.get(id);
    if (known) return known;
    let advertiser = this.advertisers.get(advertiserId);
    if (!advertiser) {
      advertiser = newAdvertiser(advertiserId);
      this.advertisers.set(advertiserId, advertiser);
    }
    const money = newMoney(id, advertiser);
    this.campaigns.set(id, money);
    return money;
  }

  private evaluateCampaign(campaignId: number, nowMs: number): void {
    const money = this.campaigns.get(campaignId);
    if (money) this.evaluateWithSiblings(money, nowMs);
  }

  /** Looks at a campaign, and at those of its advertiser that a changed balance switches. */
  private evaluateWithSiblings(money: CampaignMoney, nowMs: number): void {
    this.evaluate(money, nowMs);
    this.states.follow(money.advertiser, nowMs);
  }

  private evaluate(money: CampaignMoney, nowMs: number): void {
    this.states.evaluate(money, nowMs);
  }

  /** Whether its bid is lowered, or is to be, or will be when what is set aside is billed. */
  private isShort(money: CampaignMoney, campaign: SnapshotCampaign, state: number | undefined): boolean {
    const { unitMicros, wholeMicros, lowestMicros } = campaign;
    if (unitMicros < wholeMicros) return true;
    // These were looked at with its whole bid, and it fits.
    if (state === GATE.LIVE || state === GATE.PACED) return false;
    const left = leftOf(money, campaign.money);
    return left >= lowestMicros && (left < wholeMicros || state === GATE.BUDGET);
  }

  private stateOf(money: CampaignMoney, campaign: SnapshotCampaign, nowMs: number): number {
    const state = gateState(money, campaign, nowMs, this.clock, this.traffic);
    if (campaign.lowestMicros < campaign.wholeMicros && this.isShort(money, campaign, state))
      this.short.add(money.id);
    if (this.leases === null || state !== GATE.LIVE) return state;
    return this.leases.state(money, campaign, this.day, nowMs);
  }
}
