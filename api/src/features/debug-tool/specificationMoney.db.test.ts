import { randomUUID } from 'node:crypto';
import { type ErrorBody, publicId, type XeroAuthAnswer, type XeroPayment } from '@ezdash/contracts';
import { MICROS } from '@ezdash/contracts/constants';
import { makeAdvertiser } from '../../testing';
import { deposit } from '../ledger';
import { listOf, namesOf, openSpecification, type SpecificationWorld, sorted } from './testSpecification';

/** The same of promo codes and Xero. */

jest.setTimeout(120_000);

const PROMO_CODE =
  'id code name description discount_type discount_value is_active is_public is_expired is_not_started is_usage_exhausted usage_count usage_limit usage_percentage minimum_amount minimum_amount_currency valid_from valid_until creator'.split(
    ' ',
  );
const PROMO_SUMMARY = ['data', 'total', 'active_count', 'expired_count', 'exhausted_count'];
const XERO_STATUS = ['status', 'token', 'config', 'recent_payments', 'actions'];
const PAYMENT =
  'id type type_color status status_color currency amount credit gateway account_email transaction_id external_transaction_id created_at created_ago has_invoice invoice_id'.split(
    ' ',
  );

let world: SpecificationWorld;
beforeAll(async () => {
  world = await openSpecification();
});
afterAll(() => world.close());

describe('promo codes', () => {
  const PAST = '2020-01-01T00:00:00.000Z';
  const FUTURE = '2090-01-01T00:00:00.000Z';

  it('GET /debug-tool/promo-codes: data, total, active_count, expired_count, exhausted_count', async () => {
    const { db } = world.app.test;
    const { id: creator_id } = world.admin;
    const row = {
      name: 'Spring',
      description: 'For spring',
      discount_type: 'percentage' as const,
      discount_bps: 1_250,
      is_public: true,
      usage_limit: 4,
      minimum_micros: 50n * BigInt(MICROS),
      creator_id,
      created_at: new Date(),
      updated_at: new Date(),
    };
    const rest = { discount_bps: null, discount_micros: 25n * BigInt(MICROS) };
    await db
      .insertInto('promo_code')
      .values([
        { ...row, code: 'SPEC-ACTIVE', usage_count: 1 },
        { ...row, code: 'SPEC-EXPIRED', valid_until: new Date(PAST) },
        { ...row, ...rest, code: 'SPEC-LATER', discount_type: 'fixed_amount', valid_from: new Date(FUTURE) },
        { ...row, ...rest, code: 'SPEC-USED', discount_type: 'bonus_balance', usage_count: 4 },
        { ...row, code: 'SPEC-OFF', is_active: false, usage_limit: null },
      ])
      .execute();
    const answer = await world.read('/debug-tool/promo-codes');
    expect(namesOf(answer)).toEqual(sorted(PROMO_SUMMARY));
    expect(answer).toMatchObject({ total: 5, expired_count: 1, exhausted_count: 1 });
    const codes = listOf(answer.data);
    for (const code of codes) expect(namesOf(code)).toEqual(sorted(PROMO_CODE));
    const named = (code: string) => codes.find((each) => Object(each).code === code);
    expect(named('SPEC-ACTIVE')).toMatchObject({
      discount_type: 'percentage',
      discount_value: 12.5,
      is_active: true,
      is_public: true,
      usage_count: 1,
      usage_limit: 4,
      usage_percentage: 25,
      minimum_amount: 50,
      minimum_amount_currency: 'USD',
      creator: 'Mara Okafor',
    });
    expect(named('SPEC-EXPIRED')).toMatchObject({ is_expired: true, valid_until: PAST });
    expect(named('SPEC-LATER')).toMatchObject({
      discount_type: 'fixed_amount',
      discount_value: 25,
      is_not_started: true,
      valid_from: FUTURE,
    });
    expect(named('SPEC-USED')).toMatchObject({
      discount_type: 'bonus_balance',
      is_usage_exhausted: true,
      usage_percentage: 100,
    });
    expect(named('SPEC-OFF')).toMatchObject({ is_active: false, usage_limit: null });
  });
});

describe('Xero', () => {
  const TYPES = ['deposit', 'refund', 'chargeback'] as const;
  const STATES = ['created', 'pending', 'completed', 'failed', 'cancelled'] as const;
  const ENDED: readonly string[] = ['completed', 'failed', 'cancelled'];
  /** Payment's address → its type and state. */
  const made = new Map<string, string>();

  /** One payment of each kind in each state, a minute apart, all of people other than the page's. */
  async function makePayments(): Promise<void> {
    const { db } = world.app.test;
    const owners = [await makeAdvertiser(db), await makeAdvertiser(db)];
    let minute = 0;
    let parent_id: number | null = null;
    for (const type of TYPES)
      for (const state of STATES) {
        const owner = owners[minute % 2];
        if (!owner) throw new Error('There is nobody to pay');
        const at = new Date(Date.now() - (20 - minute++) * 60_000);
        const booked = await deposit(db, {
          advertiserId: owner.id,
          amountMicros: 250n * BigInt(MICROS),
          reference: randomUUID(),
          occurredAt: at,
        });
        const row: { id: number } = await db
          .insertInto('payment')
          .values({
            user_id: owner.id,
            type,
            state,
            origin: 'person',
            client_key: randomUUID(),
            parent_id: type === 'deposit' ? null : parent_id,
            amount_micros: 250n * BigInt(MICROS),
            gateway: 'sandbox',
            transaction_id: state === 'completed' ? booked.id : null,
            created_at: at,
            ended_at: ENDED.includes(state) ? at : null,
          })
          .returning('id')
          .executeTakeFirstOrThrow();
        if (type === 'deposit' && state === 'completed') parent_id = row.id;
        made.set(publicId('payment', row.id), `${type} ${state}`);
      }
  }
  const status = () => world.read('/debug-tool/xero/status');
  const invoice = (id: string) => world.client.post<ErrorBody>(`/debug-tool/xero/invoice/${id}`);

  beforeAll(makePayments);

  it('GET /debug-tool/xero/status: status, token, config, recent_payments, actions, and the secret is masked', async () => {
    const answer = await status();
    expect(namesOf(answer)).toEqual(expect.arrayContaining(XERO_STATUS));
    expect(answer.status).toEqual({ connected: false, has_credentials: false });
    expect(namesOf(answer.config)).toEqual(['auto_create', 'client_id', 'client_secret', 'redirect_uri']);
    expect(namesOf(answer.actions)).toEqual(['auth_url', 'package_auth_url']);
    expect(JSON.stringify(answer)).not.toContain(world.xero.clientSecret);
  });

  it('GET /debug-tool/xero/recent-payments: the latest 10 of everybody, with every field', async () => {
    const { payments } = (await world.read('/debug-tool/xero/recent-payments')) as {
      payments: XeroPayment[];
    };
    for (const payment of payments) expect(namesOf(payment)).toEqual(sorted(PAYMENT));
    expect(payments.map(({ id }) => id)).toEqual([...made.keys()].reverse().slice(0, 10));
    expect(new Set(payments.map(({ account_email }) => account_email)).size).toBe(2);
    const { recent_payments } = await status();
    expect(listOf(recent_payments)).toHaveLength(10);
  });

  it('POST /debug-tool/xero/auth: success, auth_url, where the sign-in leads to a connection', async () => {
    const { body } = await world.client.post<XeroAuthAnswer>('/debug-tool/xero/auth');
    expect(namesOf(body)).toEqual(['auth_url', 'success']);
    expect(body.success).toBe(true);
    const back = new URL(await world.xero.authorize(body.auth_url));
    expect((await world.client.get(back.pathname + back.search)).text).toContain('xero-auth-success');
    const answer = await status();
    expect(answer.status).toEqual({ connected: true, has_credentials: true });
    expect(namesOf(answer.token)).toEqual(['expires_human', 'expires_in']);
    expect(Object(answer.token).expires_in).toBeGreaterThan(1_700);
  });

  it('POST /debug-tool/xero/invoice/{id}: for a completed deposit without an invoice, and for nothing else', async () => {
    const taken: string[] = [];
    for (const [id, what] of made) {
      const answer = await invoice(id);
      if (answer.status === 201) taken.push(what);
      else expect([what, answer.status, answer.body.code]).toEqual([what, 409, 'INVOICE_NOT_POSSIBLE']);
    }
    expect(taken).toEqual(['deposit completed']);
    const [id = ''] = [...made].find(([, what]) => what === 'deposit completed') ?? [];
    expect((await invoice(id)).status).toBe(200);
    expect(world.xero.state().organisations[0]?.invoices).toBe(1);
  });

  it('GET /debug-tool/xero/invoice/{id}/pdf downloads invoice-{id}.pdf', async () => {
    const [id = ''] = [...made].find(([, what]) => what === 'deposit completed') ?? [];
    const { status: code, headers, text } = await world.client.get(`/debug-tool/xero/invoice/${id}/pdf`);
    expect([code, headers.get('Content-Type')]).toEqual([200, 'application/pdf']);
    expect(headers.get('Content-Disposition')).toBe(`attachment; filename="invoice-${id}.pdf"`);
    expect(text).toMatch(/^%PDF-/);
  });

  it('POST /debug-tool/xero/clear-credentials leaves it not connected', async () => {
    expect((await world.client.post('/debug-tool/xero/clear-credentials')).status).toBe(200);
    expect((await status()).status).toEqual({ connected: false, has_credentials: false });
  });
});
