import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { INVALID_REASONS, publicId, serveAnswer } from '@ezdash/contracts';
import { sql } from 'kysely';
import { StartError } from '../../startup/StartError';
import { makeAdmin, makeAdvertiser, makePublisher } from '../../testing';
import { startWholeApp, type WholeApp } from '../../testing/startWholeApp';
import { BROWSER, insertCampaign, makeWorld, temporaryDir, type World } from './testWorld';

const OFFICE = '198.51.100.10';
const CENTRE = '192.0.2.10';
let app: WholeApp;
let data: Awaited<ReturnType<typeof temporaryDir>>;
let world: World;

beforeAll(async () => {
  data = await temporaryDir();
  const list = join(data.dir, 'ranges.json');
  await writeFile(list, JSON.stringify({ prefixes: [{ ip_prefix: '192.0.2.0/24' }] }));
  app = await startWholeApp({
    INTERNAL_NETWORKS: '198.51.100.0/24',
    DATA_CENTRE_NETWORKS: list,
    TRAFFIC_LIMITS: 'click=2/h',
  });
  // Without money: another one's campaign is shown.
  world = await makeWorld(app.test.db, { cashMicros: 0n });
}, 120_000);
afterAll(async () => {
  await app.close();
  await data.remove();
});

const ask = (path: string, address: string) =>
  app.client().request(path, { headers: { 'User-Agent': BROWSER, 'X-Forwarded-For': address } });

/** The ad's answer once the index has the zone. */
async function adFor(address: string) {
  for (let attempt = 0; attempt < 100; attempt += 1) {
    const { body } = await ask(`/serve?zones=${publicId('zone', world.zoneId)}`, address);
    const [ad] = serveAnswer.parse(body).ads;
    if (ad && ad.reason !== 'unknown-zone') return ad;
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
  throw new Error('The index never got the zone');
}
async function seeAndClick(address: string): Promise<void> {
  const [candidate] = (await adFor(address)).candidates;
  if (!candidate) throw new Error('No ad');
  await new Promise((resolve) => setTimeout(resolve, 350));
  expect((await ask(candidate.impression, address)).status).toBe(204);
  expect((await ask(candidate.click, address)).status).toBe(302);
}

interface Found {
  kind: number;
  reason: number;
  events: number;
}
/** Everything that is recorded, once so many events are. */
async function recorded(events: number): Promise<Found[]> {
  for (let attempt = 0; ; attempt += 1) {
    const { rows } = await sql<Found>`
      SELECT kind, reason, sum(events)::int AS events FROM (
        SELECT kind, invalid_reason AS reason, 1 AS events FROM ad_event
        UNION ALL SELECT kind, reason, events FROM invalid_hourly
      ) AS every_one GROUP BY 1, 2 ORDER BY 1, 2`.execute(app.test.db);
    if (attempt > 100 || rows.reduce((sum, row) => sum + row.events, 0) >= events) return rows;
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
}

test('owners at work, our office and data centres are told from visitors, and the books say so', async () => {
  const { db } = app.test;
  const [publisher, advertiser, admin, other] = [
    await makePublisher(db),
    await makeAdvertiser(db),
    await makeAdmin(db),
    await makePublisher(db),
  ];
  await sql`UPDATE property SET publisher_id = ${publisher.id} WHERE id = ${world.propertyId}`.execute(db);
  await insertCampaign(db, advertiser.id);
  // Until the index has the new owners.
  await new Promise((resolve) => setTimeout(resolve, 1_500));
  const people = [publisher, advertiser, admin, other];
  for (const [index, user] of people.entries()) {
    const client = app.client();
    client.setHeader('X-Forwarded-For', `203.0.113.${index + 1}`);
    await client.signIn(user);
    expect((await client.get('/api/auth/me')).status).toBe(200);
  }
  for (let index = 0; index < people.length; index += 1) await seeAndClick(`203.0.113.${index + 1}`);
  await seeAndClick(OFFICE);
  expect(await adFor(CENTRE)).toMatchObject({ reason: 'data-centre', candidates: [] });
  // A visitor who clicks once too often.
  for (let time = 0; time < 3; time += 1) await seeAndClick('203.0.113.99');

  const { counted, internal, rate } = INVALID_REASONS;
  expect(await recorded(16)).toEqual([
    { kind: 1, reason: counted, events: 4 },
    { kind: 1, reason: internal, events: 4 },
    { kind: 3, reason: counted, events: 3 },
    { kind: 3, reason: internal, events: 4 },
    { kind: 3, reason: rate, events: 1 },
  ]);
  const { text } = await app.client().get('/metrics');
  expect(text).toContain('ezdash_invalid_events_total{reason="internal"} 8');
  expect(text).toContain('ezdash_invalid_events_total{reason="rate"} 1');
  expect(text).toContain('ezdash_ingested_invalid_total{reason="internal"} 8');
  expect(text).toContain('ezdash_ingested_invalid_total{reason="rate"} 1');
  expect(text).toContain('ezdash_decisions_total{reason="data-centre"} 1');
});

test.each([
  [
    { TRAFFIC_LIMITS: 'clicks=1/m' },
    'TRAFFIC_LIMITS: must name limits of impression, click, same-campaign, such as click=10/m,60/h, not clicks=1/m.',
  ],
  [{ DATA_CENTRE_NETWORKS: 'package.json' }, /^DATA_CENTRE_NETWORKS: .* names no network\.$/],
  [{ GEO_CITY_DATABASE: 'package.json' }, /^GEO_CITY_DATABASE \(.*\) is damaged or not in MaxMind's format/],
  [{ GEO_CITY_DATABASE: 'api' }, /^GEO_CITY_DATABASE \(.*\) cannot be read: EISDIR/],
])('a start with %j ends with a sentence', async (env, sentence) => {
  const error = await startWholeApp(env).catch((thrown: unknown) => thrown);
  expect(error).toBeInstanceOf(StartError);
  expect((error as StartError).message).toMatch(sentence);
});
