import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { type ErrorBody, POSTBACK_LOG, rowId } from '@ezdash/contracts';
import { sql } from 'kysely';
import { type MadeUser, makeAdvertiser, makeProperty, makePublisher } from '../../../testing';
import { pngImage } from '../../creatives/testImages';
import { openTestApi, type TestApi } from '../testApi';
import { forgetCalls, forgetCallsOf } from './idempotency.repo';

const PREMIUM = { account_type_id: 2 };
const HOUR_MS = 3_600_000;
const GOAL = { name: 'Order', duplicates: 'every', window_days: 30 };
const dataDir = mkdtempSync(path.join(tmpdir(), 'ezdash-api-'));
let api: TestApi;
let other: TestApi;
let owner: MadeUser;
let secret: string;
beforeAll(async () => {
  api = await openTestApi(dataDir);
  other = await openTestApi(dataDir, { beside: api });
});
beforeEach(async () => {
  owner = await makeAdvertiser(api.test.db, PREMIUM);
  secret = await api.makeToken(owner.id);
});
afterAll(async () => {
  await other.close();
  await api.close();
  rmSync(dataDir, { recursive: true });
});

type Body = { id: string } & ErrorBody;
const send = (key: string, body: unknown = GOAL, on = api, who = secret) =>
  on.call<Body>('/conversion-goals', {
    method: 'POST',
    secret: who,
    body,
    headers: { 'Idempotency-Key': key },
  });
const goals = async (of = owner.id) =>
  Number(
    (
      await api.test.db
        .selectFrom('conversion_goal')
        .select(({ fn }) => fn.countAll().as('count'))
        .where('advertiser_id', '=', of)
        .executeTakeFirstOrThrow()
    ).count,
  );
const rowOf = (key: string) =>
  api.test.db
    .selectFrom('idempotent_call')
    .selectAll()
    .where('owner_id', '=', owner.id)
    .where('key', '=', key);
const codeOf = ({ status, body }: { status: number; body: Body }) => [status, body.code];

it('answers the same again, byte for byte, and does it once', async () => {
  const first = await send('order-1');
  const again = await send('order-1', { window_days: 30, duplicates: 'every', name: 'Order' });
  expect(first.status).toBe(201);
  expect(first.headers.get('Idempotency-Replayed')).toBeNull();
  expect([again.status, again.text, again.headers.get('Idempotency-Replayed')]).toEqual([
    201,
    first.text,
    'true',
  ]);
  expect(again.headers.get('Content-Type')).toBe(first.headers.get('Content-Type'));
  expect(await goals()).toBe(1);
});

it('of 50 at once on two servers one does it, and the others hear its answer or that it runs', async () => {
  const answers = await Promise.all(
    Array.from({ length: 50 }, (_, index) => send('at-once', GOAL, index % 2 === 0 ? api : other)),
  );
  expect(await goals()).toBe(1);
  const made = answers.filter(({ status }) => status === 201);
  expect(made.length).toBeGreaterThan(0);
  expect(new Set(made.map(({ body }) => body.id)).size).toBe(1);
  expect(made.filter(({ headers }) => headers.get('Idempotency-Replayed') === null)).toHaveLength(1);
  for (const waiting of answers.filter(({ status }) => status !== 201)) {
    expect(codeOf(waiting)).toEqual([409, 'STILL_RUNNING']);
    expect(waiting.headers.get('Retry-After')).toBe('1');
  }
  expect((await send('at-once', GOAL, other)).text).toBe(made[0]?.text);
});

it('refuses the key with another body or at another address', async () => {
  await send('order-2');
  expect(codeOf(await send('order-2', { ...GOAL, name: 'Lead' }))).toEqual([422, 'IDEMPOTENCY_KEY_USED']);
  const elsewhere = await api.call<Body>('/campaigns/actions', {
    method: 'POST',
    secret,
    body: GOAL,
    headers: { 'Idempotency-Key': 'order-2' },
  });
  expect(codeOf(elsewhere)).toEqual([422, 'IDEMPOTENCY_KEY_USED']);
  expect(await goals()).toBe(1);
});

it('keeps keys of accounts apart, and shares them between tokens of one', async () => {
  const first = await send('order-3');
  const sameOwner = await send('order-3', GOAL, api, await api.makeToken(owner.id));
  expect(sameOwner.body.id).toBe(first.body.id);
  const stranger = await makeAdvertiser(api.test.db, PREMIUM);
  const theirs = await send('order-3', GOAL, api, await api.makeToken(stranger.id));
  expect(theirs.headers.get('Idempotency-Replayed')).toBeNull();
  expect(theirs.body.id).not.toBe(first.body.id);
});

it('answers nobody who may not call any more', async () => {
  await send('order-4');
  expect(codeOf(await send('order-4', GOAL, api, await api.makeToken(owner.id, ['read'])))).toEqual([
    403,
    'SCOPE_MISSING',
  ]);
});

it.each([
  ['', 'empty'],
  ['two words', 'with a blank'],
  ['ä', 'not ASCII'],
  ['x'.repeat(129), 'too long'],
])('refuses the key %j (%s)', async (key) => {
  const { status, body } = await send(Buffer.from(key).toString('latin1'));
  expect([status, Object.keys(body.errors ?? {})]).toEqual([422, ['Idempotency-Key']]);
  expect(await goals()).toBe(0);
});

it('takes the longest key', async () => {
  expect((await send('~'.repeat(128))).status).toBe(201);
});

it('keeps refusals: the same slip is refused the same way', async () => {
  const wrong = { ...GOAL, window_days: -1 };
  const first = await send('order-5', wrong);
  const again = await send('order-5', wrong);
  expect([first.status, again.status, again.text]).toEqual([422, 422, first.text]);
  expect(again.headers.get('Idempotency-Replayed')).toBe('true');
});

it('covers files by their bytes', async () => {
  const upload = (image: Buffer) =>
    api.call<Body>('/assets', {
      method: 'POST',
      secret,
      body: image,
      headers: { 'Idempotency-Key': 'image', 'Content-Type': 'image/png' },
    });
  const first = await upload(pngImage(300, 250));
  expect(first.status).toBe(201);
  expect((await upload(pngImage(300, 250))).text).toBe(first.text);
  expect(codeOf(await upload(pngImage(728, 90)))).toEqual([422, 'IDEMPOTENCY_KEY_USED']);
});

it('without a key a call is done as often as it is sent, and a read takes none', async () => {
  const plain = () => api.call('/conversion-goals', { method: 'POST', secret, body: GOAL });
  await plain();
  await plain();
  expect(await goals()).toBe(2);
  await api.call('/conversion-goals', { secret, headers: { 'Idempotency-Key': 'read' } });
  expect(await rowOf('read').execute()).toEqual([]);
});

it('keeps the answer sealed, and for 24 hours', async () => {
  const first = await send('order-6');
  const { answer } = await rowOf('order-6').executeTakeFirstOrThrow();
  expect(answer?.toString('latin1')).not.toContain(first.body.id);
  api.clock.advance(24 * HOUR_MS - 1);
  expect((await send('order-6')).body.id).toBe(first.body.id);
  api.clock.advance(1);
  const later = await send('order-6', { ...GOAL, name: 'Lead' });
  expect([later.status, later.headers.get('Idempotency-Replayed')]).toEqual([201, null]);
});

/** As a server leaves a row that died in the middle of the call. */
async function diedAt(key: string, effect: boolean): Promise<void> {
  await send(key);
  await api.test.db
    .updateTable('idempotent_call')
    .set({ status: null, answer: null, ...(!effect && { effect_at: null }), alive_until: api.clock.now() })
    .where('owner_id', '=', owner.id)
    .where('key', '=', key)
    .execute();
}

it('runs again what died before it changed anything, and not before it is known to be dead', async () => {
  await diedAt('early', false);
  expect(codeOf(await send('early'))).toEqual([409, 'STILL_RUNNING']);
  api.clock.advance(1);
  expect((await send('early')).status).toBe(201);
});

it('never runs again what had changed something', async () => {
  await diedAt('late', true);
  api.clock.advance(1);
  const before = await goals();
  expect(codeOf(await send('late'))).toEqual([409, 'ANSWER_LOST']);
  expect(await goals()).toBe(before);
});

it('notes of properties and zones, too, that they were made', async () => {
  const seller = await makePublisher(api.test.db, PREMIUM);
  const theirs = await api.makeToken(seller.id);
  const make = (key: string, path: string, body: unknown) =>
    api.call<Body>(path, { method: 'POST', secret: theirs, body, headers: { 'Idempotency-Key': key } });
  const property = await make('property', '/properties', {
    name: 'News',
    domain: 'news.example',
    category: 'news',
    language: 'en',
  });
  const zone = await make('zone', `/properties/${property.body.id}/zones`, {
    name: 'Top',
    size: { width: 300, height: 250 },
    floor_micros: 0,
    fallback: 'collapse',
  });
  expect([property.status, zone.status]).toEqual([201, 201]);
  const kept = await api.test.db
    .selectFrom('idempotent_call')
    .select(['key', 'effect_at'])
    .where('owner_id', '=', seller.id)
    .orderBy('key')
    .execute();
  expect(kept).toEqual([
    { key: 'property', effect_at: api.clock.now() },
    { key: 'zone', effect_at: api.clock.now() },
  ]);
});

it('a block that is sent again does not come back when it was taken back meanwhile', async () => {
  const seller = await makePublisher(api.test.db, PREMIUM);
  const theirs = await api.makeToken(seller.id);
  await makeProperty(api.test.db, { publisher_id: seller.id });
  const body = { kind: 'domain', value: 'shop.example', properties: null };
  const say = (key: string, path: string) =>
    api.call<Body & { properties: string[] }>(path, {
      method: 'POST',
      secret: theirs,
      body,
      headers: { 'Idempotency-Key': key },
    });
  const first = await say('block', '/property-blocks');
  expect([first.status, first.body.properties.length]).toEqual([200, 1]);
  expect((await say('block', '/property-blocks')).text).toBe(first.text);
  expect((await say('another', '/property-blocks')).body.properties).toEqual([]);
  expect(codeOf(await say('block', '/property-blocks/remove'))).toEqual([422, 'IDEMPOTENCY_KEY_USED']);
  const back = await say('back', '/property-blocks/remove');
  expect(back.body.properties).toEqual(first.body.properties);
  const again = await say('block', '/property-blocks');
  expect([again.text, again.headers.get('Idempotency-Replayed')]).toEqual([first.text, 'true']);
  const inForce = api.test.db
    .selectFrom('property_block')
    .select('removed_at')
    .where('created_by', '=', seller.id);
  expect((await inForce.execute()).map(({ removed_at }) => removed_at)).toEqual([api.clock.now()]);
});

describe('a failure', () => {
  const onInsert = (what: string) =>
    sql
      .raw(`CREATE FUNCTION meddle() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN ${what} END $$;
      CREATE TRIGGER meddles AFTER INSERT ON conversion_goal FOR EACH ROW EXECUTE FUNCTION meddle()`)
      .execute(api.test.owner);
  const stop = () => sql`DROP FUNCTION IF EXISTS meddle CASCADE`.execute(api.test.owner);
  afterEach(stop);

  it('is not kept: when it is over, the same key does it', async () => {
    await onInsert(`RAISE EXCEPTION 'the disk is full';`);
    expect((await send('broken')).status).toBe(500);
    expect(await rowOf('broken').execute()).toEqual([]);
    await stop();
    expect((await send('broken')).status).toBe(201);
    expect(await goals()).toBe(1);
  });

  it('of the note undoes what it is the note of', async () => {
    // Another run takes the key meanwhile, as after a pause longer than a call may take.
    await onInsert(`UPDATE idempotent_call SET run = gen_random_uuid() WHERE key = 'stolen'; RETURN NULL;`);
    expect(codeOf(await send('stolen'))).toEqual([409, 'STILL_RUNNING']);
    expect(await goals()).toBe(0);
  });
});

it('is forgotten after a day, and with its account', async () => {
  await send('old');
  api.clock.advance(HOUR_MS);
  await send('young');
  const now = api.clock.now();
  for (const key of ['older', 'oldest']) await send(key);
  await api.test.db
    .updateTable('idempotent_call')
    .set({ begun_at: new Date(now.getTime() - HOUR_MS) })
    .where('key', 'in', ['older', 'oldest'])
    .execute();
  const before = new Date(now.getTime() - 1);
  expect(await forgetCalls(api.test.db, before, now, { atOnce: 2 })).toBeGreaterThanOrEqual(3);
  for (const key of ['older', 'oldest']) expect(await rowOf(key).execute()).toEqual([]);
  expect(await rowOf('old').execute()).toEqual([]);
  expect(await rowOf('young').execute()).toHaveLength(1);
  await api.test.db.transaction().execute((trx) => forgetCallsOf(trx, owner.id));
  expect(await rowOf('young').execute()).toEqual([]);
});

describe('a list', () => {
  const page = (query: string) =>
    api.call<{ goals: { name: string }[]; next_cursor: string | null } & ErrorBody>(
      `/conversion-goals?${query}`,
      { secret },
    );

  it('goes on behind its cursor while rows are added', async () => {
    for (const name of ['A', 'B', 'C']) await send(`goal-${name}`, { ...GOAL, name });
    const first = await page('limit=2');
    expect(first.body.goals.map(({ name }) => name)).toEqual(['C', 'B']);
    await send('goal-D', { ...GOAL, name: 'D' });
    const second = await page(`limit=2&cursor=${first.body.next_cursor}`);
    expect(second.body).toMatchObject({ goals: [{ name: 'A' }], next_cursor: null });
    expect((await page('')).body.goals).toHaveLength(4);
  });

  it('of the log of postbacks, and of their calls, goes on behind its cursor, too', async () => {
    const rows = POSTBACK_LOG.page + 2;
    const { id } = (await send('logged')).body;
    const goalId = rowId('conversionGoal', id);
    await sql`INSERT INTO postback_log (advertiser_id, goal_id, received_at, source, method, request, status, answer, took_ms)
      SELECT ${owner.id}, ${goalId}::int, now(), 'postback', 'GET', 'goal=' || n, 422, '', 1
      FROM generate_series(1, ${rows}::int) n`.execute(api.test.db);
    await sql`WITH address AS (
        INSERT INTO outgoing_postback (advertiser_id, name, method, url, events, created_at, updated_at)
        VALUES (${owner.id}, 'Ours', 'GET', 'https://tracker.example/', '{approved}', now(), now()) RETURNING id)
      INSERT INTO postback_call (outgoing_id, advertiser_id, conversion_id, event, data, since, due_at, created_at)
      SELECT address.id, ${owner.id}, n, 'approved', '{"is_test": false}', now(), now(), now()
      FROM address, generate_series(1, ${rows}::int) n`.execute(api.test.db);
    for (const [path, field] of [
      ['/postbacks/log', 'entries'],
      ['/postbacks/calls', 'calls'],
    ] as const) {
      type Listed = Record<typeof field, { id: string }[]> & {
        next: string | null;
        next_cursor: string | null;
      };
      const list = (query: string) => api.call<Listed & ErrorBody>(path + query, { secret });
      const first = await list('');
      const second = await list(`?cursor=${first.body.next_cursor}`);
      expect([first.body[field].length, second.body[field].length]).toEqual([POSTBACK_LOG.page, 2]);
      const all = [...first.body[field], ...second.body[field]].map((each) => each.id);
      expect(new Set(all).size).toBe(rows);
      expect(second.body.next_cursor).toBeNull();
      expect((await list(`?before=${first.body.next}`)).body[field]).toEqual(second.body[field]);
      expect((await list('?cursor=abc')).status).toBe(422);
    }
  });

  it.each(['cursor=abc', 'limit=0', 'limit=201', 'cursor=', 'limit=2;DROP'])('refuses %s', async (query) => {
    expect((await page(query)).status).toBe(422);
  });
});
