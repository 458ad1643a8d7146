import { publicId } from '@ezdash/contracts';
import { sql } from 'kysely';
import { Registry } from 'prom-client';
import { until } from '../../testing';
import { verify } from '../ledger';
import { IAB_SCHEMA, vastProblems } from './hot/vast/testSchemas';
import { openServing, type TestServing } from './testServing';
import { makeWorld, storedEvents, type World } from './testWorld';

let opened: TestServing;
let world: World;
let zone: string;

beforeAll(async () => {
  opened = await openServing(
    async ({ db }) => {
      world = await makeWorld(db);
      await sql`UPDATE zone SET kind = 'video', width = 640, height = 360 WHERE id = ${world.zoneId}`.execute(
        db,
      );
      await sql`UPDATE creative_asset a SET format = 'video', content_type = 'video/mp4', width = 1280, height = 720,
          parts = ${JSON.stringify({ duration_ms: 20_000, bitrate_kbps: 1_500 })}
        FROM creative c WHERE c.asset_id = a.id AND c.id = ${world.creativeId}`.execute(db);
    },
    { publisher: { name: 'EzDash', origin: 'https://ads.example' } },
  );
  zone = publicId('zone', world.zoneId);
});
afterAll(() => opened.close());

const pathOf = (document: string, kind: string) =>
  new RegExp(`https://ads\\.example(/${kind}/[\\w-]{84})`).exec(document)?.[1] ?? 'missing';
const watched = async () => {
  await opened.serving.drain();
  const { rows } = await sql<{ event: number; times: bigint }>`
    SELECT event, sum(times)::int8 AS times FROM video_hourly WHERE zone_id = ${world.zoneId}
    GROUP BY event ORDER BY event`.execute(opened.test.db);
  return rows.map(({ event, times }) => [event, Number(times)]);
};

test('a video is shown, watched and paid once; how far it was watched is kept by the hour', async () => {
  const { status, text } = await opened.web.ask(`/vast/${zone}`);
  expect([status, text.includes('<Duration>00:00:20</Duration>')]).toEqual([200, true]);
  expect(text).toMatch(/width="1280" height="720" bitrate="1500"/);
  for (let time = 0; time < 2; time += 1) {
    expect((await opened.web.ask(pathOf(text, 'e/i'))).status).toBe(204);
    expect((await opened.web.ask(pathOf(text, 'e/v'))).status).toBe(204);
    for (const event of ['start', 'firstQuartile', 'midpoint'])
      expect((await opened.web.ask(pathOf(text, `vast/e/${event}`))).status).toBe(204);
  }
  expect(await watched()).toEqual([
    [1, 1],
    [2, 1],
    [3, 1],
  ]);
  const counted = (await storedEvents(opened.test.db, world.campaignId)).filter(
    (event) => event.invalid_reason === 0,
  );
  expect(counted.map(({ kind, price_micros }) => [kind, price_micros])).toEqual([
    [1, 2_000n],
    [2, 0n],
  ]);
  expect((await verify(opened.test.db)).differences).toEqual([]);
});

test('what another view adds is added to the hour, and waits while the database is away', async () => {
  await sql`ALTER TABLE video_hourly RENAME TO video_hourly_away`.execute(opened.test.owner);
  const { text } = await opened.web.ask(`/vast/${zone}`);
  expect((await opened.web.ask(pathOf(text, 'vast/e/start'))).status).toBe(204);
  await opened.serving.drain();
  await sql`ALTER TABLE video_hourly_away RENAME TO video_hourly`.execute(opened.test.owner);
  expect(await watched()).toEqual([
    [1, 2],
    [2, 1],
    [3, 1],
  ]);
});

test('what its publisher blocks is in no document, and is again when it is taken back', async () => {
  const { db } = opened.test;
  const showsAd = async () => (await opened.web.ask(`/vast/${zone}`)).text.includes('<InLine>');
  expect(await showsAd()).toBe(true);
  await sql`INSERT INTO property_block (property_id, kind, creative_id, created_at)
    VALUES (${world.propertyId}, 'creative', ${world.creativeId}, now())`.execute(db);
  await until(showsAd, (shows) => !shows, 'The block');
  await sql`DELETE FROM property_block`.execute(opened.test.owner);
  await until(showsAd, (shows) => shows, 'The end of the block');
});

test('every document is valid as it is served', async () => {
  const served = [await opened.web.ask(`/vast/${zone}`), await opened.web.ask('/vast/z_zzzzzz')];
  expect(served.map(({ status, text }) => [status, text.includes('<InLine>')])).toEqual([
    [200, true],
    [404, false],
  ]);
  for (const { text } of served) {
    expect(await vastProblems(text)).toEqual([]);
    if (IAB_SCHEMA) expect(await vastProblems(text, IAB_SCHEMA)).toEqual([]);
  }
});

test('players are in the metrics', async () => {
  const registry = new Registry();
  opened.serving.registerMetrics(registry);
  await opened.web.ask('/vast/none?code=303');
  await opened.web.ask(pathOf((await opened.web.ask(`/vast/${zone}`)).text, 'vast/e/error'));
  const text = await registry.metrics();
  expect(text).toMatch(/ezdash_video_events_total\{event="start"\} 2/);
  expect(text).toMatch(/ezdash_video_errors_total\{code="303"\} 1/);
  expect(text).toMatch(/ezdash_video_errors_total\{code="900"\} 1/);
});
