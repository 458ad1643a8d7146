import { PRICING_CODES } from '@ezdash/contracts';
import { GATE } from './decision';
import type { SnapshotCampaign } from './index/entries';
import type { TrafficShares } from './pacing/TrafficShares';
import type { CampaignInput } from './snapshotInput';
import type { WeekClock } from './weekHours';

const SECOND_MS = 1_000;
const MILLION = 1_000_000;
export const DAY_MS = 86_400_000;
/** Even pacing may run ahead of its line by so much, for decisions whose impression never comes. */
export const PACING_LEAD_MS = 60_000;
/** A guaranteed campaign that is not behind is still shown now and then. */
const LEAST_URGENCY = 0.01;

export const dayStart = (timeMs: number): number => Math.floor(timeMs / DAY_MS) * DAY_MS;

export interface AdvertiserMoney {
  id: number;
  balance: number;
  /** Journaled, not yet in the database. */
  pending: number;
  reserved: number;
  campaigns: CampaignMoney[];
  /** The dearest event among its campaigns: above it, none of them has to be looked at. */
  maxUnit: number;
  /** All of them by the price of an event, cheapest first; null when that is to be made anew. */
  byUnit: UnitOrder | null;
  /** Each of its campaigns was looked at when so much was left of its money, or so much, or something between. */
  judgedFrom: number;
  judgedTo: number;
  /** The same of the snapshot that is being prepared. */
  nextCampaigns: CampaignMoney[];
  nextMaxUnit: number;
}

/** Campaigns by the price of an event; one that is in two snapshots is in it twice. */
export interface UnitOrder {
  units: number[];
  campaigns: CampaignMoney[];
}

/** What is known of a campaign's money and impressions, in micros and in events. */
export interface CampaignMoney {
  id: number;
  advertiser: AdvertiserMoney;
  /** Where it lies in which gate; -1 while it is in no index. */
  position: number;
  gate: number;
  /** Null while the campaign is not in the index. */
  campaign: SnapshotCampaign | null;
  /** The same in the snapshot that is being prepared; where it lies there is good while it is in it. */
  nextCampaign: SnapshotCampaign | null;
  nextPosition: number;
  nextGate: number;
  today: number;
  /**
   * Of a campaign that had spent something today before it was approved (anew): the beginning of the first hour of the
   * day that cost it something. Infinity of all others.
   */
  spentFromMs: number;
  total: number;
  pendingToday: number;
  pendingTotal: number;
  reserved: number;
  /** Counted impressions over its life, kept for campaigns with a limit alone; so are the next two. */
  shown: number;
  /** Journaled, not yet in the database. */
  pendingShown: number;
  /** Decided, not yet seen. */
  reservedShown: number;
  /** Counted clicks over its life, kept for campaigns with a limit of them alone; so is the next. */
  clicked: number;
  /** Journaled, not yet in the database. */
  pendingClicked: number;
}

export const newAdvertiser = (id: number): AdvertiserMoney => ({
  id,
  balance: 0,
  pending: 0,
  reserved: 0,
  campaigns: [],
  maxUnit: 0,
  byUnit: null,
  judgedFrom: 0,
  judgedTo: 0,
  nextCampaigns: [],
  nextMaxUnit: 0,
});

export const newMoney = (id: number, advertiser: AdvertiserMoney): CampaignMoney => ({
  id,
  advertiser,
  position: -1,
  gate: 0,
  campaign: null,
  nextCampaign: null,
  nextPosition: -1,
  nextGate: 0,
  today: 0,
  spentFromMs: Number.POSITIVE_INFINITY,
  total: 0,
  pendingToday: 0,
  pendingTotal: 0,
  reserved: 0,
  shown: 0,
  pendingShown: 0,
  reservedShown: 0,
  clicked: 0,
  pendingClicked: 0,
});

/** What is left of an advertiser's balance. */
export const moneyLeft = ({ balance, pending, reserved }: AdvertiserMoney): number =>
  balance - pending - reserved;

/**
 * What is left of a campaign's budgets and of its advertiser's balance. What is set aside of a budget is left until it
 * is billed, as most of it comes back; of the balance it is not, since `gateState` lets no next event have it.
 */
export function leftOf(
  money: CampaignMoney,
  { dailyBudgetMicros, totalBudgetMicros }: Pick<CampaignInput, 'dailyBudgetMicros' | 'totalBudgetMicros'>,
): number {
  const inAll = totalBudgetMicros ?? Number.POSITIVE_INFINITY;
  return Math.min(
    dailyBudgetMicros - money.today - money.pendingToday,
    inAll - money.total - money.pendingTotal,
    moneyLeft(money.advertiser),
  );
}

/** A CPM's price; a CPC's or CPA's times the rate of what it pays for. */
export const expectedCost = (campaign: SnapshotCampaign | null, priceMicros: number): number =>
  campaign === null || campaign.pricing === PRICING_CODES.CPM
    ? priceMicros
    : Math.ceil((priceMicros * campaign.ctrPpm) / MILLION);

/**
 * What a budget has to hold beside what was spent, so that one more may be shown: what is set aside and its price, or,
 * for those who pay for what an impression rarely leads to, what all those are expected to cost, and one event at least.
 */
export const needOf = (reserved: number, campaign: SnapshotCampaign): number =>
  campaign.pricing === PRICING_CODES.CPM
    ? reserved + campaign.unitMicros
    : Math.max(campaign.unitMicros, reserved + expectedCost(campaign, campaign.unitMicros));

/** What a day may cost: the daily budget, or what is left of the total one on its last day. */
export function dayBudget(money: CampaignMoney, campaign: SnapshotCampaign): number {
  const { dailyBudgetMicros, totalBudgetMicros } = campaign.money;
  if (totalBudgetMicros === null) return dailyBudgetMicros;
  const before = money.total + money.pendingTotal - money.today - money.pendingToday;
  return Math.min(dailyBudgetMicros, Math.max(0, totalBudgetMicros - before));
}

/**
 * Where even pacing wants the day's spend to be at most: the part of the day's budget that is the part of the day's
 * traffic that has come, as it is forecast, and a minute more.
 */
export function pacingLine(
  money: CampaignMoney,
  campaign: SnapshotCampaign,
  nowMs: number,
  traffic: TrafficShares,
): number {
  const share = dayShare(money, campaign, nowMs, PACING_LEAD_MS, traffic);
  return Math.floor(dayBudget(money, campaign) * share);
}

/**
 * How much of the traffic of the campaign's day has come a moment later, 0–1. A day on which something was already
 * spent goes on: approved anew, its line does not begin again at nothing.
 */
export function dayShare(
  { spentFromMs }: CampaignMoney,
  { money, hours, trafficKey }: SnapshotCampaign,
  nowMs: number,
  leadMs: number,
  traffic: TrafficShares,
): number {
  const { startsAtMs, endsAtMs, activeFromMs } = money;
  const today = dayStart(nowMs);
  const from = Math.max(today, Math.min(spentFromMs, Math.max(activeFromMs, startsAtMs ?? 0)));
  const to = Math.min(today + DAY_MS, endsAtMs ?? Number.POSITIVE_INFINITY);
  return traffic.share(trafficKey, hours, from, to, nowMs + leadMs);
}

const shownInAll = ({ shown, pendingShown, reservedShown }: CampaignMoney) =>
  shown + pendingShown + reservedShown;
/** Whether one more impression is within the campaign's limit. */
export function isWithinLimit(money: CampaignMoney, campaign = money.campaign): boolean {
  const limit = campaign?.impressionLimit ?? 0;
  return limit === 0 || shownInAll(money) < limit;
}

/** Whether one more click is within the campaign's limit of them. */
export function isWithinClicks(money: CampaignMoney, campaign = money.campaign): boolean {
  const limit = campaign?.clickLimit ?? 0;
  return limit === 0 || money.clicked + money.pendingClicked < limit;
}

/** How far behind its even line: the day's spend, or the impressions of its time, as a part of what it is to be. */
export function urgencyOf(
  money: CampaignMoney,
  campaign: SnapshotCampaign,
  nowMs: number,
  traffic: TrafficShares,
): number {
  const { startsAtMs, endsAtMs, activeFromMs } = campaign.money;
  const budgetMicros = dayBudget(money, campaign);
  const spent = (money.today + money.pendingToday + money.reserved) / Math.max(1, budgetMicros);
  let behind = dayShare(money, campaign, nowMs, 0, traffic) - spent;
  if (campaign.impressionLimit > 0 && endsAtMs !== null) {
    const from = Math.max(startsAtMs ?? 0, activeFromMs);
    const due = Math.min(1, (nowMs - from) / Math.max(SECOND_MS, endsAtMs - from));
    behind = Math.max(behind, due - shownInAll(money) / campaign.impressionLimit);
  }
  return LEAST_URGENCY + Math.max(0, behind);
}

/** What keeps a campaign from delivering one more event at this moment; LIVE when nothing does. */
export function gateState(
  money: CampaignMoney,
  campaign: SnapshotCampaign,
  nowMs: number,
  clock: WeekClock,
  traffic: TrafficShares,
): number {
  const { dailyBudgetMicros, totalBudgetMicros, pacing, startsAtMs, endsAtMs } = campaign.money;
  if ((startsAtMs !== null && nowMs < startsAtMs) || (endsAtMs !== null && nowMs >= endsAtMs))
    return GATE.SCHEDULE;
  if (campaign.impressionLimit > 0 && !isWithinLimit(money, campaign)) return GATE.LIMIT;
  if (campaign.clickLimit > 0 && !isWithinClicks(money, campaign)) return GATE.LIMIT;
  if (campaign.hours !== null && !clock.isOpen(campaign.hours)) return GATE.HOURS;
  // A house ad costs nothing.
  if (campaign.priority === 'house') return GATE.LIVE;
  const unit = campaign.unitMicros;
  const need = needOf(money.reserved, campaign);
  const today = money.today + money.pendingToday;
  if (today + need > dailyBudgetMicros) return GATE.BUDGET;
  if (totalBudgetMicros !== null && money.total + money.pendingTotal + need > totalBudgetMicros)
    return GATE.BUDGET;
  if (moneyLeft(money.advertiser) < unit) return GATE.BUDGET;
  // The next event may cross the line by its half: so a budget of few events is neither early nor late.
  if (pacing === 'even' && today + money.reserved + unit / 2 > pacingLine(money, campaign, nowMs, traffic))
    return GATE.PACED;
  return GATE.LIVE;
}
