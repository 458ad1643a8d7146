import { randomBytes } from 'node:crypto';
import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { silentLog } from '../../platform/log';
import {
  createTestDb,
  makeAdvertiser,
  makeAsset,
  makeCampaign,
  makeCreative,
  type TestDb,
  until,
} from '../../testing';
import { testAddresses } from '../../testing/testAddresses';
import { createServing, type Serving } from './createServing';
import { listen, temporaryDir } from './testWorld';

let test_: TestDb;
let data: Awaited<ReturnType<typeof temporaryDir>>;
const servers: { serving: Serving; web: Awaited<ReturnType<typeof listen>> }[] = [];

/** Two servers on one database and one store, as two machines have them. */
beforeAll(async () => {
  test_ = await createTestDb();
  data = await temporaryDir();
  await mkdir(join(data.dir, 'creatives'));
  for (const node of ['n1', 'n2']) {
    const serving = createServing({
      db: test_.db,
      connection: test_.connection,
      dataDir: data.dir,
      log: silentLog,
      tokenKeys: [{ id: 1, secret: randomBytes(32) }],
      tagSource: '"tag"',
      node,
      addresses: testAddresses(),
    });
    await serving.start();
    const web = await listen((req, res) => {
      serving.creatives?.handle(req, res);
      return true;
    });
    servers.push({ serving, web });
  }
});
afterAll(async () => {
  for (const { serving, web } of servers) {
    await web.close();
    await serving.stop();
  }
  await test_.drop();
  await data.remove();
});

async function storedAsset(ownerId: number, given: Parameters<typeof makeAsset>[1] = {}) {
  const asset = await makeAsset(test_.db, { owner_id: ownerId, ...given });
  await writeFile(join(data.dir, 'creatives', `${asset.sha256}.png`), 'a picture');
  return asset;
}

/** What both servers answer a stranger. */
const statuses = async (hash: string) =>
  Promise.all(servers.map(async ({ web }) => (await web.ask(`/creatives/${hash}.png`)).status));
const becomes = (hash: string, status: number) =>
  until(
    () => statuses(hash),
    (answers) => answers.every((answer) => answer === status),
    `${status} of ${hash}`,
  );

test('a file is public on every server from its approval on, and stays so while nobody rejects it', async () => {
  const { id: ownerId } = await makeAdvertiser(test_.db);
  const asset = await storedAsset(ownerId);
  const campaign = await makeCampaign(test_.db, { advertiser_id: ownerId, state: 'in_review' });
  const creative = await makeCreative(test_.db, {
    campaign_id: campaign.id,
    asset_id: asset.id,
    state: 'in_review',
  });
  const { db } = test_;
  const setCampaign = (state: 'in_review' | 'approved' | 'rejected' | 'paused' | 'archived') =>
    db.updateTable('campaign').set({ state }).where('id', '=', campaign.id).execute();
  const setCreative = (state: 'in_review' | 'approved' | 'rejected' | 'archived') =>
    db.updateTable('creative').set({ state }).where('id', '=', creative.id).execute();
  expect(await statuses(asset.sha256)).toEqual([404, 404]);
  // A reviewer who rejects the campaign for another creative finds this one fine.
  await setCampaign('rejected');
  await setCreative('approved');
  await setCreative('in_review');
  for (const { serving } of servers) await serving.refresh();
  expect(await statuses(asset.sha256)).toEqual([404, 404]);
  await setCampaign('approved');
  await setCreative('approved');
  await becomes(asset.sha256, 200);
  for (const state of ['paused', 'archived', 'in_review'] as const) await setCampaign(state);
  for (const state of ['in_review', 'archived'] as const) await setCreative(state);
  for (const { serving } of servers) await serving.refresh();
  expect(await statuses(asset.sha256)).toEqual([200, 200]);
  await setCreative('rejected');
  await becomes(asset.sha256, 404);
});

test('the new file of an edited campaign waits for its own approval', async () => {
  const { id: ownerId } = await makeAdvertiser(test_.db);
  const [before, after] = [await storedAsset(ownerId), await storedAsset(ownerId)];
  const campaign = await makeCampaign(test_.db, { advertiser_id: ownerId });
  await makeCreative(test_.db, { campaign_id: campaign.id, asset_id: before.id });
  await makeCreative(test_.db, { campaign_id: campaign.id, asset_id: after.id, state: 'in_review' });
  await becomes(before.sha256, 200);
  expect(await statuses(after.sha256)).toEqual([404, 404]);
});

test('pictures of a native ad go with it', async () => {
  const { id: ownerId } = await makeAdvertiser(test_.db);
  const picture = await storedAsset(ownerId, { format: 'picture' });
  const unused = await storedAsset(ownerId, { format: 'picture' });
  const url = `/creatives/${picture.sha256}.png`;
  const image = { asset_id: 'a_1', url, width: 300, height: 250 };
  const words = {
    title: 'A',
    body: '',
    call_to_action: '',
    sponsored_by: 'B',
    icon: null,
    click_chain: null,
  };
  const native = await makeAsset(test_.db, {
    owner_id: ownerId,
    format: 'native',
    content_type: 'application/json',
    width: 0,
    height: 0,
    parts: JSON.stringify({ ...words, image }),
  });
  const campaign = await makeCampaign(test_.db, { advertiser_id: ownerId });
  const creative = await makeCreative(test_.db, { campaign_id: campaign.id, asset_id: native.id });
  await becomes(picture.sha256, 200);
  expect(await statuses(unused.sha256)).toEqual([404, 404]);
  const shown = servers[0]?.serving.parts().engine.snapshot.creativesById.get(creative.id)?.content;
  expect(shown).toMatchObject({ parts: { image: { url: `https://files.example${url}` } } });
});

test('the host answers files and its health, and nothing of the app', async () => {
  const [first] = servers;
  const ask = async (path: string) => (await first?.web.ask(path))?.status;
  expect(await ask('/healthz')).toBe(200);
  expect((await first?.web.ask('/robots.txt'))?.text).toContain('Disallow: /serve\n');
  for (const path of [
    '/',
    '/serve?zones=z_1',
    '/tag.js',
    '/frame/z_1',
    '/api/auth/me',
    '/readyz',
    '/metrics',
  ])
    expect([path, await ask(path)]).toEqual([path, 404]);
});
