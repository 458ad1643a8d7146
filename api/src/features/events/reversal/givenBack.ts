import type { Spend } from '../../ledger';
import type { BilledEvent } from '../billing';

export interface GivenBack extends Spend {
  publisherId: number;
  /** When the last of the events happened (epoch ms). */
  occurredAtMs: number;
}

/** What every advertiser gets back of every publisher, by advertiser and publisher. */
export function givenBack(events: readonly BilledEvent[]): GivenBack[] {
  const sums = new Map<string, GivenBack>();
  for (const { event, owners, spendMicros, payoutMicros, bonusMicros } of events) {
    if (spendMicros === 0) continue;
    const { advertiserId, publisherId } = owners;
    const key = `${advertiserId}/${publisherId}`;
    const sum = sums.get(key);
    sums.set(key, {
      advertiserId,
      publisherId,
      occurredAtMs: Math.max(sum?.occurredAtMs ?? 0, event.happenedAtMs),
      bonusMicros: (sum?.bonusMicros ?? 0n) + BigInt(bonusMicros),
      cashMicros: (sum?.cashMicros ?? 0n) + BigInt(spendMicros - bonusMicros),
      payouts: new Map([[publisherId, (sum?.payouts.get(publisherId) ?? 0n) + BigInt(payoutMicros)]]),
    });
  }
  return [...sums.values()].sort((a, b) => a.advertiserId - b.advertiserId || a.publisherId - b.publisherId);
}
