import {
  type ConversionGoal,
  type ConversionList,
  type ConversionVerdict,
  conversionList,
  INVALID_REASONS,
} from '@ezdash/contracts';
import { sql } from 'kysely';
import { silentLog } from '../../platform/log';
import type { TestClient } from '../../testing';
import { createCampaignsFeature } from '../campaigns';
import { reverseInvalidTraffic } from '../events';
import { verify } from '../ledger';
import { createSettler } from './createSettler';
import { type ConversionWorld, openConversions, type Place } from './testConversions';

const SECOND_MS = 1_000;
const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;
const DAY_MS = 24 * HOUR_MS;
const GOALS = '/api/conversion-goals';

let world: ConversionWorld;
let place: Place;
let client: TestClient;

beforeAll(async () => {
  world = await openConversions();
});
afterAll(() => world.close());
beforeEach(async () => {
  place = await world.place();
  client = world.app.client();
  await client.signIn(place.advertiser);
});
/** Whatever a test does, the figures are what the conversions say. */
afterEach(async () => {
  expect((await verify(world.test.db)).differences).toEqual([]);
});

const makeGoal = async (fields: object = {}) =>
  (await client.post<ConversionGoal>(GOALS, { name: 'Sale', ...fields })).body.id;

async function report(goal: string, clickId: string, more = ''): Promise<unknown> {
  const { status, body } = await world.app
    .client()
    .get(`/postback?goal=${goal}&click_id=${clickId}&value=4.99${more}`);
  expect(status).toBe(200);
  return (body as { status: unknown }).status;
}

const listed = async (goal: string, query = '') =>
  conversionList.parse((await client.get<ConversionList>(`${GOALS}/${goal}/conversions${query}`)).body);
/** Newest first. */
const verdicts = async (goal: string): Promise<ConversionVerdict[]> =>
  (await listed(goal)).conversions.map(({ verdict }) => verdict);

async function counted(campaignId = place.campaignId): Promise<[string, number][]> {
  const { rows } = await sql<{ hour: Date; conversions: bigint }>`
    SELECT hour, sum(conversions)::int8 AS conversions FROM rollup_hourly
    WHERE campaign_id = ${campaignId} AND conversions <> 0 GROUP BY hour
    HAVING sum(conversions) <> 0 ORDER BY hour`.execute(world.test.db);
  return rows.map(({ hour, conversions }) => [hour.toISOString(), Number(conversions)]);
}
/** What another node runs. */
const openSettler = () =>
  createSettler({
    db: world.test.db,
    clock: world.clock,
    log: silentLog,
    rawEventDays: 93,
    onVerdict: () => {},
  });
const hourNow = () => new Date(Math.floor(world.clock.nowMs() / HOUR_MS) * HOUR_MS).toISOString();

describe('a conversion', () => {
  it('is attributed to its click and counted once, in the hour it was reported in', async () => {
    const goal = await makeGoal();
    const clickId = await world.click(place, 3 * HOUR_MS);
    expect(await report(goal, clickId, '&tx=order-17')).toBe('recorded');
    expect(await counted()).toEqual([[hourNow(), 1]]);
    expect((await listed(goal)).conversions).toEqual([
      {
        id: expect.stringMatching(/^cv_/),
        click_id: clickId,
        tx: 'order-17',
        value_micros: 4_990_000,
        value_unknown: false,
        price_micros: 0,
        source: 'postback',
        verdict: 'attributed',
        received_at: world.clock.now().toISOString(),
        clicked_at: new Date(world.clock.nowMs() - 3 * HOUR_MS + SECOND_MS).toISOString(),
        campaign: { id: expect.stringMatching(/^c_/), name: expect.any(String) },
      },
    ]);
    const { body } = await client.get<ConversionGoal>(`${GOALS}/${goal}`);
    expect(body.last_received_at).toBe(world.clock.now().toISOString());
  });

  it('shows in its campaign’s figures', async () => {
    const goal = await makeGoal();
    await report(goal, await world.click(place));
    const { list } = createCampaignsFeature({ db: world.test.db, clock: world.clock });
    const month = {
      from: '2026-11-01',
      to: '2026-11-30',
      start: new Date('2026-11-01T00:00:00Z'),
      end: new Date('2026-12-01T00:00:00Z'),
      days: [],
    };
    const { campaigns: found } = await list.after(place.advertiser.id, month, { limit: 10 });
    expect(found.map(({ figures }) => [figures.clicks, figures.conversions])).toEqual([[1, 1]]);
  });

  it.each<[string, object, string, number]>([
    ['as reported', {}, '&', 4_990_000],
    ['as reported, not by the default', { value_micros: 1_000_000 }, '&', 4_990_000],
  ])('is worth %s', async (_title, fields, more, micros) => {
    const goal = await makeGoal(fields);
    await report(goal, await world.click(place), more);
    expect((await listed(goal)).conversions[0]?.value_micros).toBe(micros);
  });

  it.each([
    [2_500_000, 2_500_000],
    [null, 0],
  ])('without a value is worth the goal’s: %p', async (value_micros, micros) => {
    const goal = await makeGoal({ value_micros });
    const clickId = await world.click(place);
    await world.app.client().get(`/postback?goal=${goal}&click_id=${clickId}`);
    expect((await listed(goal)).conversions[0]?.value_micros).toBe(micros);
  });

  it('is late beyond the window, and not counted', async () => {
    const goal = await makeGoal({ window_days: 7 });
    expect(await report(goal, await world.click(place, 7 * DAY_MS + SECOND_MS))).toBe('recorded');
    expect(await report(goal, await world.click(place, 7 * DAY_MS + 2 * SECOND_MS))).toBe('recorded');
    expect(await verdicts(goal)).toEqual(['late', 'attributed']);
    expect(await counted()).toEqual([[hourNow(), 1]]);
    expect((await listed(goal, '?verdict=late')).conversions).toMatchObject([
      { verdict: 'late', campaign: { id: expect.any(String) }, clicked_at: expect.any(String) },
    ]);
  });

  it('of a click that was not counted is not counted either', async () => {
    const goal = await makeGoal();
    const visit = world.decide();
    await world.happen(place, visit, 'impression');
    await world.happen(place, visit, 'click', { invalidReason: INVALID_REASONS.expired });
    await report(goal, visit.decisionId);
    expect(await verdicts(goal)).toEqual(['invalid-click']);
    expect(await counted()).toEqual([]);
  });

  it('of a click that nobody made does not wait for it when none can come', async () => {
    const goal = await makeGoal({ window_days: 1 });
    await report(goal, world.decide(3 * DAY_MS).decisionId);
    expect(await verdicts(goal)).toEqual(['no-click']);
  });

  it('of another advertiser’s click is not attributed, and tells nothing of it', async () => {
    const other = await world.place();
    const goal = await makeGoal();
    const theirs = await world.click(other);
    const nobodys = world.decide().decisionId;
    expect(await report(goal, theirs)).toBe('recorded');
    expect(await report(goal, nobodys)).toBe('recorded');
    // Not even that somebody has counted it before.
    expect(await report(goal, theirs)).toBe('recorded');
    expect(await verdicts(goal)).toEqual(['other-advertiser', 'waiting', 'other-advertiser']);
    const { conversions } = await listed(goal, '?verdict=other-advertiser');
    for (const each of conversions) expect([each.campaign, each.clicked_at]).toEqual([null, null]);
    expect([await counted(), await counted(other.campaignId)]).toEqual([[], []]);
    const { rows } = await sql<{
      places: bigint;
    }>`SELECT count(campaign_id) + count(zone_id) AS places FROM conversion
      WHERE verdict = 'other-advertiser'`.execute(world.test.db);
    expect(rows[0]?.places).toBe(0n);
  });

  it('is listed page by page', async () => {
    const goal = await makeGoal();
    const ids = [];
    for (let count = 0; count < 53; count += 1) {
      ids.unshift(world.decide(40 * DAY_MS).decisionId);
      await report(goal, ids[0] ?? '');
    }
    const first = await listed(goal);
    const second = await listed(goal, `?before=${first.next}`);
    expect([first.conversions.length, second.conversions.length, second.next]).toEqual([50, 3, null]);
    expect([...first.conversions, ...second.conversions].map(({ click_id }) => click_id)).toEqual(ids);
    expect((await client.get(`${GOALS}/${goal}/conversions?before=c_1000`)).status).toBe(422);
    expect((await client.get(`${GOALS}/${goal}/conversions?verdict=none`)).status).toBe(422);
  });
});

describe('repetitions', () => {
  it('of a click count once, whatever their transaction', async () => {
    const goal = await makeGoal();
    const clickId = await world.click(place);
    expect(await report(goal, clickId, '&tx=1')).toBe('recorded');
    expect(await report(goal, clickId, '&tx=2')).toBe('duplicate');
    expect(await report(goal, await world.click(place), '&tx=1')).toBe('recorded');
    expect(await verdicts(goal)).toEqual(['attributed', 'duplicate', 'attributed']);
    expect(await counted()).toEqual([[hourNow(), 2]]);
  });

  it('of a transaction count once where every one counts', async () => {
    const goal = await makeGoal({ duplicates: 'every' });
    const clickId = await world.click(place);
    expect(await report(goal, clickId, '&tx=1')).toBe('recorded');
    expect(await report(goal, clickId, '&tx=2')).toBe('recorded');
    expect(await report(goal, clickId, '&tx=1')).toBe('duplicate');
    expect(await report(goal, await world.click(place), '&tx=1')).toBe('duplicate');
    expect(await counted()).toEqual([[hourNow(), 2]]);
  });

  it('are each goal’s own', async () => {
    const goals = [await makeGoal(), await makeGoal()];
    const clickId = await world.click(place);
    for (const goal of goals) expect(await report(goal, clickId)).toBe('recorded');
    expect(await counted()).toEqual([[hourNow(), 2]]);
  });

  it('do not count what did not count before', async () => {
    const goal = await makeGoal({ window_days: 1 });
    const clickId = await world.click(place, 2 * DAY_MS);
    for (let turn = 0; turn < 2; turn += 1) expect(await report(goal, clickId)).toBe('recorded');
    expect(await verdicts(goal)).toEqual(['late', 'late']);
    await client.patch(`${GOALS}/${goal}`, { window_days: 30 });
    expect(await report(goal, clickId)).toBe('recorded');
    expect((await verdicts(goal))[0]).toBe('attributed');
    expect(await counted()).toEqual([[hourNow(), 1]]);
  });

  it.each(['once', 'every'])('at the same moment count once (%s)', async (duplicates) => {
    const goal = await makeGoal({ duplicates });
    const clickIds = await Promise.all([1, 2, 3].map(() => world.click(place)));
    const answers = await Promise.all(
      Array.from({ length: 60 }, (_, turn) => report(goal, clickIds[turn % 3] ?? '', `&tx=${turn % 3}`)),
    );
    expect(answers.filter((status) => status === 'recorded')).toHaveLength(3);
    expect(answers.filter((status) => status === 'duplicate')).toHaveLength(57);
    expect(await counted()).toEqual([[hourNow(), 3]]);
  });
});

describe('a conversion that comes before its click', () => {
  beforeEach(async () => {
    // Whatever waits since an earlier test.
    world.clock.advance(HOUR_MS);
    await world.feature.settler.settle();
  });

  it('waits for it, durably, and is counted in its own hour', async () => {
    const goal = await makeGoal();
    const visit = world.decide();
    expect(await report(goal, visit.decisionId)).toBe('recorded');
    expect(await report(goal, visit.decisionId)).toBe('duplicate');
    const hour = hourNow();
    expect([await world.feature.settler.settle(), await counted()]).toEqual([0, []]);
    world.clock.advance(9 * MINUTE_MS);
    await world.happen(place, visit, 'impression');
    await world.happen(place, visit, 'click');
    expect(await world.feature.settler.settle()).toBe(1);
    expect(await counted()).toEqual([[hour, 1]]);
    expect(await verdicts(goal)).toEqual(['duplicate', 'attributed']);
    expect((await listed(goal)).conversions[1]).toMatchObject({ campaign: { id: expect.any(String) } });
    expect(await report(goal, visit.decisionId)).toBe('duplicate');
  });

  it('waits also for the impression that the click overtook', async () => {
    const goal = await makeGoal();
    const visit = world.decide();
    await world.happen(place, visit, 'click');
    await report(goal, visit.decisionId);
    expect([await world.feature.settler.settle(), await verdicts(goal)]).toEqual([0, ['waiting']]);
    await world.happen(place, visit, 'impression');
    expect(await world.feature.settler.settle()).toBe(1);
    expect([await verdicts(goal), await counted()]).toEqual([['attributed'], [[hourNow(), 1]]]);
  });

  it('is given up after ten minutes', async () => {
    const goal = await makeGoal();
    const [none, unshown] = [world.decide(), world.decide()];
    await world.happen(place, unshown, 'click');
    await report(goal, none.decisionId);
    await report(goal, unshown.decisionId);
    world.clock.advance(10 * MINUTE_MS - 1);
    expect(await world.feature.settler.settle()).toBe(0);
    world.clock.advance(1);
    expect(await world.feature.settler.settle()).toBe(2);
    expect(await verdicts(goal)).toEqual(['invalid-click', 'no-click']);
    expect([await world.feature.settler.settle(), await counted()]).toEqual([0, []]);
  });

  it('is somebody else’s when the click turns out to be', async () => {
    const other = await world.place();
    const goal = await makeGoal();
    const visit = world.decide();
    await report(goal, visit.decisionId);
    await world.happen(other, visit, 'impression');
    await world.happen(other, visit, 'click');
    expect(await world.feature.settler.settle()).toBe(1);
    expect([await verdicts(goal), await counted(other.campaignId)]).toEqual([['other-advertiser'], []]);
  });

  it('is counted once by nodes that settle at once', async () => {
    const goal = await makeGoal();
    const visits = Array.from({ length: 12 }, () => world.decide());
    await Promise.all(visits.map(({ decisionId }) => report(goal, decisionId)));
    for (const visit of visits) {
      await world.happen(place, visit, 'impression');
      await world.happen(place, visit, 'click');
    }
    const other = openSettler().settle;
    const settled = await Promise.all([
      world.feature.settler.settle(),
      other(),
      world.feature.settler.settle(),
      other(),
    ]);
    expect(settled.reduce((sum, count) => sum + count, 0)).toBe(12);
    expect(await counted()).toEqual([[hourNow(), 12]]);
  });

  it('is settled while the server runs, without being asked', async () => {
    const goal = await makeGoal();
    const settler = openSettler();
    settler.start();
    try {
      const visit = world.decide();
      await report(goal, visit.decisionId);
      await world.happen(place, visit, 'impression');
      await world.happen(place, visit, 'click');
      const endsMs = Date.now() + 10_000;
      while ((await verdicts(goal))[0] === 'waiting' && Date.now() < endsMs)
        await new Promise((resolve) => setTimeout(resolve, 50));
      expect(await verdicts(goal)).toEqual(['attributed']);
    } finally {
      await settler.stop();
    }
  });
});

describe('later', () => {
  it('a conversion is taken back when its click is found to be invalid, and may be reported again', async () => {
    const goal = await makeGoal();
    const [clickId, kept] = [await world.click(place), await world.click(place)];
    await report(goal, clickId);
    await report(goal, kept);
    const hour = hourNow();
    world.clock.advance(20 * DAY_MS);
    const selection = { decisionIds: [clickId] };
    await reverseInvalidTraffic(
      world.test.db,
      { reason: 'sivt', selection, by: 'tests', why: 'A farm of phones' },
      { now: world.clock.nowMs },
    );
    expect(await world.feature.settler.withdraw()).toBe(0);
    expect([await verdicts(goal), await counted()]).toEqual([['attributed', 'invalid-click'], [[hour, 1]]]);
    expect(await report(goal, clickId)).toBe('recorded');
    expect((await verdicts(goal))[0]).toBe('invalid-click');
  });

  it('what never counted is dropped, what was counted stays', async () => {
    const goal = await makeGoal();
    const clickId = await world.click(place);
    await report(goal, clickId);
    await report(goal, clickId);
    await report(goal, world.decide(40 * DAY_MS).decisionId);
    world.clock.advance(93 * DAY_MS);
    expect((await verdicts(goal)).length).toBe(3);
    world.clock.advance(1);
    expect(await world.feature.settler.forget()).toBeGreaterThanOrEqual(2);
    expect(await verdicts(goal)).toEqual(['attributed']);
  });
});
