import type { Pricing } from '@ezdash/contracts';

/** How many billable events a thousand of which, or one of which, the bid is for. */
const EVENTS_PER_BID: Readonly<Record<Pricing, number>> = { CPM: 1_000, CPC: 1, CPA: 1 };

/**
 * The impressions (CPM), clicks (CPC) or conversions (CPA) an amount buys when every one costs the full bid: a floor, since the auction
 * never asks more. Whole events, rounded down; null without both amounts.
 */
export function eventsFor(
  amountMicros: number | null,
  bidMicros: number | null,
  pricing: Pricing,
): number | null {
  if (!Number.isInteger(amountMicros) || !Number.isInteger(bidMicros)) return null;
  if (amountMicros === null || bidMicros === null || bidMicros <= 0) return null;
  // BigInt: a large budget times a thousand leaves the safe integers.
  return Number((BigInt(amountMicros) * BigInt(EVENTS_PER_BID[pricing])) / BigInt(bidMicros));
}

/** Full days a total budget lasts at the daily one; null without a total. */
export function daysFor(totalMicros: number | null, dailyMicros: number | null): number | null {
  if (totalMicros === null || dailyMicros === null || !(dailyMicros > 0)) return null;
  const days = Math.floor(totalMicros / dailyMicros);
  return Number.isNaN(days) ? null : days;
}

/** What a day can cost of a daily budget, by an estimate. */
export interface Spend {
  lowMicros: number;
  highMicros: number;
  /** There is not the traffic to spend the whole budget. */
  isCapped: boolean;
}

/** @param cost what the traffic that a bid wins would cost a day; null when that is not known */
export function spendOf(dailyMicros: number, cost: { low: number; high: number } | null): Spend {
  if (cost === null || cost.high >= dailyMicros)
    return { lowMicros: dailyMicros, highMicros: dailyMicros, isCapped: false };
  return { lowMicros: cost.low, highMicros: cost.high, isCapped: true };
}

const DAY_MS = 86_400_000;

/** What a campaign costs at most: in all (null: no end to it), and until when. */
export interface CostPlan {
  mostMicros: number | null;
  endsAtMs: number | null;
  /** Full days that a balance pays for at the daily budget; null when it pays for all of it. */
  balanceDays: number | null;
}

/**
 * The total budget, or the daily one on every UTC day that the schedule touches, whichever is less.
 * @param startsAtMs when it starts, or now
 */
export function costPlan(
  dailyMicros: number,
  totalMicros: number | null,
  startsAtMs: number,
  endsAtMs: number | null,
  balanceMicros: number | null,
): CostPlan {
  const days =
    endsAtMs === null ? null : Math.max(0, Math.ceil(endsAtMs / DAY_MS) - Math.floor(startsAtMs / DAY_MS));
  const bounds = [totalMicros, days === null ? null : days * dailyMicros].filter((most) => most !== null);
  const mostMicros = bounds.length === 0 ? null : Math.min(...bounds);
  const isEnough = balanceMicros === null || (mostMicros !== null && balanceMicros >= mostMicros);
  return {
    mostMicros,
    endsAtMs,
    balanceDays: isEnough || dailyMicros <= 0 ? null : Math.max(0, Math.floor(balanceMicros / dailyMicros)),
  };
}
