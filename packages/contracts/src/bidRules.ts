/** Least bids and budgets, in micros. */
export const LEAST = {
  bidMicros: { CPM: 50_000, CPC: 10_000, CPA: 100_000 },
  dailyBudgetMicros: 5_000_000,
} as const;
type Pricing = keyof typeof LEAST.bidMicros;

/** Amounts in micros. */
export interface BidAmounts {
  pricing: Pricing;
  bid_micros: number;
  daily_budget_micros: number | null;
  total_budget_micros: number | null;
}

const IMPRESSIONS_PER_MILLE = 1_000;
const EVENTS: Readonly<Record<Pricing, string>> = { CPM: 'impression', CPC: 'click', CPA: 'conversion' };

/** The most that one billable event costs: the bid, or of CPM a thousandth of it, cut to whole micros as it is billed. */
export const eventMicros = (pricing: Pricing, bidMicros: number): number =>
  pricing === 'CPM' ? Math.floor(bidMicros / IMPRESSIONS_PER_MILLE) : bidMicros;

/** The bid at which one event costs so much. */
export const bidOfEvent = (pricing: Pricing, micros: number): number =>
  pricing === 'CPM' ? micros * IMPRESSIONS_PER_MILLE : micros;

/** What one event is lowered to at least: the least bid, and of CPM a cent, as an index is not changed for less. */
export const LOWEST_EVENT_MICROS: Readonly<Record<Pricing, number>> = { ...LEAST.bidMicros, CPM: 10_000 };

/**
 * With less than this left of a budget or the balance a campaign stops. With less than one event at its bid left, the
 * ad server lowers the bid, but not of a campaign that wins by its priority: it would take places below their price.
 */
export const lowestEventMicros = (pricing: Pricing, priority: string, eventAtBidMicros: number): number =>
  priority === 'auction' ? Math.min(eventAtBidMicros, LOWEST_EVENT_MICROS[pricing]) : eventAtBidMicros;

/**
 * What a campaign bids for one event when so much is left: its whole bid, or, with less than that left, half of it as
 * often as it takes, `lowestMicros` at least. Steps of a half keep the changes of the index few. With less than the
 * lowest left the campaign is off, and waits with its whole bid for the next day's budget.
 */
export function affordableMicros(wholeMicros: number, lowestMicros: number, leftMicros: number): number {
  if (leftMicros >= wholeMicros || leftMicros < lowestMicros) return wholeMicros;
  let unitMicros = wholeMicros;
  while (unitMicros > leftMicros) unitMicros = Math.floor(unitMicros / 2);
  return Math.max(lowestMicros, unitMicros);
}

/** What a bid is held against: the least of its pricing, and budgets that have to pay for one event. */
export type BidProblem = { code: 'least' | 'daily' | 'total'; micros: number };

export function checkBidAmount({
  pricing,
  bid_micros: bid,
  daily_budget_micros: daily,
  total_budget_micros: total,
}: BidAmounts): BidProblem | null {
  const least = LEAST.bidMicros[pricing];
  if (bid < least) return { code: 'least', micros: least };
  const event = eventMicros(pricing, bid);
  if (daily !== null && event > daily) return { code: 'daily', micros: daily };
  return total !== null && event > total ? { code: 'total', micros: total } : null;
}

/** The sentence for whoever set the bid or the budget. */
export function bidSentence({ code, micros }: BidProblem, pricing: Pricing): string {
  if (code === 'least') return `The least bid is $${(micros / 1e6).toFixed(2)}`;
  return `The ${code} budget does not pay for one ${EVENTS[pricing]} at this bid`;
}
