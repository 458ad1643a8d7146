import type { Trx } from '../../platform/db';
import { creditDrawPostings, postAll } from '../ledger';
import type { AdSpend } from './adSpend';
import type { Purse } from './billing';

/**
 * What a batch lends to advertisers whose cash does not suffice, once an advertiser: the prices of its hours are taken in
 * the order of the events, and together they need so much.
 */
function creditDraws(
  batch: { node: string; seq: bigint },
  spends: readonly AdSpend[],
  purses: ReadonlyMap<number, Purse>,
) {
  const lastOf = new Map<number, number>();
  for (const { advertiserId, occurredAtMs } of spends)
    lastOf.set(advertiserId, Math.max(occurredAtMs, lastOf.get(advertiserId) ?? 0));
  return [...lastOf].flatMap(([advertiserId, occurredAtMs]) => {
    const drawnMicros = purses.get(advertiserId)?.drawnMicros ?? 0n;
    if (drawnMicros === 0n) return [];
    return {
      idempotencyKey: `credit_draw:${batch.node}:${batch.seq}:${advertiserId}`,
      kind: 'credit_draw' as const,
      occurredAt: new Date(occurredAtMs),
      meta: { node: batch.node, batch: String(batch.seq) },
      postings: creditDrawPostings(advertiserId, drawnMicros),
    };
  });
}

/**
 * Posts what advertisers spent by the hour in one batch, and before it what was lent for it; the batch makes the keys, so
 * a repetition posts nothing.
 */
export async function postAdSpends(
  trx: Trx,
  batch: { node: string; seq: bigint },
  spends: readonly AdSpend[],
  purses: ReadonlyMap<number, Purse>,
): Promise<void> {
  await postAll(trx, [
    ...creditDraws(batch, spends, purses),
    ...spends.map(({ advertiserId, hourMs, occurredAtMs, events, postings }) => {
      const hour = new Date(hourMs).toISOString();
      return {
        idempotencyKey: `ad_spend:${batch.node}:${batch.seq}:${advertiserId}:${hour}`,
        kind: 'ad_spend' as const,
        occurredAt: new Date(occurredAtMs),
        meta: { hour, node: batch.node, batch: String(batch.seq), events },
        postings,
      };
    }),
  ]);
}
