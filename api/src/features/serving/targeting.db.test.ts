import { setTimeout as pause } from 'node:timers/promises';
import { publicId, type Targeting } from '@ezdash/contracts';
import { sql } from 'kysely';
import { openServing, type TestServing } from './testServing';
import { insertCampaign, makeWorld, type World } from './testWorld';

let opened: TestServing;
let world: World;

beforeAll(async () => {
  opened = await openServing(async ({ db }) => {
    world = await makeWorld(db);
  });
});
afterAll(() => opened.close());

const ask = async (query = '', headers?: Record<string, string>) => {
  const [ad] = await opened.web.serve(`zones=${publicId('zone', world.zoneId)}&test=1${query}`, headers);
  return ad?.candidates[0]?.campaign ?? ad?.reason;
};
const campaign = () => publicId('campaign', world.campaignId);

async function until(answer: () => Promise<unknown>, wanted: unknown): Promise<void> {
  for (let tries = 0; tries < 200 && (await answer()) !== wanted; tries += 1) await pause(50);
  expect(await answer()).toBe(wanted);
}
const setTargeting = (targeting: Partial<Targeting>) =>
  sql`UPDATE campaign SET targeting = ${JSON.stringify(targeting)}::jsonb WHERE id = ${world.campaignId}`.execute(
    opened.test.db,
  );
const only = <Value>(...include: Value[]) => ({ include, exclude: [] });

test('what a campaign targets is followed without another reading of everything', async () => {
  // The first reading behind the start is the listener's.
  await until(
    async () => opened.serving.stats().keeper.listening && opened.serving.stats().keeper.refreshes >= 2,
    true,
  );
  const { refreshes } = opened.serving.stats().keeper;
  const steps: [Partial<Targeting>, string][] = [
    [{ languages: only('pl') }, 'no-language'],
    [{ browsers: only('safari' as const) }, 'no-client'],
    [{ os: only({ name: 'windows' as const, min: '11', max: null }) }, 'no-client'],
    [{ regions: only('DE-BY') }, 'no-region'],
    [{ keywords: only('shoes') }, 'no-keyword'],
    [{ ip_ranges: only('203.0.113.0/24') }, 'no-ip'],
    [{ categories: only('sports' as const) }, 'no-placement'],
    [{ zones: { include: [], exclude: [publicId('zone', world.zoneId)] } }, 'no-placement'],
  ];
  const headers = { 'accept-language': 'de-DE,de;q=0.9' };
  for (const [targeting, reason] of steps) {
    await setTargeting(targeting);
    await until(() => ask('', headers), reason);
  }
  await setTargeting({ keywords: only('shoes'), ip_ranges: only('85.214.0.0/16'), languages: only('de') });
  await until(() => ask('&kw=Running,Shoes', headers), campaign());
  expect(await ask('', headers)).toBe('no-keyword');
  await setTargeting({});
  await until(() => ask(), campaign());
  // Everything is read once a minute, whatever happens.
  expect(opened.serving.stats().keeper.refreshes).toBeLessThanOrEqual(refreshes + 1);
  expect(opened.serving.stats().keeper.changes).toBeGreaterThanOrEqual(steps.length);
});

test('a new campaign joins the auction, one that is paused or deleted leaves it', async () => {
  const { refreshes } = opened.serving.stats().keeper;
  const { campaignId } = await insertCampaign(opened.test.db, world.advertiserId, { bidMicros: 9_000_000 });
  await until(() => ask(), publicId('campaign', campaignId));
  await sql`UPDATE campaign SET state = 'paused' WHERE id = ${campaignId}`.execute(opened.test.db);
  await until(() => ask(), campaign());
  await sql`UPDATE campaign SET state = 'approved' WHERE id = ${campaignId}`.execute(opened.test.db);
  await until(() => ask(), publicId('campaign', campaignId));
  await sql`DELETE FROM creative WHERE campaign_id = ${campaignId}`.execute(opened.test.db);
  await until(() => ask(), campaign());
  // Everything is read once a minute, whatever happens.
  expect(opened.serving.stats().keeper.refreshes).toBeLessThanOrEqual(refreshes + 1);
});

test('a publisher’s blocks and floor are followed, and nothing but the zones is read', async () => {
  const { refreshes } = opened.serving.stats().keeper;
  const block = (blocks: object) =>
    sql`UPDATE property SET blocks = ${JSON.stringify(blocks)}::jsonb WHERE id = ${world.propertyId}`.execute(
      opened.test.db,
    );
  await block({ advertisers: [world.advertiserId] });
  await until(() => ask(), 'blocked');
  await block({ creatives: [world.creativeId] });
  await until(() => ask(), 'blocked');
  await block({});
  await until(() => ask(), campaign());
  await sql`UPDATE zone SET floor_micros = 900000000 WHERE id = ${world.zoneId}`.execute(opened.test.db);
  await until(() => ask(), 'below-floor');
  await sql`UPDATE zone SET floor_micros = 0 WHERE id = ${world.zoneId}`.execute(opened.test.db);
  await until(() => ask(), campaign());
  // Everything is read once a minute, whatever happens.
  expect(opened.serving.stats().keeper.refreshes).toBeLessThanOrEqual(refreshes + 1);
});

test('what was shown before counts against a limit, also after a start', async () => {
  const limit = (most: number | null) =>
    sql`UPDATE campaign SET impression_limit = ${most} WHERE id = ${world.campaignId}`.execute(
      opened.test.db,
    );
  const show = async () => {
    const [ad] = await opened.web.serve(`zones=${publicId('zone', world.zoneId)}`);
    expect((await opened.web.ask(ad?.candidates[0]?.impression ?? '')).status).toBe(204);
  };
  await show();
  await show();
  await opened.serving.drain();
  await limit(2);
  await until(() => ask(), 'budget');
  await limit(3);
  await until(() => ask(), campaign());
  await show();
  expect(await ask()).toBe('budget');
  await opened.serving.drain();
  await opened.serving.refresh();
  expect(await ask()).toBe('budget');
  await limit(null);
  await until(() => ask(), campaign());
});

test('clicks count against a limit of them, to the click, also after a start', async () => {
  const limit = (most: number | null) =>
    sql`UPDATE campaign SET click_limit = ${most} WHERE id = ${world.campaignId}`.execute(opened.test.db);
  const clicks = async () => {
    await opened.serving.drain();
    const { rows } = await sql<{ clicks: bigint }>`
      SELECT sum(clicks)::int8 AS clicks FROM rollup_hourly WHERE campaign_id = ${world.campaignId}`.execute(
      opened.test.db,
    );
    return Number(rows[0]?.clicks ?? 0n);
  };
  const show = async () => {
    const [ad] = await opened.web.serve(`zones=${publicId('zone', world.zoneId)}`);
    await opened.web.ask(ad?.candidates[0]?.impression ?? '');
    return ad?.candidates[0]?.click ?? '';
  };
  const pages = [await show(), await show(), await show(), await show()];
  const before = await clicks();
  await limit(before + 2);
  await opened.serving.refresh();
  for (const click of pages) expect((await opened.web.ask(click)).status).toBe(302);
  expect(await ask()).toBe('budget');
  expect(await clicks()).toBe(before + 2);
  await opened.serving.refresh();
  expect(await ask()).toBe('budget');
  await limit(before + 3);
  await until(() => ask(), campaign());
  await limit(null);
  await until(() => ask(), campaign());
});

test('a house ad needs no money and pays none; guaranteed comes first, fixed pays its bid', async () => {
  const broke = await makeWorld(opened.test.db, { cashMicros: 0n, bidMicros: 900_000 });
  const house = publicId('campaign', broke.campaignId);
  await sql`UPDATE campaign SET priority = 'house' WHERE id = ${broke.campaignId}`.execute(opened.test.db);
  expect(await ask()).toBe(campaign());
  await sql`UPDATE campaign SET state = 'paused' WHERE id = ${world.campaignId}`.execute(opened.test.db);
  await until(() => ask(), house);
  await sql`UPDATE campaign SET state = 'approved' WHERE id = ${world.campaignId}`.execute(opened.test.db);
  await until(() => ask(), campaign());
  const modest = await insertCampaign(opened.test.db, world.advertiserId, { bidMicros: 1_000_000 });
  await sql`UPDATE campaign SET priority = 'guaranteed', bidding = 'fixed' WHERE id = ${modest.campaignId}`.execute(
    opened.test.db,
  );
  await until(() => ask(), publicId('campaign', modest.campaignId));
});
