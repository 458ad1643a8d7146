import { POSTBACK_LOG } from '@ezdash/contracts';
import { sql } from 'kysely';
import { silentLog } from '../../platform/log';
import { makeAdvertiser } from '../../testing';
import type { ReportEntry } from '../conversions';
import { type ConversionWorld, openConversions } from '../conversions/testConversions';
import { verify } from '../ledger';
import { playConversions } from './demoConversions';

const HOUR_MS = 3_600_000;
const CLICKS = 120;
let world: ConversionWorld;

beforeAll(async () => {
  world = await openConversions();
});
afterAll(() => world.close());

it('the shop of the demo reports orders and sign-ups of its clicks, and its campaigns show them', async () => {
  const { db } = world.test;
  const shop = await makeAdvertiser(db, {
    email: 'advertiser@demo.test',
    created_at: new Date(world.clock.nowMs() - 2 * CLICKS * HOUR_MS),
  });
  const place = await world.place(shop);
  await world.clicks(
    place,
    Array.from({ length: CLICKS }, (_, hour) => (hour + 1) * HOUR_MS),
  );
  const noted: ReportEntry[] = [];
  const reported = await playConversions({
    db,
    clock: world.clock,
    log: silentLog,
    secret: 'a secret of the tests, long enough for anybody',
    appUrl: 'http://ads.test',
    rawEventDays: 93,
    note: (entry) => noted.push(entry),
  });
  expect(reported).toBeGreaterThan(5);
  const { rows } = await sql<{ verdict: string; source: string; count: number; last: Date }>`
    SELECT verdict, source, count(*)::int AS count, max(received_at) AS last FROM conversion GROUP BY 1, 2`.execute(
    db,
  );
  expect(rows.reduce((sum, { count }) => sum + count, 0)).toBe(reported);
  expect(new Set(rows.map(({ source }) => source))).toEqual(new Set(['postback', 'pixel']));
  for (const { verdict, last } of rows) {
    expect(['attributed', 'duplicate']).toContain(verdict);
    expect(last.getTime()).toBeLessThanOrEqual(world.clock.nowMs());
  }
  const attributed = rows.filter(({ verdict }) => verdict === 'attributed');
  const shown = await sql<{ sum: number }>`SELECT sum(conversions)::int AS sum FROM rollup_hourly`.execute(
    db,
  );
  expect(shown.rows[0]?.sum).toBe(attributed.reduce((sum, { count }) => sum + count, 0));
  // The log says what came in of the days that it keeps.
  const since = new Date(world.clock.nowMs() - POSTBACK_LOG.keptDays * 24 * HOUR_MS);
  const kept = await sql<{ count: number }>`
    SELECT count(*)::int AS count FROM conversion WHERE received_at >= ${since}`.execute(db);
  expect(noted).toHaveLength(kept.rows[0]?.count ?? 0);
  expect(noted.map(({ receivedAt }) => receivedAt >= since)).not.toContain(false);
  expect(noted.find(({ source }) => source === 'postback')).toMatchObject({
    status: 200,
    verdict: 'attributed',
  });
  const { goals } = await world.feature.goals.list(shop.id);
  expect(goals.map(({ name, pixel }) => [name, pixel])).toEqual([
    ['Newsletter', true],
    ['Order', false],
  ]);
  expect((await verify(db)).differences).toEqual([]);
});
