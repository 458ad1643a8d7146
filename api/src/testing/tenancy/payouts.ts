import { randomUUID } from 'node:crypto';
import { CLAIM_SOURCES, publicId } from '@ezdash/contracts';
import { post, requestPayout } from '../../features/ledger';
import { inTransaction } from '../../platform/db';
import { MARKER } from './visitors';
import type { World } from './world';

const AMOUNT_MICROS = 60_000_000n;
const DAY_MS = 86_400_000;

/** A payout that the publisher has asked for. */
async function payoutRow({ app: { test }, visitors: { publisher } }: World): Promise<number> {
  const now = new Date();
  const ownerId = publisher.id;
  return inTransaction(test.db, async (trx) => {
    await post(trx, {
      idempotencyKey: `tenancy:${randomUUID()}`,
      kind: 'correction',
      occurredAt: now,
      postings: [
        { kind: 'network_revenue', ownerId: null, amountMicros: -AMOUNT_MICROS },
        { kind: 'publisher_payable', ownerId, amountMicros: AMOUNT_MICROS },
      ],
    });
    const { id } = await trx
      .insertInto('payout')
      .values({
        publisher_id: ownerId,
        client_key: randomUUID(),
        amount_micros: AMOUNT_MICROS,
        state: 'requested',
        method_id: randomUUID(),
        method_label: MARKER,
        requested_at: now,
        due_at: new Date(now.getTime() + 5 * DAY_MS),
      })
      .returning('id')
      .executeTakeFirstOrThrow();
    await requestPayout(trx, {
      ownerId,
      amountMicros: AMOUNT_MICROS,
      reference: String(id),
      occurredAt: now,
    });
    return id;
  });
}

export const payout = async (world: World): Promise<string> => publicId('payout', await payoutRow(world));

/** A batch that has the publisher's payout. */
export async function payoutBatch(world: World): Promise<string> {
  const { db } = world.app.test;
  const { id: admin } = await db
    .selectFrom('app_user')
    .select('id')
    .where('role', '=', 'admin')
    .limit(1)
    .executeTakeFirstOrThrow();
  const { id } = await db
    .insertInto('payout_batch')
    .values({ client_key: randomUUID(), created_by: admin, created_at: new Date() })
    .returning('id')
    .executeTakeFirstOrThrow();
  await db
    .updateTable('payout')
    .set({ state: 'sent', batch_id: id, sent_at: new Date() })
    .where('id', '=', await payoutRow(world))
    .execute();
  return publicId('payoutBatch', id);
}

/** A case of the publisher's server-side earnings. */
export async function holdCase({ app: { test }, visitors: { publisher } }: World): Promise<string> {
  const property = await test.db
    .selectFrom('property')
    .select('id')
    .where('publisher_id', '=', publisher.id)
    .limit(1)
    .executeTakeFirstOrThrow();
  await test.db
    .updateTable('hold_case')
    .set({ state: 'released', decided_at: new Date() })
    .where('state', '=', 'open')
    .execute();
  const { id } = await test.db
    .insertInto('hold_case')
    .values({
      publisher_id: publisher.id,
      property_id: property.id,
      source: CLAIM_SOURCES.key,
      reasons: ['young-key'],
      figures: JSON.stringify({ held_micros: 0 }),
      opened_at: new Date(),
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  return String(id);
}

export const publisherId = async ({ visitors: { publisher } }: World): Promise<string> =>
  publicId('user', publisher.id);

export const PAYOUT_BODIES: Readonly<Record<string, (world: World, id: string) => Promise<unknown>>> = {
  'POST /api/operator/payouts/:id/decision': async () => ({
    decision: 'refuse',
    reason: 'Somebody was here',
  }),
  // What the bank says is asked of payouts that were sent.
  'POST /api/operator/payouts/:id/outcome': async ({ app: { test } }) => {
    await test.db
      .updateTable('payout')
      .set({ state: 'sent', sent_at: new Date() })
      .where('state', '=', 'requested')
      .execute();
    return { outcome: 'failed', reason: 'Somebody was here' };
  },
  'POST /api/operator/hold-cases/:id/decision': async () => ({
    decision: 'release',
    why: 'Somebody was here',
  }),
  'PUT /api/operator/publishers/:id/payout-terms': async () => ({
    terms_days: 30,
    held: false,
    why: 'Somebody was here',
  }),
};
