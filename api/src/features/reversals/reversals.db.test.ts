import { randomUUID } from 'node:crypto';
import {
  type ErrorBody,
  publicId,
  type Reversal,
  type ReversalList,
  type ReversalPreview,
} from '@ezdash/contracts';
import { systemClock } from '../../platform/clock';
import { ForbiddenError } from '../../platform/errors';
import { createJobs, type Jobs } from '../../platform/jobs';
import { silentLog } from '../../platform/log';
import {
  buildApp,
  createTestDb,
  makeAdmin,
  makeAdvertiser,
  type TestApp,
  type TestClient,
  type TestDb,
  until,
} from '../../testing';
import { createTestPublisher } from '../../testing/testPublisher';
import { reversalTools } from '../events/reversal/testReversals';
import { makeWorld, type World } from '../serving/testWorld';
import { createReversalsFeature } from '.';

type Answer = Reversal & ErrorBody;

const HOUR_MS = 3_600_000;
/** Of each database transaction, so that a few events are many of them. */
const BATCH_EVENTS = 10;

let test_: TestDb;
let app: TestApp;
let jobs: Jobs;
let admin: TestClient;
let adminEmail: string;
let proven = true;

beforeAll(async () => {
  test_ = await createTestDb();
  jobs = createJobs({ connection: test_.connection, log: silentLog, pollMs: 20 });
  const { mounts } = createReversalsFeature({
    db: test_.db,
    clock: systemClock,
    jobs,
    publisher: createTestPublisher(),
    // Every batch is a job of its own.
    sliceMs: 0,
    batchEvents: BATCH_EVENTS,
    checkProof: () => {
      if (!proven) throw new ForbiddenError('Confirm that it is you to go on', 'REAUTH_REQUIRED');
    },
  });
  await jobs.start();
  app = await buildApp({ test: test_, mounts });
  const made = await makeAdmin(test_.db);
  adminEmail = made.email;
  admin = app.client();
  await admin.signIn(made);
});
beforeEach(() => {
  proven = true;
});
afterAll(async () => {
  await app.close();
  await jobs.stop();
  await test_.drop();
});

const { eventOf, ingestAll, differences, moneyOf } = reversalTools(() => test_);
const spanOf = (world: World, given: object = {}) => ({
  kind: 'span',
  zone: publicId('zone', world.zoneId),
  from: new Date(Date.now() - 2 * HOUR_MS).toISOString(),
  to: new Date().toISOString(),
  ...given,
});
const begin = (selection: object, given: object = {}, key: string | null = randomUUID()) => {
  admin.setHeader('Idempotency-Key', key);
  return admin.post<Answer>('/api/operator/reversals', {
    selection,
    reason: 'sivt',
    why: 'Clicks of a farm',
    ...given,
  });
};
const preview = (selection: object) =>
  admin.post<ReversalPreview & ErrorBody>('/api/operator/reversals/preview', { selection });
const newest = async () => (await admin.get<ReversalList>('/api/operator/reversals')).body.reversals[0];
const finished = () => until(newest, (found) => found?.finished_at !== null, 'The end of the reversal');

describe('invalid traffic that staff take back', () => {
  it('is shown first, then given back by a job, batch by batch, and the books agree', async () => {
    const world = await makeWorld(test_.db);
    await ingestAll(Array.from({ length: 25 }, () => eventOf(world)));
    const selection = spanOf(world);
    const { body: shown } = await preview(selection);
    expect(shown).toMatchObject({
      events: 25,
      impressions: 25,
      price_micros: 25_000,
      payout_micros: 20_000,
      advertisers: [{ id: world.advertiserId, price_micros: 25_000 }],
      publishers: [{ id: world.publisherId, pending_micros: 20_000, pending_after_micros: 0 }],
      advertiser_count: 1,
      publisher_count: 1,
    });
    expect(await moneyOf(world)).toMatchObject({ pending: 20_000n });

    const { status, body } = await begin(selection);
    expect([status, body.expected_events, body.by]).toEqual([201, 25, adminEmail]);
    const done = await finished();
    expect(done).toMatchObject({
      id: body.id,
      reason: 'sivt',
      why: 'Clicks of a farm',
      events: 25,
      price_micros: 25_000,
      payout_micros: 20_000,
      selection: {
        zone: { id: publicId('zone', world.zoneId) },
        property: null,
        from: selection.from,
        to: selection.to,
        decisions: 0,
      },
    });
    expect(await moneyOf(world)).toMatchObject({ cash: 1_000_000_000n, pending: 0n });
    expect(await differences()).toEqual([]);
    const again = await begin(selection);
    expect([again.status, again.body.code]).toEqual([409, 'NOTHING_TO_REVERSE']);
  });

  it('is taken back once, by however many calls at once', async () => {
    const world = await makeWorld(test_.db);
    await ingestAll(Array.from({ length: 12 }, () => eventOf(world)));
    const selection = spanOf(world);
    const key = randomUUID();
    const answers = await Promise.all(Array.from({ length: 6 }, () => begin(selection, {}, key)));
    expect(new Set(answers.map(({ body }) => body.id)).size).toBe(1);
    expect(answers.filter(({ status }) => status === 201)).toHaveLength(1);
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(5);
    expect(await finished()).toMatchObject({ events: 12, price_micros: 12_000 });
    expect((await begin(selection, {}, key)).body.id).toBe(answers[0]?.body.id);
    const other = await begin(selection, { reason: 'bot' }, key);
    expect([other.status, other.body.code]).toEqual([409, 'IDEMPOTENCY_KEY_USED']);
    expect(await differences()).toEqual([]);
  });
});

describe('the selection', () => {
  it('may be single decisions, which the history counts', async () => {
    const world = await makeWorld(test_.db);
    const events = [eventOf(world), eventOf(world), eventOf(world)];
    await ingestAll(events);
    const decisions = events.slice(0, 2).map(({ decisionId }) => decisionId.toUpperCase());
    expect((await preview({ kind: 'decisions', decisions })).body.events).toBe(2);
    expect((await preview({ kind: 'decisions', decisions: ['x'] })).body.errors).toHaveProperty('selection');
  });

  it.each([
    ['all traffic at once', { zone: undefined }, 'selection'],
    ['an end before the beginning', { to: '2020-01-01T00:00:00Z' }, 'selection'],
    ['the future', { to: '2099-01-01T00:00:00Z' }, 'selection'],
    ['a zone that there is not', { zone: 'z_zzzz' }, 'zone'],
    ['a property that is none', { property: 'rubbish' }, 'property'],
    ['a campaign of another kind of id', { campaign: 'p_10000' }, 'campaign'],
  ])('of %s is refused', async (_, given, field) => {
    const world = await makeWorld(test_.db);
    const { status, body } = await preview(spanOf(world, given));
    expect([status, Object.keys(body.errors ?? {})]).toEqual([422, [field]]);
    expect((await begin(spanOf(world, given))).status).toBe(422);
  });

  it('of an advertiser as the publisher is refused', async () => {
    const world = await makeWorld(test_.db);
    const { id } = await makeAdvertiser(test_.db);
    const { body } = await preview(spanOf(world, { publisher_id: id }));
    expect(body.errors).toHaveProperty('publisher_id');
  });
});

it('needs a key, a reason, a recent proof, and an admin', async () => {
  const world = await makeWorld(test_.db);
  await ingestAll([eventOf(world)]);
  const selection = spanOf(world);
  expect((await begin(selection, {}, null)).body.errors).toHaveProperty(['Idempotency-Key']);
  expect((await begin(selection, { why: ' ' })).status).toBe(422);
  expect((await begin(selection, { reason: 'replay' })).status).toBe(422);
  proven = false;
  expect((await begin(selection)).body.code).toBe('REAUTH_REQUIRED');
  const client = app.client();
  await client.signIn(await makeAdvertiser(test_.db));
  expect((await client.get('/api/operator/reversals')).status).toBe(403);
  expect((await client.post('/api/operator/reversals/preview', { selection })).status).toBe(403);
  expect(await moneyOf(world)).toMatchObject({ pending: 800n });
});

it.each([
  ['a span of decades', '2000-01-01T00:00:00.000Z', '2025-01-01T00:00:00.000Z'],
  ['a day more than a year', '2024-01-01T00:00:00.000Z', '2025-01-02T00:00:00.000Z'],
])('does not go through %s', async (_, from, to) => {
  const world = await makeWorld(test_.db);
  const selection = spanOf(world, { from, to });
  for (const { status, body } of [await preview(selection), await begin(selection)])
    expect([status, Object.keys(body.errors ?? {})]).toEqual([422, ['selection']]);
});

it('the history is paged, newest first', async () => {
  for (let made = 0; made < 30; made++)
    await test_.db
      .insertInto('traffic_reversal')
      .values({
        reason: 11,
        selection: JSON.stringify({ decisions: [randomUUID()] }),
        fingerprint: randomUUID().replaceAll('-', '').repeat(2),
        why: 'By hand',
        actor: 'command line (somebody)',
        finished_at: new Date(),
      })
      .execute();
  const { body: first } = await admin.get<ReversalList>('/api/operator/reversals');
  expect(first.reversals).toHaveLength(25);
  const { id } = await test_.db
    .selectFrom('traffic_reversal')
    .select(({ fn }) => fn.max('id').as('id'))
    .executeTakeFirstOrThrow();
  expect(first.reversals[0]).toMatchObject({
    id,
    by: 'command line (somebody)',
    expected_events: null,
    selection: { decisions: 1, from: null },
  });
  const { body: rest } = await admin.get<ReversalList>(`/api/operator/reversals?before=${first.next}`);
  expect(first.next).toBe(first.reversals[24]?.id);
  const ids = [...first.reversals, ...rest.reversals].map((each) => each.id);
  expect(ids).toEqual([...new Set(ids)].sort((a, b) => b - a));
  expect(ids.length).toBeGreaterThanOrEqual(30);
});
