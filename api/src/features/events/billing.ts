import { EVENT_KINDS, INVALID_REASONS } from '@ezdash/contracts';
import type { IngestEvent } from './journalRecords';

/** Who an event concerns: its campaign's and its zone's owners. */
export interface Owners {
  advertiserId: number;
  publisherId: number;
  propertyId: number;
}

/** An event as it is stored. Amounts in micros; 0 unless billed. */
export interface BilledEvent {
  event: IngestEvent;
  owners: Owners;
  /** A code of INVALID_REASONS; 0 is counted. */
  verdict: number;
  spendMicros: number;
  payoutMicros: number;
  /** The part of `spendMicros` that came from the advertiser's bonus. */
  bonusMicros: number;
}

/** What a campaign may spend and has spent; `bill` moves it on. */
export interface CampaignLimits {
  dailyBudgetMicros: bigint;
  totalBudgetMicros: bigint | null;
  totalSpentMicros: bigint;
  /** Day (YYYY-MM-DD, UTC) → spent. */
  spentByDay: Map<string, bigint>;
}

export interface Purse {
  bonusMicros: bigint;
  cashMicros: bigint;
}

export interface Money {
  campaigns: Map<number, CampaignLimits>;
  /** By advertiser. */
  purses: Map<number, Purse>;
}

const DAY_MS = 86_400_000;
let lastDay = { number: Number.NaN, text: '' };
/** 1790000000000 → '2026-09-21'. Events come in rows of the same day, so the last answer is kept. */
export function utcDay(timeMs: number): string {
  const number = Math.floor(timeMs / DAY_MS);
  if (number !== lastDay.number)
    lastDay = { number, text: new Date(number * DAY_MS).toISOString().slice(0, 10) };
  return lastDay.text;
}

/** CPM pays for the impression, CPC for the click. */
export function isBillable(event: Pick<IngestEvent, 'kind' | 'pricing'>): boolean {
  return event.kind === (event.pricing === 0 ? EVENT_KINDS.impression : EVENT_KINDS.click);
}

/** Takes a price out of a purse, bonus first. Answers the bonus part, or null when the purse does not hold it. */
function takeFrom(purse: Purse, price: bigint): bigint | null {
  if (purse.bonusMicros + purse.cashMicros < price) return null;
  const bonus = purse.bonusMicros < price ? (purse.bonusMicros > 0n ? purse.bonusMicros : 0n) : price;
  purse.bonusMicros -= bonus;
  purse.cashMicros -= price - bonus;
  return bonus;
}

/** Whether the campaign's budgets hold this price; a campaign nobody knows has none. */
function fits(limits: CampaignLimits | undefined, day: string, price: bigint): boolean {
  if (!limits) return false;
  const today = limits.spentByDay.get(day) ?? 0n;
  if (today + price > limits.dailyBudgetMicros) return false;
  return limits.totalBudgetMicros === null || limits.totalSpentMicros + price <= limits.totalBudgetMicros;
}

/**
 * The last guard of the money: charges an event's price to its campaign and its advertiser, or says `over-budget`.
 * Changes `money`. The day is the decision's: that is the day whose budget let the ad be shown.
 */
export function charge(event: IngestEvent, owners: Owners, verdict: number, money: Money): BilledEvent {
  const billed: BilledEvent = { event, owners, verdict, spendMicros: 0, payoutMicros: 0, bonusMicros: 0 };
  if (verdict !== INVALID_REASONS.counted || !isBillable(event) || event.priceMicros === 0) return billed;
  const price = BigInt(event.priceMicros);
  const day = utcDay(event.decidedAtMs);
  const limits = money.campaigns.get(event.campaignId);
  const purse = money.purses.get(owners.advertiserId);
  const bonus = purse && fits(limits, day, price) ? takeFrom(purse, price) : null;
  if (!limits || bonus === null) {
    billed.verdict = INVALID_REASONS['over-budget'];
    return billed;
  }
  limits.spentByDay.set(day, (limits.spentByDay.get(day) ?? 0n) + price);
  limits.totalSpentMicros += price;
  billed.spendMicros = event.priceMicros;
  billed.payoutMicros = event.payoutMicros;
  billed.bonusMicros = Number(bonus);
  return billed;
}
