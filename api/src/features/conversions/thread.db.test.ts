import { randomBytes } from 'node:crypto';
import {
  type CampaignList,
  type ConversionGoal,
  type ConversionGoalKey,
  publicId,
  rowId,
} from '@ezdash/contracts';
import { sql } from 'kysely';
import { systemClock } from '../../platform/clock';
import { silentLog } from '../../platform/log';
import { buildApp, createTestDb, makeAdvertiser, type TestApp, type TestDb, until } from '../../testing';
import { createCampaignsFeature } from '../campaigns';
import { balances, verify } from '../ledger';
import { createServing, type Serving } from '../serving';
import { readActionCounts } from '../serving/actionRates';
import { insertCampaign, listen, makeWorld, temporaryDir } from '../serving/testWorld';
import { type ConversionsFeature, createConversionsFeature } from '.';

let test_: TestDb;
let app: TestApp;
let serving: Serving;
let web: Awaited<ReturnType<typeof listen>>;
let data: Awaited<ReturnType<typeof temporaryDir>>;
let feature: ConversionsFeature;

beforeAll(async () => {
  test_ = await createTestDb();
  const { db, connection } = test_;
  data = await temporaryDir();
  serving = createServing({
    db,
    connection,
    dataDir: data.dir,
    log: silentLog,
    tokenKeys: [{ id: 1, secret: randomBytes(32) }],
    tagSource: '"tag"',
  });
  await serving.start();
  web = await listen((req, res) => serving.handle(req, res));
  feature = createConversionsFeature({
    db,
    clock: systemClock,
    log: silentLog,
    secret: 'a secret of the tests, long enough for anybody',
    appUrl: 'http://ads.test',
    rawEventDays: 93,
  });
  const campaigns = createCampaignsFeature({ db, clock: systemClock });
  app = await buildApp({ test: test_, mounts: [...feature.mounts, ...campaigns.mounts] });
});
afterAll(async () => {
  await web.close();
  await app.close();
  await serving.stop();
  await test_.drop();
  await data.remove();
});

it('from the ad on a page over the landing page to the advertiser’s own figures', async () => {
  const { db } = test_;
  const { zoneId } = await makeWorld(db, { cashMicros: 0n });
  const advertiser = await makeAdvertiser(db);
  const { campaignId } = await insertCampaign(db, advertiser.id);
  await serving.refresh();
  const client = app.client();
  await client.signIn(advertiser);
  const goal = (await client.post<ConversionGoal>('/api/conversion-goals', { name: 'Order' })).body;

  const [ad] = await web.serve(`zones=${publicId('zone', zoneId)}&sub=mail-7`);
  const candidate = ad?.candidates[0];
  if (!candidate) throw new Error(`No ad: ${ad?.reason}`);
  expect(candidate.campaign).toBe(publicId('campaign', campaignId));
  expect((await web.ask(candidate.impression)).status).toBe(204);
  const click = await web.ask(candidate.click);
  const clickId = new URL(String(click.headers.location)).searchParams.get('c') ?? '';

  // The shop is quicker than the journal.
  const address = new URL(goal.postback_url.replace('{click_id}', clickId).replace('{value}', '49.90'));
  const report = () => app.client().get(address.pathname + address.search);
  expect((await report()).body).toEqual({ status: 'recorded' });
  await serving.drain();
  await feature.settler.settle();
  expect((await report()).body).toEqual({ status: 'duplicate' });

  const { body } = await client.get<CampaignList>('/api/campaigns');
  expect(
    body.campaigns.map(({ figures }) => [figures.impressions, figures.clicks, figures.conversions]),
  ).toEqual([[1, 1, 1]]);
  // Whoever came by the mailing: by the word on the tag, to the order.
  const bySub = await sql`SELECT word, sum(impressions)::int AS impressions, sum(clicks)::int AS clicks,
      sum(conversions)::int AS conversions
    FROM rollup_hourly JOIN sub_id_word w ON w.id = sub_id WHERE campaign_id = ${campaignId} GROUP BY word`.execute(
    db,
  );
  expect(bySub.rows).toEqual([{ word: 'mail-7', impressions: 1, clicks: 1, conversions: 1 }]);
  expect((await verify(db)).differences).toEqual([]);
});

it('from the ad of a campaign that pays for conversions to the publisher’s earnings, and the ad server knows', async () => {
  const { db } = test_;
  const { zoneId, publisherId } = await makeWorld(db, { cashMicros: 0n, floorMicros: 0 });
  const advertiser = await makeAdvertiser(db);
  const client = app.client();
  await client.signIn(advertiser);
  const wanted = { name: 'Order', requires_key: true };
  const goal = (await client.post<ConversionGoal>('/api/conversion-goals', wanted)).body;
  const { key } = (await client.get<ConversionGoalKey>(`/api/conversion-goals/${goal.id}/key`)).body;
  const { campaignId } = await insertCampaign(db, advertiser.id);
  await db.updateTable('campaign').set({ state: 'paused' }).where('id', '<>', campaignId).execute();
  await db
    .updateTable('campaign')
    .set({
      pricing: 'CPA',
      bid_micros: 5_000_000n,
      // Once something was spent, not even the bid fits any more.
      daily_budget_micros: 5_000_000n,
      goal_ids: [rowId('conversionGoal', goal.id) ?? 0],
    })
    .where('id', '=', campaignId)
    .execute();
  await serving.refresh();
  const ask = async () => (await web.serve(`zones=${publicId('zone', zoneId)}`))[0];

  const candidate = (await ask())?.candidates[0];
  if (!candidate) throw new Error('No ad');
  await web.ask(`/e/i/${candidate.token}`);
  const click = await web.ask(`/e/c/${candidate.token}`);
  const clickId = new URL(String(click.headers.location)).searchParams.get('c') ?? '';
  await serving.drain();
  expect((await balances(db, publisherId)).publisher_pending).toBe(0n);
  // Nobody bids against it: the least eCPM, of which a conversion in 5,000 impressions is expected.
  const price = 250_000n;
  await app.client().get(`/postback?goal=${goal.id}&click_id=${clickId}&key=${encodeURIComponent(key)}`);
  expect((await balances(db, advertiser.id)).advertiser_cash).toBe(100_000_000n - price);
  expect((await balances(db, publisherId)).publisher_pending).toBe((price * 8n) / 10n);
  await until(ask, (ad) => ad?.reason === 'budget', 'the end of the budget');
  expect(await readActionCounts(db, [campaignId])).toEqual(
    new Map([[campaignId, { conversions: 1, impressions: 1 }]]),
  );

  // The last goal goes, and with it the campaign.
  await db
    .updateTable('campaign')
    .set({ daily_budget_micros: 50_000_000n })
    .where('id', '=', campaignId)
    .execute();
  await until(ask, (ad) => ad?.candidates.length === 1, 'a new budget');
  await client.patch(`/api/conversion-goals/${goal.id}`, { state: 'archived' });
  await until(ask, (ad) => ad?.candidates.length === 0, 'the end of the goal');
  expect((await verify(db)).differences).toEqual([]);
});
