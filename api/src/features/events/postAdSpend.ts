import type { Trx } from '../../platform/db';
import { post } from '../ledger';
import type { AdSpend } from './adSpend';

/** Posts what one advertiser spent in one hour of one batch; the batch makes the key, so a repetition posts nothing. */
export async function postAdSpend(
  trx: Trx,
  batch: { node: string; seq: bigint },
  spend: AdSpend,
): Promise<void> {
  const hour = new Date(spend.hourMs).toISOString();
  await post(trx, {
    idempotencyKey: `ad_spend:${batch.node}:${batch.seq}:${spend.advertiserId}:${hour}`,
    kind: 'ad_spend',
    occurredAt: new Date(spend.occurredAtMs),
    description: '',
    meta: { hour, node: batch.node, batch: String(batch.seq) },
    postings: spend.postings,
  });
}
