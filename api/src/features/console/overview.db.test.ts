import { randomUUID } from 'node:crypto';
import { type ErrorBody, operatorOverview } from '@ezdash/contracts';
import {
  buildApp,
  createTestDb,
  type FakeClock,
  fakeClock,
  type MadeUser,
  makeAdmin,
  makeAdvertiser,
  makeCampaign,
  makeProperty,
  makePublisher,
  type TestApp,
  type TestClient,
  type TestDb,
} from '../../testing';
import { createDebugToolFeature } from '../debug-tool';
import { createConsoleFeature } from '.';

const NOTHING = { count: 0, oldest_at: null };
const OLDEST = '2026-11-01T08:00:00.000Z';
const LATER = '2026-11-10T08:00:00.000Z';

let test: TestDb;
let app: TestApp;
let clock: FakeClock;
let admin: MadeUser;
let client: TestClient;
let dead: { count: number; oldestAt: Date | null };
let service: ReturnType<typeof createDebugToolFeature>['service'];

beforeAll(async () => {
  test = await createTestDb();
  clock = fakeClock();
  const { db } = test;
  const jobs = { deadTotal: async () => dead };
  const { mounts } = createConsoleFeature({ db, clock, jobs });
  ({ service } = createDebugToolFeature({ db, clock, secret: 'a secret', secure: false }));
  app = await buildApp({ test, clock, mounts });
  admin = await makeAdmin(db);
  client = app.client();
  await client.signIn(admin);
  dead = { count: 0, oldestAt: null };
});
afterAll(async () => {
  await app.close();
  await test.drop();
});

const overview = async () => operatorOverview.parse((await client.get('/api/operator/overview')).body);

it('says that nothing waits', async () => {
  expect(await overview()).toEqual({
    campaigns: NOTHING,
    properties: NOTHING,
    conversations: NOTHING,
    bank_transfers: NOTHING,
    payouts_requested: NOTHING,
    payouts_approved: NOTHING,
    accounts: NOTHING,
    dead_letters: NOTHING,
    failed_invoices: NOTHING,
    recent: [],
  });
});

/** One payment of the advertiser's; a bank transfer has a reference. */
async function makePayment(
  userId: number,
  at: string,
  reference: string | null,
  state: 'pending' | 'cancelled',
) {
  return test.db
    .insertInto('payment')
    .values({
      user_id: userId,
      type: 'deposit',
      state,
      origin: 'person',
      client_key: randomUUID(),
      amount_micros: 100_000_000n,
      gateway: reference === null ? 'sandbox' : 'transfer',
      reference,
      created_at: new Date(at),
      ended_at: state === 'pending' ? null : new Date(at),
    })
    .returning('id')
    .executeTakeFirstOrThrow();
}

async function makePayout(publisherId: number, at: string, state: 'requested' | 'approved' | 'paid') {
  await test.db
    .insertInto('payout')
    .values({
      publisher_id: publisherId,
      client_key: randomUUID(),
      amount_micros: 60_000_000n,
      state,
      method_id: randomUUID(),
      method_label: 'A bank',
      requested_at: new Date(at),
      due_at: new Date(at),
      ended_at: state === 'paid' ? new Date(at) : null,
    })
    .execute();
}

it('counts what waits, with the oldest of each, and leaves out what does not', async () => {
  const { db } = test;
  const advertiser = await makeAdvertiser(db);
  const publisher = await makePublisher(db);
  const own = { advertiser_id: advertiser.id };
  await makeCampaign(db, { ...own, state: 'in_review', submitted_at: new Date(LATER) });
  await makeCampaign(db, { ...own, state: 'in_review', submitted_at: new Date(OLDEST) });
  await makeCampaign(db, { ...own, state: 'approved', submitted_at: new Date(OLDEST) });
  const site = { publisher_id: publisher.id };
  await makeProperty(db, { ...site, state: 'pending', created_at: new Date(OLDEST) });
  await makeProperty(db, { ...site, state: 'approved', created_at: new Date(OLDEST) });
  for (const state of ['open', 'solved'] as const)
    await db
      .insertInto('support_conversation')
      .values({
        user_id: publisher.id,
        client_id: randomUUID(),
        subject: 'A question',
        state,
        created_at: new Date(OLDEST),
        changed_at: new Date(LATER),
        asked_at: new Date(OLDEST),
        waiting_since: state === 'open' ? new Date(LATER) : null,
      })
      .execute();
  await makePayment(advertiser.id, OLDEST, 'EZ-AAAA-AAAA', 'pending');
  await makePayment(advertiser.id, OLDEST, 'EZ-BBBB-BBBB', 'cancelled');
  await makePayment(advertiser.id, OLDEST, null, 'pending');
  await makePayout(publisher.id, LATER, 'requested');
  await makePayout(publisher.id, OLDEST, 'requested');
  await makePayout(publisher.id, LATER, 'approved');
  await makePayout(publisher.id, OLDEST, 'paid');
  await makeAdvertiser(db, { status: 'pending', created_at: new Date(LATER) });
  for (const state of ['failed', 'created'] as const)
    await db
      .insertInto('xero_invoice')
      .values({
        payment_id: (await makePayment(advertiser.id, OLDEST, null, 'cancelled')).id,
        state,
        idempotency_key: randomUUID(),
        invoice_id: state === 'created' ? randomUUID() : null,
        wanted_at: new Date(OLDEST),
      })
      .execute();
  dead = { count: 2, oldestAt: new Date(LATER) };
  const { recent: _, ...waiting } = await overview();
  expect(waiting).toEqual({
    campaigns: { count: 2, oldest_at: OLDEST },
    properties: { count: 1, oldest_at: OLDEST },
    conversations: { count: 1, oldest_at: LATER },
    bank_transfers: { count: 1, oldest_at: OLDEST },
    payouts_requested: { count: 2, oldest_at: OLDEST },
    payouts_approved: { count: 1, oldest_at: LATER },
    accounts: { count: 1, oldest_at: LATER },
    dead_letters: { count: 2, oldest_at: LATER },
    failed_invoices: { count: 1, oldest_at: OLDEST },
  });
});

it('lists what this admin changed today, newest first, ten at most', async () => {
  const other = await makeAdmin(test.db);
  const write = (method: string, path: string, { status = 200, by = admin.id } = {}) =>
    service.audit({ adminId: by, debugSessionId: null, method, path, status, detail: {} }, '192.0.2.1');
  await write('POST', '/api/operator/reviews/c_0');
  clock.set('2026-11-17T00:00:00.000Z');
  await write('GET', '/api/operator/reviews');
  await write('POST', '/api/operator/reviews/c_1', { status: 409 });
  await write('POST', '/api/operator/reviews/c_2', { by: other.id });
  await write('POST', '/debug-tool/activate');
  await write('POST', '/debug-tool/log');
  for (let row = 3; row < 14; row++) await write('POST', `/api/operator/reviews/c_${row}`);
  const { recent } = await overview();
  expect(recent.map(({ path }) => path.slice(-2)).join()).toBe('13,12,11,10,_9,_8,_7,_6,_5,_4');
  expect(recent[0]).toMatchObject({ method: 'POST', status: 200, happened_at: '2026-11-17T00:00:00.000Z' });
});

it('is for admins alone', async () => {
  const guest = app.client();
  expect((await guest.get('/api/operator/overview')).status).toBe(401);
  await guest.signIn(await makeAdvertiser(test.db));
  expect((await guest.get<ErrorBody>('/api/operator/overview')).body.code).toBe('WRONG_ROLE');
});
