import { publicId } from '@ezdash/contracts';
import { sql } from 'kysely';
import { createSecretBox } from '../../../platform/auth';
import { type Outbound, type OutboundAnswer, OutboundError } from '../../../platform/outbound';
import { createTestDb, fakeClock, makeAdvertiser, type TestDb, until } from '../../../testing';
import { BUSY_MS, LEASE_MS, MOST_AT_ONCE } from './attempts';
import { secretRow } from './callAddress';
import { findOverdue } from './calls.repo';
import { type DeliverDeps, deliverCall } from './deliverCall';
import { createOutgoingService } from './outgoing.service';

const clock = fakeClock('2026-11-21T12:00:00.000Z');
const box = createSecretBox('a secret of the tests, long enough for anybody', 'outgoing postback secrets');
let test: TestDb;
let ownerId: number;
let outgoingId: number;
let conversions = 0;
/** Ends the calls that are being made, in their order. */
let running: { end: (status: number) => void; fail: (error: Error) => void }[];
let asked: { id: number; at: Date }[];
let deps: DeliverDeps;

const answerOf = (status: number): OutboundAnswer => ({
  status,
  headers: {},
  body: Buffer.from('said'),
  url: 'https://tracker.example/',
  hops: [],
  ms: 1,
});

beforeAll(async () => {
  test = await createTestDb();
});
afterAll(() => test.drop());
beforeEach(async () => {
  running = [];
  asked = [];
  ({ id: ownerId } = await makeAdvertiser(test.db));
  outgoingId = await makeAddress();
  const outbound: Outbound = {
    ask: () =>
      new Promise((resolve, reject) => {
        running.push({ end: (status) => resolve(answerOf(status)), fail: reject });
      }),
  };
  deps = {
    db: test.db,
    clock,
    box,
    outbound,
    publisher: { toAccount: async () => {} },
    ask: async (_trx, id, at) => void asked.push({ id, at }),
    random: () => 0.5,
  };
});

async function makeAddress(): Promise<number> {
  const now = clock.now();
  const { id } = await test.db
    .insertInto('outgoing_postback')
    .values({
      advertiser_id: ownerId,
      name: 'Our tracker',
      method: 'GET',
      url: 'https://tracker.example/hook?id={click_id}',
      events: ['approved'],
      created_at: now,
      updated_at: now,
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  const secret_sealed = box.seal('ezps_secret', secretRow(id));
  await test.db.updateTable('outgoing_postback').set({ secret_sealed }).where('id', '=', id).execute();
  return id;
}

async function makeCall(of = outgoingId): Promise<number> {
  const now = clock.now();
  const data = JSON.stringify({
    click_id: 'click',
    conversion_id: 'cv_1',
    goal: 'g_1',
    value: '1.000000',
    tx: null,
    time: now.toISOString(),
    is_test: false,
  });
  conversions += 1;
  const { rows } = await sql<{ id: bigint }>`
    INSERT INTO postback_call (outgoing_id, advertiser_id, conversion_id, event, data, since, due_at, created_at)
    VALUES (${of}, ${ownerId}, ${conversions}, 'approved', ${data}::jsonb, ${now}, ${now}, ${now})
    RETURNING id`.execute(test.db);
  return Number(rows[0]?.id);
}

const rowOf = (id: number) =>
  test.db.selectFrom('postback_call').selectAll().where('id', '=', BigInt(id)).executeTakeFirstOrThrow();
const deliver = (id: number, signal = new AbortController().signal) => deliverCall(deps, id, signal);
const called = (count: number) =>
  until(
    async () => running.length,
    (length) => length === count,
    `${count} calls`,
  );

it('two jobs of one call make it once', async () => {
  const id = await makeCall();
  const first = deliver(id);
  await called(1);
  await deliver(id);
  running[0]?.end(200);
  await first;
  await deliver(id);
  expect([running.length, (await rowOf(id)).state, (await rowOf(id)).leased_until]).toEqual([
    1,
    'delivered',
    null,
  ]);
});

it('several jobs of one call that begin at once make it once', async () => {
  const id = await makeCall();
  const all = Promise.all([1, 2, 3, 4].map(() => deliver(id)));
  await called(1);
  running[0]?.end(200);
  await all;
  expect([running.length, (await rowOf(id)).attempts]).toEqual([1, 1]);
});

it('an address has so many calls at a time; the others come back without an attempt, other addresses do not wait', async () => {
  const ids = [await makeCall(), await makeCall(), await makeCall()];
  const other = await makeCall(await makeAddress());
  const first = ids.slice(0, MOST_AT_ONCE).map((id) => deliver(id));
  await called(MOST_AT_ONCE);
  const [third = 0] = ids.slice(MOST_AT_ONCE);
  await deliver(third);
  expect(running).toHaveLength(MOST_AT_ONCE);
  const dueAt = new Date(clock.nowMs() + 1.5 * BUSY_MS);
  expect(asked).toEqual([{ id: third, at: dueAt }]);
  expect(await rowOf(third)).toMatchObject({ state: 'waiting', attempts: 0, due_at: dueAt });
  const elsewhere = deliver(other);
  await called(MOST_AT_ONCE + 1);
  for (const each of running) each.end(200);
  await Promise.all([...first, elsewhere]);
  clock.advance(2 * BUSY_MS);
  const last = deliver(third);
  await called(MOST_AT_ONCE + 2);
  running.at(-1)?.end(200);
  await last;
  expect((await rowOf(third)).state).toBe('delivered');
});

it('a call whose server died is made by the next one once the lease is over, which the dead one does not overwrite', async () => {
  const id = await makeCall();
  const dead = deliver(id);
  await called(1);
  clock.advance(LEASE_MS / 2);
  await deliver(id);
  expect(running).toHaveLength(1);
  clock.advance(LEASE_MS / 2);
  const next = deliver(id);
  await called(2);
  running[0]?.end(500);
  await dead;
  expect(await rowOf(id)).toMatchObject({ state: 'waiting', attempts: 0 });
  running[1]?.end(200);
  await next;
  expect(await rowOf(id)).toMatchObject({ state: 'delivered', attempts: 1 });
});

it('a call that is being made is not overdue', async () => {
  const id = await makeCall();
  const running_ = deliver(id);
  await called(1);
  expect(await findOverdue(test.db, new Date(clock.nowMs() + 60_000), 1_000)).not.toContain(id);
  running[0]?.end(200);
  await running_;
});

it('a server that stops gives the call back', async () => {
  const id = await makeCall();
  const stopping = new AbortController();
  const stopped = deliver(id, stopping.signal);
  await called(1);
  stopping.abort(new Error('The process stops'));
  running[0]?.fail(new OutboundError('timed-out', 'https://tracker.example/'));
  await expect(stopped).rejects.toThrow('The process stops');
  expect(await rowOf(id)).toMatchObject({ state: 'waiting', attempts: 0, leased_until: null });
});

it('an address is removed with more calls than go by one statement', async () => {
  await sql`INSERT INTO postback_call (outgoing_id, advertiser_id, conversion_id, event, data, since, due_at, created_at)
    SELECT ${outgoingId}, ${ownerId}, 1000000 + n, 'approved', '{}', now(), now(), now() FROM generate_series(1, 2500) n`.execute(
    test.db,
  );
  const statements: number[] = [];
  const db = test.db.withPlugin({
    transformQuery: ({ node }) => node,
    transformResult: async ({ result }) => {
      if (result.numAffectedRows !== undefined) statements.push(Number(result.numAffectedRows));
      return result;
    },
  });
  const other = await makeCall(await makeAddress());
  const service = createOutgoingService({ db, clock, box });
  await service.remove(ownerId, publicId('outgoingPostback', outgoingId));
  expect(statements).toEqual([1, 1_000, 1_000, 500, 1]);
  expect((await rowOf(other)).state).toBe('waiting');
  await expect(service.remove(ownerId, publicId('outgoingPostback', outgoingId))).rejects.toThrow(
    'No such outgoing postback',
  );
});
