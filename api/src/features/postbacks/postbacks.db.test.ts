import { createHmac } from 'node:crypto';
import {
  type ConversionGoal,
  type ConversionGoalKey,
  type ErrorBody,
  type MadeOutgoingPostback,
  POSTBACK_LOG,
  type PostbackCall,
  type PostbackCallList,
  type PostbackLog,
  type PostbackTest,
  rowId,
} from '@ezdash/contracts';
import { sql } from 'kysely';
import { inTransaction } from '../../platform/db';
import type { TestClient } from '../../testing';
import { until } from '../../testing/until';
import { type ConversionWorld, openConversions, type Place } from '../conversions/testConversions';
import { takeBackConversions } from '../events';
import { tellTakenBack } from './outgoing/tellTakenBack';
import { type Listener, startListener } from './testListener';
import { openPostbacks, type PostbackParts } from './testPostbacks';

let world: ConversionWorld & PostbackParts;
let place: Place;
let owner: TestClient;
let stranger: TestClient;
let listener: Listener;

beforeAll(async () => {
  world = await openPostbacks(openConversions);
});
afterAll(() => world.close());
beforeEach(async () => {
  listener = await startListener();
  place = await world.place();
  owner = world.app.client();
  await owner.signIn(place.advertiser);
  stranger = world.app.client();
});
afterEach(() => listener.close());

const makeGoal = async (fields: object = {}) =>
  (await owner.post<ConversionGoal>('/api/conversion-goals', { name: 'Sale', ...fields })).body.id;
const keyOf = async (goal: string) =>
  (await owner.get<ConversionGoalKey>(`/api/conversion-goals/${goal}/key`)).body.key;
const report = (fields: Record<string, string>) =>
  stranger.get<{ status?: string; code?: string }>(`/postback?${new URLSearchParams(fields)}`);
async function log(query = '') {
  await world.postbacks.flush();
  return (await owner.get<PostbackLog>(`/api/postbacks/log${query}`)).body;
}
const makeOutgoing = async (fields: object = {}) =>
  (
    await owner.post<MadeOutgoingPostback>('/api/postbacks/outgoing', {
      name: 'Our tracker',
      url: `${listener.url}/hook?id={click_id}&sum={value}&s={status}&t={test}&tx={tx}`,
      ...fields,
    })
  ).body;
const calls = async (query = '') =>
  (await owner.get<PostbackCallList>(`/api/postbacks/calls${query}`)).body.calls;
const callWhen = async (isThere: (call: PostbackCall) => boolean) =>
  until(
    async () => (await calls()).find(isThere),
    (call) => call !== undefined,
    'The call',
  );
/** Makes what waits due, as if its pause were over. */
async function passPause(): Promise<void> {
  const { rows } = await sql<{ id: bigint }>`UPDATE postback_call SET due_at = ${world.clock.now()}
    WHERE state = 'waiting' AND advertiser_id = ${place.advertiser.id} RETURNING id`.execute(world.test.db);
  expect(rows.length).toBeGreaterThan(0);
  for (const { id } of rows) await world.jobs.send('postbacks.call', { id: Number(id) });
}

describe('the log', () => {
  it('has what came, what was answered and what became of it, without the key and without an address', async () => {
    const goal = await makeGoal({ requires_key: true });
    const key = await keyOf(goal);
    const click = await world.click(place);
    await report({ goal, click_id: click, value: '12.50', key });
    await report({ goal, click_id: click, key: 'ezk_a-guess' });
    await report({ goal, click_id: 'x', secret: key });
    const { entries, kept_days } = await log(`?goal=${goal}`);
    expect(kept_days).toBe(POSTBACK_LOG.keptDays);
    expect(entries.map(({ status, code, verdict }) => ({ status, code, verdict }))).toEqual([
      { status: 422, code: 'INVALID_INPUT', verdict: null },
      { status: 403, code: 'WRONG_KEY', verdict: null },
      { status: 200, code: null, verdict: 'attributed' },
    ]);
    expect(JSON.stringify(entries)).not.toContain('127.0.0.1');
    expect(entries[2]?.request).toBe(`goal=${goal}&click_id=${click}&value=12.50&key=…`);
    expect(entries[2]?.answer).toBe('{"status":"recorded"}');
    expect(entries[1]?.answer).toContain('This is not the key of this goal');
    expect(JSON.stringify(entries)).not.toContain(key);
    expect(JSON.stringify(entries)).not.toContain('a-guess');
  });

  it('of a pixel has nobody’s address; another account sees nothing; a goal that is not there leaves nothing', async () => {
    const goal = await makeGoal({ pixel: true });
    const click = await world.click(place);
    stranger.setHeader('User-Agent', 'Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 Chrome/139.0.0.0');
    await stranger.get(`/pixel/${goal}.gif?click_id=${click}`);
    await report({ goal: 'g_zzzz', click_id: click });
    const { entries } = await log();
    expect(entries).toMatchObject([{ source: 'pixel', address: null, answer: 'GIF' }]);
    const other = world.app.client();
    await other.signIn((await world.place()).advertiser);
    const seen = (await other.get<PostbackLog>(`/api/postbacks/log?goal=${goal}`)).body;
    expect(seen.entries).toEqual([]);
    const { rows } = await sql`SELECT FROM postback_log WHERE request LIKE '%g_zzzz%'`.execute(world.test.db);
    expect(rows).toEqual([]);
  });

  it('is filtered and paged, and an account keeps so many lines', async () => {
    const goal = await makeGoal();
    for (let at = 0; at < POSTBACK_LOG.page + 2; at++) await report({ goal, click_id: `wrong-${at}` });
    await report({ goal, click_id: await world.click(place) });
    expect((await log('?outcome=counted')).entries).toHaveLength(1);
    expect((await log('?outcome=test')).entries).toEqual([]);
    expect((await log('?outcome=kept')).entries).toEqual([]);
    const first = await log('?outcome=refused');
    expect(first.entries).toHaveLength(POSTBACK_LOG.page);
    const second = await log(`?outcome=refused&before=${first.next}`);
    expect([second.entries.length, second.next]).toEqual([2, null]);
    expect((await owner.get<ErrorBody>('/api/postbacks/log?before=nonsense')).status).toBe(422);
    await sql`INSERT INTO postback_log (advertiser_id, goal_id, received_at, source, method, request, status, answer, took_ms)
      SELECT ${place.advertiser.id}, ${rowId('conversionGoal', goal)}::int, now(), 'postback', 'GET', 'goal=x', 422, '', 1
      FROM generate_series(1, ${POSTBACK_LOG.mostRows})`.execute(world.test.db);
    world.clock.advance(120_000);
    await report({ goal, click_id: 'once-more' });
    await world.postbacks.flush();
    const { rows } = await sql<{ count: number }>`SELECT count(*)::int AS count FROM postback_log
      WHERE advertiser_id = ${place.advertiser.id}`.execute(world.test.db);
    expect(rows[0]?.count).toBe(POSTBACK_LOG.mostRows);
  });
});

describe('a test', () => {
  const test = (goal: string, body: object = {}) =>
    owner.post<PostbackTest>(`/api/conversion-goals/${goal}/test`, body);
  const counted = async () => {
    const { rows } = await sql<{
      sum: number;
    }>`SELECT coalesce(sum(conversions), 0)::int AS sum FROM rollup_hourly`.execute(world.test.db);
    return rows[0]?.sum;
  };

  it('goes through the real address, stands in the log and is counted nowhere', async () => {
    const before = await counted();
    const goal = await makeGoal({
      requires_key: true,
      allowed_addresses: ['203.0.113.7'],
      duplicates: 'every',
    });
    const { status, body } = await test(goal, { value: '3.50' });
    expect([status, body.status, body.answer]).toEqual([200, 200, '{"status":"recorded"}']);
    expect(body.request).toContain('value=3.50');
    expect(body.request).toContain('key=…');
    const { entries } = await log(`?goal=${goal}&outcome=test`);
    expect(entries).toMatchObject([{ verdict: 'test', status: 200, method: 'POST' }]);
    expect(await counted()).toBe(before);
  });

  it('shows what the address refuses; another’s goal does not exist', async () => {
    const goal = await makeGoal();
    await owner.patch(`/api/conversion-goals/${goal}`, { state: 'archived' });
    expect((await test(goal)).body).toMatchObject({ status: 410 });
    const other = world.app.client();
    await other.signIn((await world.place()).advertiser);
    expect((await other.post(`/api/conversion-goals/${goal}/test`, {})).status).toBe(404);
    expect((await test(goal, { value: '1e9' })).status).toBe(422);
  });
});

describe('an outgoing postback', () => {
  it('is called once for a conversion, with its macros filled in and a signature that holds', async () => {
    const goal = await makeGoal({ duplicates: 'every' });
    const { secret } = await makeOutgoing();
    const click = await world.click(place);
    await Promise.all([1, 2, 3].map(() => report({ goal, click_id: click, value: '12.5', tx: 'A & B' })));
    const call = await callWhen(({ state }) => state === 'delivered');
    expect(listener.heard.map(({ path }) => path)).toEqual([
      `/hook?id=${click}&sum=12.50&s=approved&t=0&tx=A%20%26%20B`,
    ]);
    const [first] = listener.heard;
    if (!first) throw new Error('Nobody called');
    const { headers, path } = first;
    const [, seconds, digest] =
      /^t=(\d+),v1=([0-9a-f]{64})$/.exec(String(headers['x-ezdash-signature'])) ?? [];
    expect(Number(seconds)).toBe(Math.floor(world.clock.nowMs() / 1_000));
    const signed = `${seconds}.${call?.id}.${listener.url}${path}`;
    expect(digest).toBe(createHmac('sha256', secret).update(signed).digest('hex'));
    expect(headers['x-ezdash-id']).toBe(call?.id);
    expect(await calls()).toMatchObject([{ attempts: 1, last_status: 200, last_answer: 'said 200' }]);
  });

  it('is not called for what is rolled back, for other goals, other states or other accounts', async () => {
    const [goal, other] = [await makeGoal(), await makeGoal()];
    await makeOutgoing({ goal_id: other });
    await makeOutgoing({ events: ['rejected'] });
    const stranger_ = await world.place();
    await world.feature.conversions.record({
      goal,
      click_id: await world.click(stranger_),
      source: 'postback',
      traffic: null,
    });
    await report({ goal, click_id: await world.click(place) });
    const row = rowId('conversionGoal', goal) ?? 0;
    await world.test.db
      .transaction()
      .execute(async (trx) => {
        const made = await trx
          .selectFrom('conversion')
          .select('id')
          .where('goal_id', '=', row)
          .orderBy('id', 'desc')
          .executeTakeFirstOrThrow();
        await world.postbacks.tell(trx, {
          conversionId: made.id,
          goalId: row,
          ownerId: place.advertiser.id,
          event: 'rejected',
        });
        throw new Error('Rolled back');
      })
      .catch(() => {});
    expect(await calls()).toEqual([]);
    expect(listener.heard).toEqual([]);
  });

  it('is told of what a reversal took back, once', async () => {
    const goal = await makeGoal();
    await makeOutgoing({ events: ['approved', 'rejected'] });
    await makeOutgoing({ name: 'Not told' });
    const click = await world.click(place);
    await report({ goal, click_id: click });
    const { db } = world.test;
    const late = () => tellTakenBack(db, world.postbacks.tell, 100);
    expect(await late()).toBe(0);
    await inTransaction(db, (trx) =>
      takeBackConversions(trx, { clickIds: [click], reversal: null, now: world.clock.now() }),
    );
    expect([await late(), await late()]).toEqual([1, 0]);
    const told = (await calls()).map(({ event, outgoing }) => [event, outgoing.name]);
    expect(told.sort()).toEqual([
      ['approved', 'Not told'],
      ['approved', 'Our tracker'],
      ['rejected', 'Our tracker'],
    ]);
  });

  it('is tried again with longer pauses, and 200 ends it', async () => {
    listener.answers = [500, 200];
    const goal = await makeGoal();
    await makeOutgoing({ method: 'POST', url: `${listener.url}/hook` });
    await owner.post(`/api/conversion-goals/${goal}/test`, { value: '2' });
    const failed = await callWhen(({ attempts }) => attempts === 1);
    expect(failed).toMatchObject({ state: 'waiting', last_status: 500, is_test: true });
    expect(Date.parse(failed?.due_at ?? '') - world.clock.nowMs()).toBe(10_000);
    await passPause();
    await callWhen(({ state }) => state === 'delivered');
    expect(listener.heard.map(({ method }) => method)).toEqual(['POST', 'POST']);
    const [first, second] = listener.heard;
    expect(first?.headers['x-ezdash-id']).toBe(second?.headers['x-ezdash-id']);
    expect(JSON.parse(first?.body ?? '')).toMatchObject({ status: 'approved', value: '2.00', test: '1' });
  });

  it('that says 410 is a dead letter at once; sent again it arrives; one and all', async () => {
    listener.answers = [410, 410, 200];
    const goal = await makeGoal();
    const { id: outgoing } = await makeOutgoing();
    for (const _ of [1, 2]) await owner.post(`/api/conversion-goals/${goal}/test`, {});
    await until(
      async () => (await calls('?state=dead')).length,
      (count) => count === 2,
      'The dead letters',
    );
    const [dead] = await calls(`?state=dead&outgoing=${outgoing}`);
    const again = `/api/postbacks/calls/${dead?.id}/send-again`;
    const other = world.app.client();
    await other.signIn((await world.place()).advertiser);
    expect((await other.post(again, {})).status).toBe(404);
    expect((await owner.post<PostbackCall>(again, {})).body.state).toBe('waiting');
    await callWhen(({ id, state }) => id === dead?.id && state === 'delivered');
    expect((await owner.post<ErrorBody>(again, {})).body.code).toBe('NOT_DEAD');
    const all = await owner.post('/api/postbacks/calls/send-again', { outgoing_id: outgoing });
    expect(all.body).toEqual({ sent: 1, more: false });
    await until(
      async () => (await calls('?state=delivered')).length,
      (count) => count === 2,
      'Both calls',
    );
  });

  it('rests after five failures in a row: the others wait, and one tries', async () => {
    listener.answers = [500];
    const goal = await makeGoal();
    const { id } = await makeOutgoing();
    for (let at = 1; at <= 7; at++) {
      await owner.post(`/api/conversion-goals/${goal}/test`, {});
      await until(
        async () =>
          (await calls()).every(
            ({ attempts, due_at }) => attempts === 1 || Date.parse(due_at ?? '') > world.clock.nowMs(),
          ),
        (isTried) => isTried,
        'The attempt',
      );
    }
    expect(listener.heard).toHaveLength(5);
    const { body } = await owner.get<{ outgoing: { id: string; rests_until: string | null }[] }>(
      '/api/postbacks/outgoing',
    );
    expect(body.outgoing.find((each) => each.id === id)?.rests_until).toBe(
      new Date(world.clock.nowMs() + 60_000).toISOString(),
    );
  });

  it('leads to no private address: no byte goes there', async () => {
    const closed = await openPostbacks(openConversions, { allowed: [] });
    try {
      const there = await closed.place();
      const client = closed.app.client();
      await client.signIn(there.advertiser);
      await client.post('/api/postbacks/outgoing', { name: 'Inside', url: `${listener.url}/{click_id}` });
      const { body } = await client.post<ConversionGoal>('/api/conversion-goals', { name: 'Sale' });
      await client.post(`/api/conversion-goals/${body.id}/test`, {});
      const seen = await until(
        async () => (await client.get<PostbackCallList>('/api/postbacks/calls')).body.calls[0],
        (call) => call?.attempts === 1,
        'The attempt',
      );
      expect(seen?.last_error).toBe('address-refused');
      expect(listener.heard).toEqual([]);
    } finally {
      await closed.close();
    }
  });

  it('is refused with what is wrong with it, and its secret is told once', async () => {
    const { secret, id } = await makeOutgoing();
    expect(secret).toMatch(/^ezps_[\w-]{43}$/);
    expect((await owner.get('/api/postbacks/outgoing')).text).not.toContain('ezps_');
    const renewed = await owner.post<{ secret: string }>(`/api/postbacks/outgoing/${id}/secret`, {});
    expect(renewed.body.secret).not.toBe(secret);
    for (const [fields, field] of [
      [{ url: 'ftp://tracker.example/' }, 'url'],
      [{ url: 'https://me:pw@tracker.example/' }, 'url'],
      [{ url: 'https://{click_id}.tracker.example/' }, 'url'],
      [{ url: 'https://tracker.example/?x={cid}' }, 'url'],
      [{ url: `https://tracker.example/${'x'.repeat(2_000)}` }, 'url'],
      [{ goal_id: 'g_zzzz' }, 'goal_id'],
      [{ events: [] }, 'events'],
      [{ name: ' ' }, 'name'],
    ] as const) {
      const { status, body } = await owner.post<ErrorBody>('/api/postbacks/outgoing', {
        name: 'Wrong',
        url: 'https://tracker.example/',
        ...fields,
      });
      expect([fields, status, Object.keys(body.errors ?? {})]).toEqual([fields, 422, [field]]);
    }
    const removed = await owner.delete(`/api/postbacks/outgoing/${id}`);
    expect([removed.status, (await calls()).length]).toEqual([204, 0]);
  });
});
