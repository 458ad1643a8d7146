import { adSpendPostings, type Posting } from '../ledger';
import type { BilledEvent } from './billing';
import { type EventSum, EventSums } from './eventSums';
import { hourOf } from './rollups';

/** What one advertiser spent in one hour of one batch, as the ledger takes it. Sums to zero. */
export interface AdSpend {
  advertiserId: number;
  /** Start of the hour (of the decisions). */
  hourMs: number;
  /** When the last of the events happened. */
  occurredAtMs: number;
  /** What its events come to; together what the advertiser pays. */
  events: EventSum[];
  postings: Posting[];
}

interface Sums {
  advertiserId: number;
  hourMs: number;
  occurredAtMs: number;
  bonusMicros: bigint;
  cashMicros: bigint;
  payouts: Map<number, bigint>;
  held: Map<number, bigint>;
  events: EventSums;
}

/**
 * Turns billed events into ledger transactions, one for each advertiser and hour: the advertiser's bonus and cash
 * pay, the publishers' earnings (pending, or on hold) and the network's revenue receive. Pure; ordered by advertiser and hour.
 */
export function adSpends(events: readonly BilledEvent[]): AdSpend[] {
  const byAdvertiserHour = new Map<string, Sums>();
  for (const { event, owners, hold, ...amounts } of events) {
    if (amounts.spendMicros === 0) continue;
    const { advertiserId, publisherId } = owners;
    const hourMs = hourOf(event.decidedAtMs);
    const key = `${advertiserId}/${hourMs}`;
    let sums = byAdvertiserHour.get(key);
    if (!sums) {
      sums = {
        advertiserId,
        hourMs,
        occurredAtMs: event.happenedAtMs,
        bonusMicros: 0n,
        cashMicros: 0n,
        payouts: new Map(),
        held: new Map(),
        events: new EventSums(),
      };
      byAdvertiserHour.set(key, sums);
    }
    sums.events.add({ event, spendMicros: amounts.spendMicros });
    sums.occurredAtMs = Math.max(sums.occurredAtMs, event.happenedAtMs);
    const payout = BigInt(amounts.payoutMicros);
    sums.bonusMicros += BigInt(amounts.bonusMicros);
    sums.cashMicros += BigInt(amounts.spendMicros - amounts.bonusMicros);
    const earned = hold?.isHeld ? sums.held : sums.payouts;
    earned.set(publisherId, (earned.get(publisherId) ?? 0n) + payout);
  }
  return [...byAdvertiserHour.values()]
    .sort((a, b) => a.advertiserId - b.advertiserId || a.hourMs - b.hourMs)
    .map((sums) => ({
      advertiserId: sums.advertiserId,
      hourMs: sums.hourMs,
      occurredAtMs: sums.occurredAtMs,
      events: sums.events.all(),
      postings: adSpendPostings(sums),
    }));
}
