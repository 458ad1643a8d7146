import type { BilledEvent } from './billing';

/**
 * What a transaction's events come to by campaign and kind, kept with it (`meta.events`): what it was for can be told to
 * the micro for good, also when the raw events are gone. Campaign, code of EVENT_KINDS, how many, micros.
 */
export type EventSum = [campaignId: number, kind: number, count: number, micros: number];

/** Kinds are below ten. */
const KINDS = 10;

/** Counts events that cost something, one after the other. */
export class EventSums {
  readonly #sums = new Map<number, EventSum>();

  add({ event: { campaignId, kind }, spendMicros }: Pick<BilledEvent, 'event' | 'spendMicros'>): void {
    const key = campaignId * KINDS + kind;
    const sum = this.#sums.get(key);
    if (sum === undefined) this.#sums.set(key, [campaignId, kind, 1, spendMicros]);
    else {
      sum[2] += 1;
      sum[3] += spendMicros;
    }
  }

  /** By campaign and kind. */
  all(): EventSum[] {
    return [...this.#sums.values()].sort((a, b) => a[0] - b[0] || a[1] - b[1]);
  }
}
