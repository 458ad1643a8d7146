import type { Trx } from '../../platform/db';
import { postAll } from '../ledger';
import type { AdSpend } from './adSpend';

/** Posts what advertisers spent by the hour in one batch; the batch makes the keys, so a repetition posts nothing. */
export async function postAdSpends(
  trx: Trx,
  batch: { node: string; seq: bigint },
  spends: readonly AdSpend[],
): Promise<void> {
  await postAll(
    trx,
    spends.map(({ advertiserId, hourMs, occurredAtMs, postings }) => {
      const hour = new Date(hourMs).toISOString();
      return {
        idempotencyKey: `ad_spend:${batch.node}:${batch.seq}:${advertiserId}:${hour}`,
        kind: 'ad_spend',
        occurredAt: new Date(occurredAtMs),
        meta: { hour, node: batch.node, batch: String(batch.seq) },
        postings,
      };
    }),
  );
}
