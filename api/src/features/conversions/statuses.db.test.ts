import {
  type ConversionGoal,
  type ConversionGoalKey,
  type ConversionList,
  EVENT_KINDS,
  INVALID_REASONS,
  rowId,
} from '@ezdash/contracts';
import { sql } from 'kysely';
import { inTransaction } from '../../platform/db';
import { type TestClient, until } from '../../testing';
import { verify } from '../ledger';
import { findClick, settleConversion } from './conversions.repo';
import { type ConversionWorld, openConversions, type Place, uuidAt, type Visit } from './testConversions';
import type { ToldConversion } from './told';

const MINUTE_MS = 60_000;
const DAY_MS = 24 * 60 * MINUTE_MS;

let world: ConversionWorld;
let place: Place;
let owner: TestClient;
let goal: string;
let key: string;
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
  await makeGoal();
});

const GOALS = '/api/conversion-goals';
async function makeGoal(fields: object = {}): Promise<void> {
  goal = (await owner.post<ConversionGoal>(GOALS, { name: 'Sale', ...fields })).body.id;
  key = (await owner.get<ConversionGoalKey>(`${GOALS}/${goal}/key`)).body.key;
}
const report = async (click: string, fields: Record<string, string> = {}) =>
  (
    await world.app
      .client()
      .get<{ status?: string }>(`/postback?${new URLSearchParams({ goal, click_id: click, ...fields })}`)
  ).body.status;
const reject = (click: string, fields: object = {}) => report(click, { status: 'rejected', key, ...fields });
/** Newest first. */
const verdicts = async () =>
  (await owner.get<ConversionList>(`${GOALS}/${goal}/conversions`)).body.conversions.map(
    ({ verdict }) => verdict,
  );
const events = () => told.map(({ event }) => event);
async function counted(): Promise<number> {
  const { rows } = await sql<{
    sum: number;
  }>`SELECT coalesce(sum(conversions), 0)::int AS sum FROM rollup_hourly
    WHERE campaign_id = ${place.campaignId}`.execute(world.test.db);
  return rows[0]?.sum ?? 0;
}
async function comes(visit: Visit): Promise<void> {
  await world.happen(place, visit, 'impression');
  await world.happen(place, visit, 'click');
}

describe('a pending report', () => {
  it('said again is a repetition: one row, told once', async () => {
    const click = await world.click(place);
    const answers = [];
    for (const _ of [1, 2, 3]) answers.push(await report(click, { status: 'pending' }));
    expect(answers).toEqual(['recorded', 'duplicate', 'duplicate']);
    expect(await verdicts()).toEqual(['duplicate', 'duplicate', 'pending']);
    expect(events()).toEqual(['pending']);
  });

  it('said at once by several is kept once', async () => {
    const click = await world.click(place);
    await Promise.all([1, 2, 3, 4].map(() => report(click, { status: 'pending' })));
    expect((await verdicts()).filter((verdict) => verdict === 'pending')).toHaveLength(1);
    expect(events()).toEqual(['pending']);
  });

  it('of a click that anybody may have invented is told nobody', async () => {
    await report(uuidAt(world.clock.nowMs() - MINUTE_MS), { status: 'pending' });
    expect([await verdicts(), events()]).toEqual([['pending'], []]);
  });

  it('that comes too late is late, and told nobody', async () => {
    await makeGoal({ window_days: 1 });
    const click = await world.click(place);
    world.clock.advance(3 * DAY_MS);
    await report(click, { status: 'pending' });
    expect([await verdicts(), events()]).toEqual([['late'], []]);
  });
});

describe('a rejection', () => {
  it('takes out what counts, also behind the window', async () => {
    await makeGoal({ window_days: 1 });
    const click = await world.click(place);
    await report(click);
    world.clock.advance(3 * DAY_MS);
    expect(await reject(click)).toBe('recorded');
    expect([await verdicts(), await counted(), events()]).toEqual([
      ['rejected'],
      0,
      ['approved', 'rejected'],
    ]);
  });

  it('said again is a repetition, also after it was approved in between', async () => {
    const click = await world.click(place);
    for (const _ of [1, 2]) {
      await report(click);
      expect([await reject(click), await reject(click)]).toEqual(['recorded', 'duplicate']);
    }
    expect(await verdicts()).toEqual(['duplicate', 'rejected', 'duplicate', 'rejected']);
    expect([await counted(), events()]).toEqual([0, ['approved', 'rejected', 'approved', 'rejected']]);
  });

  it.each([
    ['whose click had not come', 'no-click'],
    ['whose click waited for its impression', 'invalid-click'],
  ])('holds for what was given up, %s, when the click comes after all', async (_what, given) => {
    const visit = world.decide(MINUTE_MS);
    if (given === 'invalid-click') await world.happen(place, visit, 'click');
    await report(visit.decisionId, { key });
    world.clock.advance(11 * MINUTE_MS);
    await world.feature.settler.settle();
    expect(await verdicts()).toEqual([given]);
    await reject(visit.decisionId);
    if (given === 'invalid-click') await world.happen(place, visit, 'impression');
    else await comes(visit);
    await world.feature.settler.settle();
    expect([await verdicts(), await counted()]).toEqual([['rejected', 'rejected'], 0]);
  });

  it('finds what is settled at this very moment', async () => {
    const { db } = world.test;
    const visit = world.decide(MINUTE_MS);
    await report(visit.decisionId, { key });
    await comes(visit);
    const { id } = await db
      .selectFrom('conversion')
      .select('id')
      .where('goal_id', '=', rowId('conversionGoal', goal) ?? 0)
      .executeTakeFirstOrThrow();
    const rejected = await inTransaction(db, async (trx) => {
      const click = await findClick(trx, visit.decisionId, new Date(visit.decidedAtMs));
      await settleConversion(trx, id, 'attributed', click);
      const running = reject(visit.decisionId);
      const waits = async () =>
        (
          await sql`SELECT FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock'`.execute(
            db,
          )
        ).rows.length;
      await until(waits, (count) => count > 0, 'the rejection behind the row');
      return { running };
    });
    expect(await rejected.running).toBe('recorded');
    expect(await verdicts()).toEqual(['rejected']);
  });

  it('is told, too, when the click itself turns out not to count', async () => {
    const click = await world.click(place);
    await report(click);
    await sql`UPDATE ad_event SET invalid_reason = ${INVALID_REASONS.sivt}
      WHERE decision_id = ${click}::uuid AND kind = ${EVENT_KINDS.click}`.execute(world.test.db);
    expect(await world.feature.settler.withdraw()).toBe(1);
    expect([await verdicts(), await counted()]).toEqual([['invalid-click'], 0]);
    expect(told).toMatchObject([
      { event: 'approved', ownerId: place.advertiser.id },
      { event: 'rejected', ownerId: place.advertiser.id, goalId: rowId('conversionGoal', goal) },
    ]);
  });

  it('leaves the books as they are', async () => {
    const click = await world.click(place);
    await report(click);
    await reject(click);
    const { differences } = await verify(world.test.db);
    expect(differences.filter(({ subject }) => subject.includes(`campaign ${place.campaignId} `))).toEqual(
      [],
    );
  });
});
