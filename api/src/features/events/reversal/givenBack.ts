import type { Spend } from '../../ledger';
import type { BilledEvent } from '../billing';
import { type EventSum, EventSums } from '../eventSums';

export interface GivenBack extends Spend {
  publisherId: number;
  /** When the last of the events happened (epoch ms). */
  occurredAtMs: number;
  /** What its events had cost; together what the advertiser gets back. */
  events: EventSum[];
}

const added = (sum: Spend['payouts'] | undefined, publisherId: number, micros: number) =>
  new Map([[publisherId, (sum?.get(publisherId) ?? 0n) + BigInt(micros)]]);

/** What every advertiser gets back of every publisher, by advertiser and publisher. */
export function givenBack(events: readonly BilledEvent[]): GivenBack[] {
  const sums = new Map<string, Omit<GivenBack, 'events'> & { counted: EventSums }>();
  for (const { event, owners, spendMicros, payoutMicros, bonusMicros, hold } of events) {
    if (spendMicros === 0) continue;
    const { advertiserId, publisherId } = owners;
    const key = `${advertiserId}/${publisherId}`;
    const sum = sums.get(key);
    const counted = sum?.counted ?? new EventSums();
    counted.add({ event, spendMicros });
    sums.set(key, {
      counted,
      advertiserId,
      publisherId,
      occurredAtMs: Math.max(sum?.occurredAtMs ?? 0, event.happenedAtMs),
      bonusMicros: (sum?.bonusMicros ?? 0n) + BigInt(bonusMicros),
      cashMicros: (sum?.cashMicros ?? 0n) + BigInt(spendMicros - bonusMicros),
      payouts: added(sum?.payouts, publisherId, hold?.isHeld ? 0 : payoutMicros),
      held: added(sum?.held, publisherId, hold?.isHeld ? payoutMicros : 0),
    });
  }
  return [...sums.values()]
    .sort((a, b) => a.advertiserId - b.advertiserId || a.publisherId - b.publisherId)
    .map(({ counted, ...sum }) => ({ ...sum, events: counted.all() }));
}
