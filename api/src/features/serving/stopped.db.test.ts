import { randomBytes } from 'node:crypto';
import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { INVALID_REASONS, publicId, type StopKind } from '@ezdash/contracts';
import { sql } from 'kysely';
import { systemClock } from '../../platform/clock';
import { openDb } from '../../platform/db';
import { silentLog } from '../../platform/log';
import { createTestDb, type TestDb } from '../../testing/createTestDb';
import { makeAdmin, makeAdvertiser, makeAsset, makeCampaign, makeCreative } from '../../testing/factories';
import { testAddresses } from '../../testing/testAddresses';
import { until } from '../../testing/until';
import { verify } from '../ledger';
import { createStopsFeature, type StopsFeature } from '../stops';
import { createServing, type Serving } from './createServing';
import { RESERVATION_MS } from './hot/Reservations';
import { readStoppedFiles } from './stoppedFiles.repo';
import { listen, makeWorld, storedEvents, temporaryDir, type World } from './testWorld';

/** Two servers over one database: what an operator stops through one of them is stopped on both. */

jest.setTimeout(120_000);

interface Node {
  serving: Serving;
  web: Awaited<ReturnType<typeof listen>>;
  stop(): Promise<void>;
}

let test_: TestDb;
let data: Awaited<ReturnType<typeof temporaryDir>>;
let world: World;
let nodes: Node[] = [];
let stops: StopsFeature['stops'];
let adminId: number;
/** How far the servers' clocks are ahead. */
let skewMs = 0;
const secret = randomBytes(32);

async function startNode(name: string): Promise<Node> {
  const { db } = openDb(test_.connection, { max: 3 });
  const serving = createServing({
    db,
    connection: test_.connection,
    dataDir: data.dir,
    log: silentLog,
    tokenKeys: [{ id: 1, secret }],
    tagSource: '',
    addresses: testAddresses(),
    node: name,
    nodes: 2,
    now: () => Date.now() + skewMs,
  });
  await serving.start();
  const web = await listen((req, res) => {
    if (!req.url?.startsWith('/creatives/')) return serving.handle(req, res);
    serving.creatives?.handle(req, res);
    return true;
  });
  const stop = async () => {
    await web.close();
    await serving.stop();
    await db.destroy();
  };
  return { serving, web, stop };
}

beforeEach(async () => {
  skewMs = 0;
  test_ = await createTestDb();
  data = await temporaryDir();
  world = await makeWorld(test_.db);
  await sql`UPDATE campaign SET approved_landing_url = landing_url`.execute(test_.db);
  stops = createStopsFeature({ db: test_.db, clock: systemClock, log: silentLog }).stops;
  adminId = (await makeAdmin(test_.db)).id;
  await mkdir(join(data.dir, 'creatives'), { recursive: true });
  await writeFile(join(data.dir, 'creatives', await fileName()), 'png');
  nodes = await Promise.all(['a', 'b'].map(startNode));
});
afterEach(async () => {
  await Promise.all(nodes.map((node) => node.stop()));
  await test_.drop();
  await data.remove();
});

const ROWS: Readonly<Record<StopKind, () => number>> = {
  campaign: () => world.campaignId,
  creative: () => world.creativeId,
  property: () => world.propertyId,
  zone: () => world.zoneId,
};
const put = async (kind: StopKind, row = ROWS[kind]()) =>
  (await stops.stop(adminId, { kind, id: publicId(kind, row), reason: 'Swapped' })).stop;

async function fileName(): Promise<string> {
  const { sha256 } = await test_.db
    .selectFrom('creative_asset')
    .innerJoin('creative', 'creative.asset_id', 'creative_asset.id')
    .select('creative_asset.sha256')
    .where('creative.id', '=', world.creativeId)
    .executeTakeFirstOrThrow();
  return `${sha256}.png`;
}

const adOf = async ({ web }: Node) => (await web.serve(`zones=${publicId('zone', world.zoneId)}`))[0];
const untilServed = (node: Node, isServed: boolean) =>
  until(
    () => adOf(node),
    (ad) => ad?.candidates.length === (isServed ? 1 : 0),
    `An ad: ${isServed}`,
  );
const statusOf = async ({ web }: Node, path: string) => {
  const { status, text } = await web.ask(path);
  return [status, status === 410 ? JSON.parse(text).code : null];
};

it.each<[StopKind, string]>([
  ['campaign', 'no-campaign'],
  ['creative', 'no-campaign'],
  ['property', 'stopped'],
  ['zone', 'stopped'],
])(
  'a stopped %s is shown on no server (%s), and on both again when the stop is lifted',
  async (kind, reason) => {
    for (const node of nodes) await untilServed(node, true);
    const { id } = await put(kind);
    for (const node of nodes) expect((await untilServed(node, false))?.reason).toBe(reason);
    await stops.lift(adminId, id, {});
    for (const node of nodes) await untilServed(node, true);
  },
);

it.each<StopKind>(['campaign', 'creative'])(
  'clicks on what was shown of a stopped %s lead nowhere, and its file is gone, on every server',
  async (kind) => {
    const [first, second] = nodes as [Node, Node];
    const shown = (await untilServed(first, true))?.candidates[0];
    const file = `/creatives/${await fileName()}`;
    for (const node of nodes) expect(await statusOf(node, file)).toEqual([200, null]);
    expect((await first.web.ask(shown?.click ?? '')).status).toBe(302);
    const { id } = await put(kind);
    for (const node of [first, second]) {
      await until(
        () => statusOf(node, file),
        ([status]) => status === 410,
        'The end of the file',
      );
      await until(
        () => statusOf(node, shown?.click ?? ''),
        ([status]) => status === 410,
        'The end of clicks',
      );
      expect(await statusOf(node, file)).toEqual([410, 'AD_STOPPED']);
      expect(await statusOf(node, shown?.click ?? '')).toEqual([410, 'AD_STOPPED']);
      expect((await node.web.ask(file)).headers['cache-control']).toBe('no-store');
    }
    await stops.lift(adminId, id, {});
    for (const node of nodes) {
      await until(
        () => statusOf(node, file),
        ([status]) => status === 200,
        'The file',
      );
      await until(
        () => statusOf(node, shown?.click ?? ''),
        ([status]) => status === 302,
        'Clicks',
      );
    }
  },
);

it('clicks of a stopped campaign lead nowhere while it is in review again', async () => {
  const [node] = nodes as [Node];
  const shown = (await untilServed(node, true))?.candidates[0];
  await put('campaign');
  await sql`UPDATE campaign SET state = 'in_review' WHERE id = ${world.campaignId}`.execute(test_.db);
  const click = await until(
    () => statusOf(node, shown?.click ?? ''),
    ([status]) => status === 410,
    'The end of clicks',
  );
  expect(click).toEqual([410, 'AD_STOPPED']);
});

async function held(): Promise<number> {
  const { rows } = await sql<{ micros: number }>`
    SELECT coalesce(sum(micros), 0)::float8 AS micros FROM budget_lease`.execute(test_.db);
  return rows[0]?.micros ?? 0;
}

it.each<StopKind>(['campaign', 'creative', 'property', 'zone'])(
  'what comes in behind the stop of a %s is kept with its reason and never billed, and nothing stays reserved',
  async (kind) => {
    const [first, second] = nodes as [Node, Node];
    const before = (await untilServed(first, true))?.candidates[0];
    const after = (await untilServed(first, true))?.candidates[0];
    await first.web.ask(before?.impression ?? '', { method: 'POST' });
    await put(kind);
    for (const node of nodes) await untilServed(node, false);
    for (const node of [first, second]) await node.web.ask(after?.impression ?? '', { method: 'POST' });
    for (const { serving } of nodes) await serving.drain();
    const events = await storedEvents(test_.db, world.campaignId);
    expect(events.map((event) => event.invalid_reason)).toEqual([0, INVALID_REASONS.stopped]);
    expect(events[0]?.price_micros).toBeGreaterThan(0n);
    expect(events[1]?.price_micros).toBe(0n);
    expect((await verify(test_.db)).differences).toEqual([]);
    // What was decided waits for its impression as ever; then servers that leave give all of it back, as after a pause.
    skewMs += RESERVATION_MS + 1_000;
    for (const node of nodes) await adOf(node);
    await Promise.all(nodes.map((node) => node.stop()));
    nodes = [];
    expect(await held()).toBe(0);
    expect((await verify(test_.db)).differences).toEqual([]);
  },
);

describe('stopped files', () => {
  /** A campaign of its own owner that shows these bytes. */
  async function showing(asset: Parameters<typeof makeAsset>[1], state: 'approved' | 'in_review') {
    const owner = await makeAdvertiser(test_.db);
    const campaign = await makeCampaign(test_.db, {
      advertiser_id: owner.id,
      approved_landing_url: state === 'approved' ? 'https://example.test/' : null,
      state,
    });
    const { id } = await makeAsset(test_.db, { ...asset, owner_id: owner.id });
    const creative = await makeCreative(test_.db, { campaign_id: campaign.id, asset_id: id, state });
    return { campaign: campaign.id, creative: creative.id };
  }
  const hash = () => randomBytes(32).toString('hex');
  const isStopped = async (sha256: string) => (await readStoppedFiles(test_.db)).has(sha256);

  it('of a campaign go with it, unless another that was approved shows the same', async () => {
    const sha256 = hash();
    const { campaign } = await showing({ sha256 }, 'approved');
    await showing({ sha256 }, 'in_review');
    await put('campaign', campaign);
    expect(await isStopped(sha256)).toBe(true);
    const other = await showing({ sha256 }, 'approved');
    expect(await isStopped(sha256)).toBe(false);
    await put('creative', other.creative);
    expect(await isStopped(sha256)).toBe(true);
  });

  it('hold the pictures of a native ad, unless somebody else shows them', async () => {
    const picture = hash();
    const native = (sha256: string) => ({
      sha256,
      format: 'native' as const,
      content_type: 'application/json',
      width: 0,
      height: 0,
      parts: { title: 'Shoes', image: { url: `/creatives/${picture}.png` }, icon: null },
    });
    const { creative } = await showing(native(hash()), 'approved');
    await put('creative', creative);
    expect(await isStopped(picture)).toBe(true);
    await showing(native(hash()), 'approved');
    expect(await isStopped(picture)).toBe(false);
  });
});
