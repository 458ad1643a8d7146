import {
  CONVERSION_GOALS,
  type ConversionGoal,
  type ConversionGoalKey,
  type ConversionGoalList,
  conversionGoal,
  type ErrorBody,
} from '@ezdash/contracts';
import { sql } from 'kysely';
import { inTransaction } from '../../platform/db';
import { type MadeUser, makeAdvertiser, makePublisher, type TestClient } from '../../testing';
import { type ConversionWorld, openConversions } from './testConversions';

const PATH = '/api/conversion-goals';
let world: ConversionWorld;
let owner: MadeUser;
let client: TestClient;

beforeAll(async () => {
  world = await openConversions();
});
afterAll(() => world.close());
beforeEach(async () => {
  owner = await makeAdvertiser(world.test.db);
  client = world.app.client();
  await client.signIn(owner);
});

const make = async (fields: object = {}) =>
  (await client.post<ConversionGoal>(PATH, { name: 'Sale', ...fields })).body;
const refusal = (body: ErrorBody) => [body.code, body.errors];

it('is made with what fits most, listed and shown', async () => {
  const { status, body } = await client.post<ConversionGoal>(PATH, { name: 'Sale' });
  expect(status).toBe(201);
  expect(conversionGoal.parse(body)).toEqual({
    id: body.id,
    name: 'Sale',
    window_days: 30,
    duplicates: 'once',
    value_kind: 'dynamic',
    value_micros: null,
    repeats: 'reject',
    pixel: false,
    requires_key: false,
    allowed_addresses: [],
    old_key_until: null,
    state: 'active',
    created_at: world.clock.now().toISOString(),
    last_received_at: null,
    postback_url: `http://ads.test/postback?goal=${body.id}&click_id={click_id}&value={value}`,
    pixel_url: null,
  });
  const second = await make({ name: 'Sign-up', pixel: true, duplicates: 'every', value_micros: 2_500_000 });
  expect(second.pixel_url).toBe(
    `http://ads.test/pixel/${second.id}.gif?click_id={click_id}&value={value}&tx={tx}`,
  );
  expect((await client.get<ConversionGoalList>(PATH)).body.goals).toEqual([second, body]);
  expect((await client.get(`${PATH}/${body.id}`)).body).toEqual(body);
});

it('is changed, but for how it counts repetitions', async () => {
  const goal = await make();
  const changed = await client.patch<ConversionGoal>(`${PATH}/${goal.id}`, {
    name: 'Sale abroad',
    window_days: 7,
    value_micros: 1_000_000,
    requires_key: true,
    state: 'archived',
    duplicates: 'every',
  });
  expect([changed.status, changed.body]).toEqual([
    200,
    {
      ...goal,
      name: 'Sale abroad',
      window_days: 7,
      value_micros: 1_000_000,
      requires_key: true,
      state: 'archived',
      postback_url: `${goal.postback_url}&key={key}`,
    },
  ]);
  const back = await client.patch<ConversionGoal>(`${PATH}/${goal.id}`, { value_micros: null });
  expect(back.body).toMatchObject({ value_micros: null, window_days: 7, duplicates: 'once' });
});

it('keeps a key that only the owner sees, until it is renewed', async () => {
  const { id } = await make();
  const first = (await client.get<ConversionGoalKey>(`${PATH}/${id}/key`)).body.key;
  expect(first.length).toBeGreaterThanOrEqual(32);
  expect((await client.get<ConversionGoalKey>(`${PATH}/${id}/key`)).body.key).toBe(first);
  const second = (await client.post<ConversionGoalKey>(`${PATH}/${id}/key`)).body.key;
  expect(second).not.toBe(first);
  expect((await client.get<ConversionGoalKey>(`${PATH}/${id}/key`)).body.key).toBe(second);
  const { rows } = await sql<{ row: string }>`SELECT g::text AS row FROM conversion_goal g`.execute(
    world.test.db,
  );
  const stored = rows.map(({ row }) => row).join();
  for (const key of [first, second]) {
    expect(stored).not.toContain(key);
    expect(stored).not.toContain(Buffer.from(key).toString('hex'));
  }
});

it('is nobody else’s: neither another advertiser’s nor a publisher’s', async () => {
  const { id } = await make();
  const others = world.app.client();
  await others.signIn(await makeAdvertiser(world.test.db));
  const calls = [
    others.get<ErrorBody>(`${PATH}/${id}`),
    others.patch<ErrorBody>(`${PATH}/${id}`, { name: 'Mine' }),
    others.get<ErrorBody>(`${PATH}/${id}/key`),
    others.post<ErrorBody>(`${PATH}/${id}/key`),
    others.get<ErrorBody>(`${PATH}/${id}/conversions`),
    others.get<ErrorBody>(`${PATH}/g_zzzzzzzz`),
    others.get<ErrorBody>(`${PATH}/c_1000/key`),
  ];
  for (const { status, body } of await Promise.all(calls))
    expect([status, body.code]).toEqual([404, 'NO_SUCH_GOAL']);
  expect((await others.get<ConversionGoalList>(PATH)).body.goals).toEqual([]);
  const publisher = world.app.client();
  await publisher.signIn(await makePublisher(world.test.db));
  expect((await publisher.get<ErrorBody>(PATH)).body.code).toBe('WRONG_ROLE');
});

it('has no window beyond the clicks that are kept', async () => {
  const short = await openConversions({ rawEventDays: 31 });
  try {
    const other = short.app.client();
    await other.signIn(await makeAdvertiser(short.test.db));
    const made = await other.post<ConversionGoal>(PATH, { name: 'Sale' });
    expect(made.body.window_days).toBe(29);
    const most = await other.post<ConversionGoal>(PATH, { name: 'Sale', window_days: 29 });
    expect(most.status).toBe(201);
    const text = 'Clicks are kept for so long that at most 29 days can be counted';
    const refused = await other.post<ErrorBody>(PATH, { name: 'Sale', window_days: 30 });
    expect([refused.status, ...refusal(refused.body)]).toEqual([
      422,
      'INVALID_INPUT',
      { window_days: [text] },
    ]);
    const changed = await other.patch<ErrorBody>(`${PATH}/${made.body.id}`, { window_days: 30 });
    expect(refusal(changed.body)).toEqual(['INVALID_INPUT', { window_days: [text] }]);
    other.setHeader('Accept-Language', 'de');
    const german = await other.post<ErrorBody>(PATH, { name: 'Sale', window_days: 30 });
    expect(german.body.errors?.window_days).toEqual([
      'Klicks werden so lange aufbewahrt, dass höchstens 29 Tage gezählt werden können',
    ]);
  } finally {
    await short.close();
  }
});

it('cannot ask a page for its key', async () => {
  const both = await client.post<ErrorBody>(PATH, { name: 'Sale', pixel: true, requires_key: true });
  expect([both.status, Object.keys(both.body.errors ?? {})]).toEqual([422, ['pixel']]);
  const { id } = await make({ pixel: true });
  const later = await client.patch<ErrorBody>(`${PATH}/${id}`, { requires_key: true });
  expect([later.status, Object.keys(later.body.errors ?? {})]).toEqual([422, ['pixel']]);
  const instead = await client.patch<ConversionGoal>(`${PATH}/${id}`, { requires_key: true, pixel: false });
  expect(instead.body).toMatchObject({ requires_key: true, pixel: false });
});

it('names every field that is wrong', async () => {
  const { status, body } = await client.post<ErrorBody>(PATH, {
    name: ' ',
    window_days: 91,
    value_micros: -1,
    duplicates: 'twice',
    pixel: 'yes',
  });
  expect([status, Object.keys(body.errors ?? {}).sort()]).toEqual([
    422,
    ['duplicates', 'name', 'pixel', 'value_micros', 'window_days'],
  ]);
});

it('is one of a hundred at most, also when many are made at once', async () => {
  const { db } = world.test;
  await sql`INSERT INTO conversion_goal (advertiser_id, name, window_days, duplicates, pixel, requires_key)
    SELECT ${owner.id}, 'Sale', 30, 'once', false, false FROM generate_series(3, ${CONVERSION_GOALS.most})`.execute(
    db,
  );
  const made = await Promise.all(
    Array.from({ length: 5 }, () => client.post<ErrorBody>(PATH, { name: 'Sale' })),
  );
  expect(made.map(({ status }) => status).sort()).toEqual([201, 201, 409, 409, 409]);
  expect(made.find(({ status }) => status === 409)?.body.code).toBe('TOO_MANY_GOALS');
});

it('goes with its owner’s account, and tells nothing any more', async () => {
  const { db } = world.test;
  const { goals } = world.feature;
  const place = await world.place(owner);
  const { id } = await make({ name: 'Wedding rings', duplicates: 'every' });
  const clickId = await world.click(place);
  const address = `/postback?goal=${id}&click_id=${clickId}&tx=order-of-jane`;
  expect((await client.get(address)).body).toEqual({ status: 'recorded' });
  expect(await goals.exportOf(owner.id)).toMatchObject([{ id, name: 'Wedding rings', duplicates: 'every' }]);
  for (let run = 0; run < 2; run += 1) await inTransaction(db, (trx) => goals.forget(trx, owner.id));
  const { rows } = await sql<{ row: string }>`SELECT g::text AS row FROM conversion_goal g
    UNION ALL SELECT c::text FROM conversion c`.execute(db);
  expect(rows.map(({ row }) => row).join()).not.toMatch(/Wedding|jane/);
  expect((await client.get<ErrorBody>(address)).body.code).toBe('GOAL_ARCHIVED');
  expect((await client.get<ErrorBody>(`${PATH}/${id}/key`)).status).toBe(404);
});
