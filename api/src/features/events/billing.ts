import { EVENT_KINDS, INVALID_REASONS, PRICING_CODES } from '@ezdash/contracts';
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
  /** Of a visitor whom somebody else named: where its earnings are kept. */
  hold?: EventHold;
}

/** The row of `earnings_hold` that an event belongs to, and whether its earnings are in it now. */
export interface EventHold {
  id: number;
  isHeld: boolean;
}

/** What a campaign may spend and has spent; `bill` moves it on. */
export interface CampaignLimits {
  dailyBudgetMicros: bigint;
  totalBudgetMicros: bigint | null;
  totalSpentMicros: bigint;
  /** Day (YYYY-MM-DD, UTC) → spent. */
  spentByDay: Map<string, bigint>;
  /** Counted impressions that are left of the campaign's limit; missing without one. */
  placesLeft?: number;
}

/** What an advertiser may spend: bonus first, then cash, then what may still be drawn of a credit line. */
export interface Purse {
  bonusMicros: bigint;
  cashMicros: bigint;
  /** What may still be drawn; nothing without a line that is open. */
  drawableMicros: bigint;
  /** Lent to cash since the purse was locked: to be posted before what it was lent for. */
  drawnMicros: bigint;
}

export const emptyPurse = (): Purse => ({
  bonusMicros: 0n,
  cashMicros: 0n,
  drawableMicros: 0n,
  drawnMicros: 0n,
});

/** All that a purse can pay. */
export const spendableMicros = ({ bonusMicros, cashMicros, drawableMicros }: Purse): bigint =>
  bonusMicros + cashMicros + drawableMicros;

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

/** CPM pays for the impression, CPC for the click. The conversion that CPA pays for is no event of a journal. */
export function isBillable({ kind, pricing }: Pick<IngestEvent, 'kind' | 'pricing'>): boolean {
  if (pricing === PRICING_CODES.CPM) return kind === EVENT_KINDS.impression;
  return pricing === PRICING_CODES.CPC && kind === EVENT_KINDS.click;
}

/** Lends to cash what is missing of a price; a debt in cash is in the way and paid with it. */
function draw(purse: Purse, missing: bigint): void {
  purse.drawableMicros -= missing;
  purse.drawnMicros += missing;
  purse.cashMicros += missing;
}

/** Takes a price out of a purse, bonus first. Answers the bonus part, or null when the purse does not hold it. */
function takeFrom(purse: Purse, price: bigint): bigint | null {
  if (spendableMicros(purse) < price) return null;
  const bonus = purse.bonusMicros < price ? (purse.bonusMicros > 0n ? purse.bonusMicros : 0n) : price;
  const rest = price - bonus;
  if (rest > purse.cashMicros && rest > 0n) draw(purse, rest - purse.cashMicros);
  purse.bonusMicros -= bonus;
  purse.cashMicros -= rest;
  return bonus;
}

/** Whether the campaign's budgets hold this price. */
function fits(limits: CampaignLimits, day: string, price: bigint): boolean {
  const today = limits.spentByDay.get(day) ?? 0n;
  if (today + price > limits.dailyBudgetMicros) return false;
  return limits.totalBudgetMicros === null || limits.totalSpentMicros + price <= limits.totalBudgetMicros;
}

/** What something costs whom, and on which day (YYYY-MM-DD, UTC) it counts. */
export interface Charge {
  advertiserId: number;
  campaignId: number;
  day: string;
  priceMicros: number;
}

/**
 * The last guard of the money: takes a price out of its campaign's budgets and its advertiser's purse. Answers the part
 * that the bonus paid, or null when it does not fit; then nothing is taken. Changes `money`.
 */
export function take({ advertiserId, campaignId, day, priceMicros }: Charge, money: Money): bigint | null {
  const price = BigInt(priceMicros);
  const limits = money.campaigns.get(campaignId);
  const purse = money.purses.get(advertiserId);
  if (!limits || !purse || !fits(limits, day, price)) return null;
  const bonus = takeFrom(purse, price);
  if (bonus === null) return null;
  limits.spentByDay.set(day, (limits.spentByDay.get(day) ?? 0n) + price);
  limits.totalSpentMicros += price;
  return bonus;
}

/**
 * Charges an event to its campaign and its advertiser: its price to the budgets, an impression to the campaign's limit
 * too. Says `over-budget` when one of them does not hold it; then nothing is charged. Changes `money`.
 */
export function charge(event: IngestEvent, owners: Owners, verdict: number, money: Money): BilledEvent {
  const isShown = verdict === INVALID_REASONS.counted && event.kind === EVENT_KINDS.impression;
  const limits = isShown ? money.campaigns.get(event.campaignId) : undefined;
  if (limits?.placesLeft === undefined) return chargePrice(event, owners, verdict, money);
  const isWithin = limits.placesLeft > 0;
  const billed = chargePrice(event, owners, isWithin ? verdict : INVALID_REASONS['over-budget'], money);
  if (billed.verdict === INVALID_REASONS.counted) limits.placesLeft -= 1;
  return billed;
}

/** The day is the decision's: that is the day whose budget let the ad be shown. */
function chargePrice(event: IngestEvent, owners: Owners, verdict: number, money: Money): BilledEvent {
  const billed: BilledEvent = { event, owners, verdict, spendMicros: 0, payoutMicros: 0, bonusMicros: 0 };
  if (verdict !== INVALID_REASONS.counted || !isBillable(event) || event.priceMicros === 0) return billed;
  const bonus = take(
    {
      advertiserId: owners.advertiserId,
      campaignId: event.campaignId,
      day: utcDay(event.decidedAtMs),
      priceMicros: event.priceMicros,
    },
    money,
  );
  if (bonus === null) {
    billed.verdict = INVALID_REASONS['over-budget'];
    return billed;
  }
  billed.spendMicros = event.priceMicros;
  billed.payoutMicros = event.payoutMicros;
  billed.bonusMicros = Number(bonus);
  return billed;
}
