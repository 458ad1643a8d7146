import { randomBytes } from 'node:crypto';
import { type CampaignFate, type DecisionReplay, decisionReplay, FATES, publicId } from '@ezdash/contracts';
import { sql } from 'kysely';
import { systemClock } from '../../platform/clock';
import { silentLog } from '../../platform/log';
import { buildApp, createTestDb, makeAdmin, type TestApp, type TestClient, type TestDb } from '../../testing';
import { createServing, type Serving } from '../serving';
import { insertCampaign, listen, makeWorld, temporaryDir, type World } from '../serving/testWorld';
import { createDecisionsFeature, type DecisionsFeature } from '.';

let test_: TestDb;
let serving: Serving;
let decisions: DecisionsFeature;
let app: TestApp;
let admin: TestClient;
let web: Awaited<ReturnType<typeof listen>>;
let data: Awaited<ReturnType<typeof temporaryDir>>;
let world: World;
let rival: World;

beforeAll(async () => {
  test_ = await createTestDb();
  data = await temporaryDir();
  const { db, connection } = test_;
  world = await makeWorld(db, { bidMicros: 5_000_000 });
  rival = await makeWorld(db, { bidMicros: 3_000_000 });
  // Of the same advertiser: nobody sets their own price.
  await insertCampaign(db, world.advertiserId, { bidMicros: 4_000_000 });
  const poor = await insertCampaign(db, rival.advertiserId, { bidMicros: 1_000_000 });
  await sql`UPDATE campaign SET name = 'Below the floor' WHERE id = ${poor.campaignId}`.execute(db);
  const far = await insertCampaign(db, rival.advertiserId, { bidMicros: 9_000_000 });
  await sql`UPDATE campaign SET name = 'Elsewhere', targeting = '{"countries":{"include":["FR"],"exclude":[]}}'
    WHERE id = ${far.campaignId}`.execute(db);
  serving = createServing({
    db,
    connection,
    dataDir: data.dir,
    log: silentLog,
    tokenKeys: [{ id: 1, secret: randomBytes(32) }],
    tagSource: '',
  });
  decisions = createDecisionsFeature({
    db,
    clock: systemClock,
    log: silentLog,
    engine: () => serving.engine(),
  });
  await serving.start();
  serving.parts().engine.tracer.start();
  web = await listen((req, res) => serving.handle(req, res));
  app = await buildApp({ test: test_, mounts: decisions.mounts });
  admin = app.client();
  await admin.signIn(await makeAdmin(db));
});
afterAll(async () => {
  await app.close();
  await web.close();
  await serving.stop();
  await test_.drop();
  await data.remove();
});

const campaignId = (row: number) => publicId('campaign', row);
const zone = () => publicId('zone', world.zoneId);

async function tryTag(query = ''): Promise<string> {
  const [ad] = await web.serve(`zones=${zone()}&test=1${query}`);
  if (!ad?.decision) throw new Error('A trial says which decision it was');
  await decisions.writer.flush();
  return ad.decision;
}
async function look(id: string): Promise<DecisionReplay> {
  const { status, body } = await admin.get(`/api/decisions/${id}`);
  expect(status).toBe(200);
  return decisionReplay.parse(body);
}
const fateOf = (campaigns: readonly CampaignFate[] | undefined, id: string) =>
  campaigns?.find(({ campaign }) => campaign === id)?.fate;

test('a trial is looked into: inputs, answer, and how every campaign fared', async () => {
  const found = await look(await tryTag('&kw=Tea,shoes'));
  expect(found).toMatchObject({ sampled: true, test: true, weight: 0, zone: { id: zone(), name: 'Top' } });
  expect(found.inputs).toMatchObject({
    country: 'DE',
    device: 'desktop',
    os: 'windows',
    browser: 'chrome',
    keywords: ['tea', 'shoes'],
    floor_micros: 2_000_000,
    campaigns: 5,
  });
  const { outcome } = found;
  expect(outcome?.reason).toBeNull();
  expect(outcome?.answer).toHaveLength(1);
  // One micro above the rival's 3 per thousand, in whole micros an impression.
  expect(outcome?.answer[0]).toMatchObject({ campaign: campaignId(world.campaignId), price_micros: 3_001 });
  expect(outcome?.runner_up_ecpm_micros).toBe(3_000_000);
  expect(fateOf(outcome?.campaigns, campaignId(rival.campaignId))).toBe('runner-up');
  expect(outcome?.campaigns.map(({ name, fate }) => [name, fate])).toEqual([
    ['Shoes', 'won'],
    ['Shoes', 'outbid-by-own'],
    ['Shoes', 'runner-up'],
    ['Below the floor', 'below-floor'],
    ['Elsewhere', 'no-country'],
  ]);
  expect(outcome?.fates).toEqual({
    won: 1,
    'outbid-by-own': 1,
    'runner-up': 1,
    'below-floor': 1,
    'no-country': 1,
  });
});

test('made again with nothing changed it comes out the same, then and today', async () => {
  for (let round = 0; round < 5; round += 1) {
    const { outcome, repeated, today } = await look(await tryTag());
    const { same, ...again } = repeated ?? { same: false };
    expect(same).toBe(true);
    expect(again).toEqual(outcome);
    expect(today).toEqual(outcome);
  }
});

test('money is as it was then, campaigns are as they are now, and today is all of today', async () => {
  const id = await tryTag();
  await sql`UPDATE campaign SET daily_budget_micros = 1 WHERE id = ${world.campaignId}`.execute(test_.db);
  await serving.refresh();
  const broke = await look(id);
  expect(broke.repeated?.same).toBe(true);
  expect(fateOf(broke.today?.campaigns, campaignId(world.campaignId))).toBe('budget');
  expect(broke.today?.answer[0]?.campaign).not.toBe(campaignId(world.campaignId));
  await sql`UPDATE campaign SET daily_budget_micros = 100000000, bid_micros = 2500000 WHERE id = ${world.campaignId}`.execute(
    test_.db,
  );
  await serving.refresh();
  const cheap = await look(id);
  expect(cheap.repeated?.same).toBe(false);
  // The other of its account wins, and a rival bids more than it does.
  expect(fateOf(cheap.repeated?.campaigns, campaignId(world.campaignId))).toBe('outbid-by-own');
  expect(fateOf(cheap.outcome?.campaigns, campaignId(world.campaignId))).toBe('won');
  await sql`UPDATE campaign SET bid_micros = 5000000 WHERE id = ${world.campaignId}`.execute(test_.db);
  await serving.refresh();
});

test('a no-fill is looked into as well', async () => {
  await sql`UPDATE property SET blocks = ${JSON.stringify({
    advertisers: [world.advertiserId, rival.advertiserId],
  })}::jsonb WHERE id = ${world.propertyId}`.execute(test_.db);
  await serving.refresh();
  const { outcome, repeated } = await look(await tryTag());
  expect(outcome).toMatchObject({ reason: 'blocked', answer: [], fates: { blocked: 5 } });
  expect(repeated?.same).toBe(true);
  await sql`UPDATE property SET blocks = '{}' WHERE id = ${world.propertyId}`.execute(test_.db);
  await serving.refresh();
});

test('what was decided for people is sampled, and its events are told with it', async () => {
  const [ad] = await web.serve(`zones=${zone()}`);
  expect(ad?.decision).toBeUndefined();
  const candidate = ad?.candidates[0];
  expect((await web.ask(candidate?.impression ?? '')).status).toBe(204);
  await serving.drain();
  await decisions.writer.flush();
  const { rows } = await sql<{ id: string }>`
    SELECT decision_id::text AS id FROM decision_trace WHERE NOT test`.execute(test_.db);
  expect(rows).toHaveLength(1);
  const found = await look(rows[0]?.id ?? '');
  expect(found).toMatchObject({ sampled: true, test: false, weight: 1 });
  expect(found.events).toMatchObject([
    { kind: 'impression', invalid_reason: null, campaign: campaignId(world.campaignId), price_micros: 3_001 },
  ]);
  // Neither the address nor the user agent of the visitor is anywhere.
  const kept = await sql<{ row: string }>`SELECT to_jsonb(t)::text AS row FROM decision_trace t`.execute(
    test_.db,
  );
  for (const { row } of kept.rows) {
    expect(row).not.toContain('85.214.132.117');
    expect(row).not.toContain('Mozilla');
  }
});

test('a decision that was not sampled is told by its events', async () => {
  const [ad] = await web.serve(`zones=${zone()}`);
  expect((await web.ask(ad?.candidates[0]?.impression ?? '')).status).toBe(204);
  await serving.drain();
  await sql`DELETE FROM decision_trace`.execute(test_.db);
  const { rows } = await sql<{ id: string }>`
    SELECT decision_id::text AS id FROM ad_event ORDER BY happened_at DESC LIMIT 1`.execute(test_.db);
  const found = await look(rows[0]?.id ?? '');
  expect(found).toMatchObject({ sampled: false, inputs: null, outcome: null, repeated: null, today: null });
  expect(found.events).toHaveLength(1);
});

test('sums of what was sampled reach the database, trials left out', async () => {
  await decisions.writer.flush();
  await sql`TRUNCATE campaign_fate_hourly, traced_hourly`.execute(test_.owner);
  await tryTag();
  const count = async () =>
    (
      await sql<{ campaign_id: number; fate: number; decisions: bigint }>`
      SELECT campaign_id, fate, decisions FROM campaign_fate_hourly ORDER BY campaign_id`.execute(test_.db)
    ).rows;
  expect(await count()).toEqual([]);
  for (let index = 0; index < 4; index += 1) await web.serve(`zones=${zone()}`);
  await decisions.writer.flush();
  const sums = await sql<{ traces: bigint; decisions: bigint }>`
    SELECT sum(traces)::int8 AS traces, sum(decisions)::int8 AS decisions FROM traced_hourly`.execute(
    test_.db,
  );
  const traced = Number(sums.rows[0]?.decisions);
  // Four of a second are traced each for itself; how many of these follow others in theirs, the clock decides.
  expect(traced).toBeGreaterThanOrEqual(1);
  const mine = (await count()).filter(({ campaign_id }) => campaign_id === world.campaignId);
  expect(mine.reduce((sum, { decisions: each }) => sum + Number(each), 0)).toBe(traced);
  const next = await sql<{ campaign_id: number; rivals: number }>`
    SELECT campaign_id, rivals FROM campaign_fate_hourly WHERE fate = ${FATES['runner-up']}`.execute(
    test_.db,
  );
  expect(next.rows).toEqual([{ campaign_id: rival.campaignId, rivals: 1 << (world.advertiserId % 32) }]);
  const before = await count();
  await decisions.writer.flush();
  expect(await count()).toEqual(before);
});
