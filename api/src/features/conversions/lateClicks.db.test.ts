import type { ConversionGoal } from '@ezdash/contracts';
import { sql } from 'kysely';
import type { Db } from '../../platform/db';
import { silentLog } from '../../platform/log';
import type { TestClient } from '../../testing';
import { verify } from '../ledger';
import { createSettler } from './createSettler';
import { type ConversionWorld, openConversions, type Place, type Visit } from './testConversions';

const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;
const DAY_MS = 24 * HOUR_MS;

let world: ConversionWorld;
let place: Place;
let client: TestClient;

beforeAll(async () => {
  world = await openConversions();
});
afterAll(() => world.close());
beforeEach(async () => {
  await sql`DELETE FROM conversion WHERE verdict = 'waiting'`.execute(world.test.db);
  place = await world.place();
  client = world.app.client();
  await client.signIn(place.advertiser);
});
/** Whatever a test does, the figures are what the conversions say. */
afterEach(async () => {
  expect((await verify(world.test.db)).differences).toEqual([]);
});

const makeGoal = async (fields: object = {}) =>
  (await client.post<ConversionGoal>('/api/conversion-goals', { name: 'Sale', ...fields })).body.id;
async function report(goal: string, clickId: string, more = ''): Promise<unknown> {
  const { status, body } = await world.app.client().get(`/postback?goal=${goal}&click_id=${clickId}${more}`);
  expect(status).toBe(200);
  return (body as { status: unknown }).status;
}
/** In the order of the reports. */
async function verdicts(): Promise<string[]> {
  const { rows } = await sql<{ verdict: string }>`SELECT verdict FROM conversion c
    JOIN conversion_goal g ON g.id = c.goal_id WHERE g.advertiser_id = ${place.advertiser.id}
    ORDER BY c.id`.execute(world.test.db);
  return rows.map(({ verdict }) => verdict);
}
/** Counted conversions by their hour. */
async function counted(): Promise<[string, number][]> {
  const { rows } = await sql<{ hour: Date; conversions: bigint }>`
    SELECT hour, sum(conversions)::int8 AS conversions FROM rollup_hourly WHERE campaign_id = ${place.campaignId}
    GROUP BY hour HAVING sum(conversions) <> 0 ORDER BY hour`.execute(world.test.db);
  return rows.map(({ hour, conversions }) => [hour.toISOString(), Number(conversions)]);
}
const hourNow = () => new Date(Math.floor(world.clock.nowMs() / HOUR_MS) * HOUR_MS).toISOString();
const settle = () => world.feature.settler.settle();
/** What another node runs. */
const settlerOn = (db: Db) =>
  createSettler({ db, clock: world.clock, log: silentLog, rawEventDays: 93, onVerdict: () => {} });
async function clicked(visit: Visit): Promise<void> {
  await world.happen(place, visit, 'impression');
  await world.happen(place, visit, 'click');
}

describe('a conversion that was given up', () => {
  it('counts in its own hour when its click comes after all, however late', async () => {
    const goal = await makeGoal();
    const visit = world.decide();
    expect(await report(goal, visit.decisionId)).toBe('recorded');
    const hour = hourNow();
    world.clock.advance(11 * MINUTE_MS);
    expect([await settle(), await verdicts()]).toEqual([1, ['no-click']]);
    // A node was behind with its journal, for longer than any click lives.
    world.clock.advance(3 * DAY_MS);
    await clicked(visit);
    expect([await verdicts(), await counted()]).toEqual([['waiting'], []]);
    expect([await settle(), await settle()]).toEqual([1, 0]);
    expect([await verdicts(), await counted()]).toEqual([['attributed'], [[hour, 1]]]);
    expect(await report(goal, visit.decisionId)).toBe('duplicate');
  });

  it('counts when the impression of its click comes after all', async () => {
    const goal = await makeGoal();
    const visit = world.decide();
    await world.happen(place, visit, 'click');
    await report(goal, visit.decisionId);
    const hour = hourNow();
    world.clock.advance(11 * MINUTE_MS);
    expect([await settle(), await verdicts()]).toEqual([1, ['invalid-click']]);
    world.clock.advance(DAY_MS);
    await world.happen(place, visit, 'impression');
    expect([await settle(), await verdicts(), await counted()]).toEqual([1, ['attributed'], [[hour, 1]]]);
  });

  it('counts once when it was reported again meanwhile', async () => {
    const goal = await makeGoal();
    const visit = world.decide();
    await report(goal, visit.decisionId);
    world.clock.advance(11 * MINUTE_MS);
    await settle();
    expect(await report(goal, visit.decisionId)).toBe('recorded');
    await clicked(visit);
    await Promise.all([settle(), settlerOn(world.test.db).settle()]);
    await settle();
    expect((await verdicts()).sort()).toEqual(['attributed', 'duplicate']);
    expect((await counted()).map(([, count]) => count)).toEqual([1]);
  });

  it('is late, or nobody’s, when the click that comes says so', async () => {
    const goal = await makeGoal({ window_days: 1 });
    const [old, later] = [world.decide(1.5 * DAY_MS), world.decide()];
    await report(goal, old.decisionId);
    await report(goal, later.decisionId);
    world.clock.advance(11 * MINUTE_MS);
    expect(await settle()).toBe(2);
    await clicked(old);
    await world.happen(place, later, 'impression');
    await world.happen(place, later, 'click', { afterMs: 8 * MINUTE_MS });
    expect(await settle()).toBe(2);
    expect([await verdicts(), await counted()]).toEqual([['late', 'no-click'], []]);
  });
});

it('is not given up by a node that has looked just before the click came in', async () => {
  const goal = await makeGoal();
  const visit = world.decide();
  await report(goal, visit.decisionId);
  world.clock.advance(11 * MINUTE_MS);
  await world.happen(place, visit, 'impression');
  let looks = 0;
  const db: Db = world.test.db.withPlugin({
    transformQuery: ({ node }) => node,
    transformResult: async ({ result }) => {
      // The look that finds no click; the conversion is not held yet.
      if (result.rows.length === 0 && looks === 0) {
        looks += 1;
        await world.happen(place, visit, 'click');
      }
      return result;
    },
  });
  expect([await settlerOn(db).settle(), looks, await verdicts()]).toEqual([0, 1, ['waiting']]);
  expect([await settle(), await verdicts()]).toEqual([1, ['attributed']]);
});

describe('a transaction', () => {
  it('is kept out by none that strangers invent a click for', async () => {
    const goal = await makeGoal({ duplicates: 'every' });
    const invented = [world.decide().decisionId, world.decide().decisionId];
    for (const id of invented) expect(await report(goal, id, '&tx=1000')).toBe('recorded');
    // The same report again waits for the same click.
    expect(await report(goal, invented[0] ?? '', '&tx=1000')).toBe('duplicate');
    expect(await report(goal, await world.click(place), '&tx=1000')).toBe('recorded');
    expect(await verdicts()).toEqual(['waiting', 'waiting', 'duplicate', 'attributed']);
    // From then on it is known.
    expect(await report(goal, world.decide().decisionId, '&tx=1000')).toBe('duplicate');
    expect(await counted()).toEqual([[hourNow(), 1]]);
  });

  it('that was reported several times counts for the earliest that has a click', async () => {
    const goal = await makeGoal({ duplicates: 'every' });
    const [invented, first, second] = [world.decide(), world.decide(), world.decide()];
    for (const { decisionId } of [invented, first, second])
      expect(await report(goal, decisionId, '&tx=7')).toBe('recorded');
    await clicked(second);
    await clicked(first);
    expect(await settle()).toBe(2);
    expect(await verdicts()).toEqual(['waiting', 'attributed', 'duplicate']);
    // One whose click comes later finds it counted.
    await clicked(invented);
    expect(await settle()).toBe(1);
    expect(await verdicts()).toEqual(['duplicate', 'attributed', 'duplicate']);
    expect(await counted()).toEqual([[hourNow(), 1]]);
  });

  it.each(['once', 'every'])('that is reported while it is settled counts once (%s)', async (duplicates) => {
    const goal = await makeGoal({ duplicates });
    const visits = Array.from({ length: 10 }, () => world.decide());
    for (const [index, { decisionId }] of visits.entries()) await report(goal, decisionId, `&tx=${index}`);
    for (const visit of visits) await clicked(visit);
    await Promise.all([
      settle(),
      settlerOn(world.test.db).settle(),
      ...visits.map(({ decisionId }, index) => report(goal, decisionId, `&tx=${index}`)),
    ]);
    await settle();
    const found = await verdicts();
    expect(found.filter((verdict) => verdict === 'attributed')).toHaveLength(10);
    expect(found.filter((verdict) => verdict === 'duplicate')).toHaveLength(found.length - 10);
    expect((await counted()).map(([, count]) => count)).toEqual([10]);
  });
});
