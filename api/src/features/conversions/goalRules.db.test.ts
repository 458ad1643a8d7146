import type { ConversionGoal, ConversionGoalKey, ConversionList, ErrorBody } from '@ezdash/contracts';
import { sql } from 'kysely';
import type { TestClient } from '../../testing';
import { type ConversionWorld, openConversions, type Place } from './testConversions';
import type { ToldConversion } from './told';

let world: ConversionWorld;
let place: Place;
let owner: TestClient;
let stranger: TestClient;
const told: ToldConversion[] = [];

beforeAll(async () => {
  world = await openConversions({ tell: async (_trx, each) => void told.push(each) });
});
afterAll(() => world.close());
beforeEach(async () => {
  told.length = 0;
  place = await world.place();
  owner = world.app.client();
  await owner.signIn(place.advertiser);
  stranger = world.app.client();
});

const GOALS = '/api/conversion-goals';
const create = (fields: object = {}) => owner.post<ConversionGoal>(GOALS, { name: 'Sale', ...fields });
const makeGoal = async (fields: object = {}) => (await create(fields)).body.id;
const keyOf = async (goal: string) => (await owner.get<ConversionGoalKey>(`${GOALS}/${goal}/key`)).body.key;
const report = (fields: Record<string, string>, client = stranger) =>
  client.get<{ status?: string; code?: string }>(`/postback?${new URLSearchParams(fields)}`);
const listed = async (goal: string) =>
  (await owner.get<ConversionList>(`${GOALS}/${goal}/conversions`)).body.conversions.map(
    ({ verdict, value_micros }) => [verdict, value_micros],
  );
/** Conversions in the hours of this owner's campaign. */
async function counted(): Promise<number> {
  const { rows } = await sql<{
    sum: number;
  }>`SELECT coalesce(sum(conversions), 0)::int AS sum FROM rollup_hourly
    WHERE campaign_id = ${place.campaignId}`.execute(world.test.db);
  return rows[0]?.sum ?? 0;
}

describe('what a conversion is worth', () => {
  it.each([
    ['none', 5_000_000, [0, 0]],
    ['fixed', 5_000_000, [5_000_000, 5_000_000]],
    ['dynamic', 5_000_000, [12_500_000, 5_000_000]],
    ['dynamic', null, [12_500_000, 0]],
  ])('%s with %p', async (value_kind, value_micros, [reported, unsaid]) => {
    const goal = await makeGoal({ value_kind, value_micros });
    await report({ goal, click_id: await world.click(place), value: '12.5' });
    await report({ goal, click_id: await world.click(place) });
    expect(await listed(goal)).toEqual([
      ['attributed', unsaid],
      ['attributed', reported],
    ]);
  });

  it('fixed needs an amount, also later', async () => {
    const made = await create({ value_kind: 'fixed' });
    expect([made.status, (made.body as unknown as ErrorBody).errors]).toEqual([
      422,
      { value_micros: ['Say what a conversion is worth'] },
    ]);
    const goal = await makeGoal({ value_kind: 'fixed', value_micros: 1 });
    expect((await owner.patch(`${GOALS}/${goal}`, { value_micros: null })).status).toBe(422);
    expect((await owner.patch(`${GOALS}/${goal}`, { value_micros: null, value_kind: 'none' })).status).toBe(
      200,
    );
  });
});

describe('a repetition of what counts', () => {
  const twice = async (goal: string, click: string, values: [string, string], tx = 'A-1') => {
    const statuses = [];
    for (const value of values)
      statuses.push((await report({ goal, click_id: click, value, tx })).body.status);
    return statuses;
  };

  it('is rejected: kept, never counted', async () => {
    const goal = await makeGoal();
    expect(await twice(goal, await world.click(place), ['1', '2'])).toEqual(['recorded', 'duplicate']);
    expect(await listed(goal)).toEqual([
      ['duplicate', 2_000_000],
      ['attributed', 1_000_000],
    ]);
    expect(await counted()).toBe(1);
  });

  it('brings a new value, but none without the key over one with it', async () => {
    const goal = await makeGoal({ repeats: 'update' });
    const click = await world.click(place);
    await twice(goal, click, ['1', '2']);
    expect((await listed(goal)).at(-1)).toEqual(['attributed', 2_000_000]);
    const key = await keyOf(goal);
    const other = await world.click(place);
    await report({ goal, click_id: other, value: '3', key });
    await report({ goal, click_id: other, value: '900' });
    expect(await listed(goal)).toContainEqual(['attributed', 3_000_000]);
    // Without a value it says nothing of it.
    await report({ goal, click_id: other, key });
    expect(await listed(goal)).toContainEqual(['attributed', 3_000_000]);
    await report({ goal, click_id: other, value: '4', key });
    expect(await listed(goal)).toContainEqual(['attributed', 4_000_000]);
    expect(await counted()).toBe(2);
  });

  it('counts too where the goal says so; with once a click it cannot', async () => {
    const goal = await makeGoal({ repeats: 'new', duplicates: 'every' });
    expect(await twice(goal, await world.click(place), ['1', '2'])).toEqual(['recorded', 'recorded']);
    expect(await counted()).toBe(2);
    expect(told.map(({ event }) => event)).toEqual(['approved', 'approved']);
    const [{ click_id = '' } = {}] = (await owner.get<ConversionList>(`${GOALS}/${goal}/conversions`)).body
      .conversions;
    await report({ goal, click_id, tx: 'A-1', status: 'rejected', key: await keyOf(goal) });
    expect(await counted()).toBe(0);
    expect((await create({ repeats: 'new' })).status).toBe(422);
  });
});

describe('the key', () => {
  it('before opens for as long as was said, then no more', async () => {
    const goal = await makeGoal({ requires_key: true });
    const old = await keyOf(goal);
    const { body } = await owner.post<ConversionGoalKey>(`${GOALS}/${goal}/key`, { overlap_hours: 1 });
    expect(body.key).not.toBe(old);
    const answer = async (key: string) =>
      (await report({ goal, click_id: await world.click(place), key })).body;
    expect((await answer(old)).status).toBe('recorded');
    expect((await answer(body.key)).status).toBe('recorded');
    world.clock.advance(3_600_000);
    expect((await answer(old)).code).toBe('WRONG_KEY');
    expect((await answer(body.key)).status).toBe('recorded');
  });

  it('before opens nothing when nothing was said, and two steps back never', async () => {
    const goal = await makeGoal({ requires_key: true });
    const first = await keyOf(goal);
    const renew = (body: object) => owner.post<ConversionGoalKey>(`${GOALS}/${goal}/key`, body);
    await renew({});
    const answer = async (key: string) =>
      (await report({ goal, click_id: await world.click(place), key })).body.code;
    expect(await answer(first)).toBe('WRONG_KEY');
    await renew({ overlap_hours: 24 });
    await renew({ overlap_hours: 24 });
    expect(await answer(first)).toBe('WRONG_KEY');
    expect((await renew({ overlap_hours: 169 })).status).toBe(422);
  });
});

it('reports come from allowed addresses alone; a pixel from anywhere', async () => {
  const goal = await makeGoal({ allowed_addresses: ['203.0.113.0/24', '2001:db8::1'] });
  const from = async (address: string) => {
    const server = world.app.client();
    server.setHeader('X-Forwarded-For', address);
    return (await report({ goal, click_id: await world.click(place) }, server)).body;
  };
  expect((await from('203.0.113.77')).status).toBe('recorded');
  expect((await from('2001:db8::1')).status).toBe('recorded');
  expect((await from('198.51.100.1')).code).toBe('ADDRESS_NOT_ALLOWED');
  expect((await create({ allowed_addresses: ['203.0.113.0/33'] })).status).toBe(422);
  expect((await create({ allowed_addresses: Array(21).fill('203.0.113.1') })).status).toBe(422);
});

describe('a status', () => {
  it('pending counts nothing, and holds no place for what is approved later', async () => {
    const goal = await makeGoal();
    const click = await world.click(place);
    await report({ goal, click_id: click, status: 'lead' });
    expect([await listed(goal), await counted()]).toEqual([[['pending', 0]], 0]);
    await report({ goal, click_id: click, status: 'sale' });
    expect((await listed(goal)).map(([verdict]) => verdict)).toEqual(['attributed', 'pending']);
    expect(await counted()).toBe(1);
    expect(told.map(({ event }) => event)).toEqual(['pending', 'approved']);
  });

  it('rejected takes a counted one out, with the key alone, and once', async () => {
    const goal = await makeGoal();
    const click = await world.click(place);
    const key = await keyOf(goal);
    await report({ goal, click_id: click });
    expect((await report({ goal, click_id: click, status: 'rejected' })).body.code).toBe('KEY_REQUIRED');
    expect(await counted()).toBe(1);
    await report({ goal, click_id: click, status: 'rejected', key });
    expect([await listed(goal), await counted()]).toEqual([[['rejected', 0]], 0]);
    await report({ goal, click_id: click, status: 'rejected', key });
    expect(await counted()).toBe(0);
    expect(told.map(({ event }) => event)).toEqual(['approved', 'rejected']);
    // What was rejected by mistake may be approved again.
    await report({ goal, click_id: click, status: 'approved' });
    expect(await counted()).toBe(1);
  });

  it('rejected settles what still waits for its click', async () => {
    const goal = await makeGoal();
    const visit = world.decide();
    const key = await keyOf(goal);
    await report({ goal, click_id: visit.decisionId, key });
    await report({ goal, click_id: visit.decisionId, status: 'rejected', key });
    await world.happen(place, visit, 'impression');
    await world.happen(place, visit, 'click');
    await world.feature.settler.settle();
    expect((await listed(goal)).map(([verdict]) => verdict)).toEqual(['rejected', 'rejected']);
    expect(await counted()).toBe(0);
  });

  it('of somebody else’s click says nothing of it, and takes nothing out', async () => {
    const goal = await makeGoal();
    const other = await world.place();
    const click = await world.click(other);
    const key = await keyOf(goal);
    await report({ goal, click_id: click, status: 'rejected', key });
    expect((await listed(goal)).map(([verdict]) => verdict)).toEqual(['other-advertiser']);
    expect(told).toEqual([]);
  });

  it('that nobody knows reports a conversion', async () => {
    const goal = await makeGoal();
    await report({ goal, click_id: await world.click(place), status: 'deposit' });
    expect((await listed(goal)).map(([verdict]) => verdict)).toEqual(['attributed']);
  });
});
