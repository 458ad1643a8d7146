import { randomUUID } from 'node:crypto';
import { publicId } from '@ezdash/contracts';
import { MARKER } from './visitors';
import type { World } from './world';

/** A deposit of the advertiser's that was begun and never reached its gateway. */
export async function payment({ app: { test }, visitors: { advertiser } }: World): Promise<string> {
  const { id } = await test.db
    .insertInto('payment')
    .values({
      user_id: advertiser.id,
      type: 'deposit',
      state: 'created',
      origin: 'person',
      client_key: randomUUID(),
      amount_micros: 100_000_000n,
      gateway: 'sandbox',
      method_label: MARKER,
      created_at: new Date(),
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  return publicId('payment', id);
}

/** Nothing has failed for good. */
export const deadLetter = async (): Promise<string> => randomUUID();

export const PAYMENT_BODIES: Readonly<Record<string, () => Promise<unknown>>> = {
  // Of a deposit that is not completed: a conflict.
  'POST /api/operator/payments/:id/refunds': async () => ({
    refund_id: randomUUID(),
    amount_micros: 1_000_000,
    why: 'Somebody was here',
  }),
};
