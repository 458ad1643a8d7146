import { randomBytes, randomUUID } from 'node:crypto';
import { publicId } from '@ezdash/contracts';
import { deposit } from '../../features/ledger';
import { MARKER, marked } from './visitors';
import type { Make, World } from './world';

/** Of operators: nobody else has any. */
export const promoCode: Make = async ({ app: { test } }) => {
  const { id } = await test.db
    .insertInto('promo_code')
    .values({
      code: marked('CODE')
        .toUpperCase()
        .replace(/[^A-Z0-9_-]/g, '-')
        .slice(0, 40),
      name: 'A code',
      discount_type: 'bonus_balance',
      discount_micros: 1_000_000n,
      created_at: new Date(),
      updated_at: new Date(),
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  return publicId('promoCode', id);
};

export const paymentMethod: Make = async ({ app: { test }, visitors: { advertiser } }) => {
  const mine = test.db.selectFrom('payment_method').select('id').where('user_id', '=', advertiser.id);
  const { id } = await test.db
    .insertInto('payment_method')
    .values({
      user_id: advertiser.id,
      kind: 'card',
      gateway: 'sandbox',
      token_sealed: randomBytes(60),
      brand: MARKER,
      last4: '4242',
      expires: '2031-04',
      is_default: (await mine.executeTakeFirst()) === undefined,
      created_at: new Date(),
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  return id;
};

const AN_HOUR_MS = 3_600_000;

/** A visit of the owner's to the sandbox gateway that is still open. */
export const sandboxVisit: Make = async ({ app: { test } }) => {
  const { id } = await test.db
    .insertInto('sandbox_setup')
    .values({
      id: randomUUID(),
      kind: 'card',
      return_url: 'http://localhost:8080/settings/payment-methods',
      state: 'open',
      created_at: new Date(),
      expires_at: new Date(Date.now() + AN_HOUR_MS),
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  return id;
};

/** A payment of the owner's at the sandbox gateway that is still open. */
export const sandboxCheckout: Make = async ({ app: { test }, visitors: { advertiser } }) => {
  const { id } = await test.db
    .insertInto('sandbox_payment')
    .values({
      id: randomUUID(),
      idempotency_key: randomUUID(),
      kind: 'checkout',
      user_id: advertiser.id,
      payment_id: 'pay_1',
      amount_micros: 100_000_000n,
      currency: 'EUR',
      description: marked('deposit'),
      return_url: 'http://localhost:8080/payment/result?payment=pay_1',
      state: 'open',
      created_at: new Date(),
      expires_at: new Date(Date.now() + AN_HOUR_MS),
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  return id;
};

/** Of an account whose type has no credit line. */
export const advertiserId: Make = async ({ visitors: { advertiser } }) => publicId('user', advertiser.id);

/** An invoice of the advertiser's. */
export const document: Make = async ({ app: { test }, visitors: { advertiser } }) => {
  const number = `INV-${randomUUID()}`;
  const party = { name: MARKER, address: [], tax_id: null };
  const content = {
    version: 1,
    locale: 'en',
    title: 'Invoice',
    status: null,
    seller: party,
    buyer: party,
    facts: [],
    lines: [],
    totals: [],
    box: null,
    notes: [],
  };
  const { id } = await test.db
    .insertInto('document')
    .values({
      number,
      kind: 'invoice',
      user_id: advertiser.id,
      subject: number,
      total_micros: 1n,
      content: JSON.stringify(content),
      issued_at: new Date(),
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  return publicId('document', id);
};

/** Money that the advertiser paid in. */
export const transaction: Make = async ({ app: { test }, visitors: { advertiser } }) => {
  const { id } = await deposit(test.db, {
    advertiserId: advertiser.id,
    amountMicros: 1_000_000n,
    reference: randomUUID(),
    occurredAt: new Date(),
  });
  return publicId('transaction', Number(id));
};

export const MONEY_BODIES: Readonly<Record<string, (world: World) => Promise<unknown>>> = {
  'PUT /api/operator/credit-lines/:id': async () => ({
    limit_micros: 5_000_000,
    terms_days: 30,
    state: 'open',
    why: 'Somebody was here',
  }),
  'PATCH /api/settings/payment-methods/:id': async () => ({ is_default: true }),
  'POST /api/payment-test/:id': async () => ({ outcome: 'declined' }),
  'POST /gateway/sandbox/setup/:id': async () => new URLSearchParams({ form: 'of nobody', action: 'cancel' }),
};
