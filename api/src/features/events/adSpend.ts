import type { Posting } from '../ledger';
import type { BilledEvent } from './billing';
import { hourOf } from './rollups';

/** What one advertiser spent in one hour of one batch, as the ledger takes it. Sums to zero. */
export interface AdSpend {
  advertiserId: number;
  /** Start of the hour (of the decisions). */
  hourMs: number;
  /** When the last of the events happened. */
  occurredAtMs: number;
  postings: Posting[];
}

interface Sums {
  advertiserId: number;
  hourMs: number;
  occurredAtMs: number;
  bonus: bigint;
  cash: bigint;
  revenue: bigint;
  publishers: Map<number, bigint>;
}

function postingsOf(sums: Sums): Posting[] {
  const publishers = [...sums.publishers].sort(([a], [b]) => a - b);
  const postings: Posting[] = [
    { kind: 'advertiser_bonus', ownerId: sums.advertiserId, amountMicros: -sums.bonus },
    { kind: 'advertiser_cash', ownerId: sums.advertiserId, amountMicros: -sums.cash },
    ...publishers.map(
      ([ownerId, amountMicros]): Posting => ({ kind: 'publisher_pending', ownerId, amountMicros }),
    ),
    { kind: 'network_revenue', ownerId: null, amountMicros: sums.revenue },
  ];
  return postings.filter(({ amountMicros }) => amountMicros !== 0n);
}

/**
 * Turns billed events into ledger transactions, one for each advertiser and hour: the advertiser's bonus and cash
 * pay, the publishers' pending earnings and the network's revenue receive. Pure; ordered by advertiser and hour.
 */
export function adSpends(events: readonly BilledEvent[]): AdSpend[] {
  const byAdvertiserHour = new Map<string, Sums>();
  for (const { event, owners, ...amounts } of events) {
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
        bonus: 0n,
        cash: 0n,
        revenue: 0n,
        publishers: new Map(),
      };
      byAdvertiserHour.set(key, sums);
    }
    sums.occurredAtMs = Math.max(sums.occurredAtMs, event.happenedAtMs);
    const payout = BigInt(amounts.payoutMicros);
    sums.bonus += BigInt(amounts.bonusMicros);
    sums.cash += BigInt(amounts.spendMicros - amounts.bonusMicros);
    sums.revenue += BigInt(amounts.spendMicros) - payout;
    sums.publishers.set(publisherId, (sums.publishers.get(publisherId) ?? 0n) + payout);
  }
  return [...byAdvertiserHour.values()]
    .sort((a, b) => a.advertiserId - b.advertiserId || a.hourMs - b.hourMs)
    .map((sums) => ({
      advertiserId: sums.advertiserId,
      hourMs: sums.hourMs,
      occurredAtMs: sums.occurredAtMs,
      postings: postingsOf(sums),
    }));
}
