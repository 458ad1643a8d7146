import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { CAMPAIGN_IMPORT, type CampaignImportPreview, type ErrorBody } from '@ezdash/contracts';
import { adsTxtTask } from './features/ads-txt/lookAtAdsTxt';
import { createCampaignsFeature } from './features/campaigns';
import { guardOf } from './features/campaigns/testCampaigns';
import { createCreativesFeature } from './features/creatives';
import { BUNDLE, PAGE, zipOf } from './features/creatives/testZip';
import { createMetrics } from './platform/metrics';
import { createWorkPool, type Work, type WorkPool } from './platform/work';
import {
  buildApp,
  createTestDb,
  fakeClock,
  makeAdvertiser,
  type TestApp,
  type TestClient,
  type TestDb,
} from './testing';
import { testAddresses } from './testing/testAddresses';
import { WORKER } from './wireWork';

// The worker reads TypeScript first, and each input is its worst.
jest.setTimeout(240_000);
let test_: TestDb;
let app: TestApp;
let pool: WorkPool;
let client: TestClient;
let dataDir: string;
const metrics = createMetrics({ processFigures: false });

beforeAll(async () => {
  test_ = await createTestDb();
  dataDir = await mkdtemp(path.join(tmpdir(), 'strangers-'));
  // On a busy machine the task gets little of its time: what takes too long is for linearPatterns.test.ts to say.
  pool = createWorkPool({
    ...WORKER,
    folder: path.join(dataDir, 'work'),
    registry: metrics.registry,
    timeoutMs: () => 200_000,
  });
  const { db } = test_;
  const deps = { db, clock: fakeClock('2026-11-21T14:00:00.000Z'), work: watched };
  const mounts = [
    ...createCreativesFeature({ ...deps, dataDir, addresses: testAddresses() }).mounts,
    ...createCampaignsFeature(deps).mounts,
  ];
  app = await buildApp({ test: test_, mounts });
  client = app.client();
  await client.signIn(await makeAdvertiser(db));
});
afterAll(async () => {
  await app.close();
  await pool.stop();
  await test_.drop();
  await rm(dataDir, { recursive: true });
});

/** Enough to stop the server for many turns; how time grows with length is linearPatterns.test.ts's. */
const MOST = 300_000;
const filled = (part: string) => part.repeat(Math.floor(MOST / part.length));
const PARTS = [
  '<script ',
  'open ( ',
  'fetch ',
  '.src = ',
  'url( ',
  '@import url( ',
  '\\',
  '<!--',
  '<!----!>',
  '<meta ',
  '/*',
  '<div>',
  '<a b="',
  '&#',
  'xmlns:',
  'srcset=,',
  'image-set(',
];
const CELLS = ['"', ',', "'=", ' ', '\r', 'x,'];

const send = async <Body>(by: TestClient, address: string, file: Buffer, type: string) =>
  by.request<Body>(address, {
    method: 'POST',
    headers: { ...(await guardOf(by)), 'Content-Type': type },
    body: new Uint8Array(file),
  });

/** Turns of the event loop while a task is under way. Work on this thread would have left room for one or two. */
const LEAST_TURNS = 5;
let fewestTurns = Number.POSITIVE_INFINITY;
const watched: Work = {
  async run(...args) {
    let turns = 0;
    let isOver = false;
    const count = () => {
      turns += 1;
      if (!isOver) setImmediate(count);
    };
    setImmediate(count);
    try {
      return await pool.run(...args);
    } finally {
      isOver = true;
      fewestTurns = Math.min(fewestTurns, turns);
    }
  },
};
beforeEach(() => {
  fewestTurns = Number.POSITIVE_INFINITY;
});
/** Some task was run, and this thread went on meanwhile. */
function expectRoom(): void {
  expect(fewestTurns).toBeGreaterThan(LEAST_TURNS);
  expect(fewestTurns).toBeLessThan(Number.POSITIVE_INFINITY);
}
async function expectVerdict(zip: Buffer, leavesRoom = expectRoom): Promise<void> {
  const { status, body } = await send<ErrorBody>(client, '/api/assets', zip, 'application/zip');
  expect([201, 422]).toContain(status);
  if (status === 422) expect(body.code).toBe('BUNDLE_REFUSED');
  leavesRoom();
}
async function previewOf(file: Buffer) {
  const importer = app.client();
  await importer.signIn(await makeAdvertiser(test_.db));
  return send<CampaignImportPreview>(importer, '/api/campaigns/import/preview', file, 'text/csv');
}

test.each(PARTS)(
  'a bundle of pages, scripts, sheets and pictures made of %j gets a verdict, and the server goes on',
  (part) =>
    expectVerdict(
      zipOf([
        ...BUNDLE,
        ...['html', 'js', 'css', 'svg'].map((kind) => ({ name: `second.${kind}`, text: filled(part) })),
      ]),
    ),
);

test.each(PARTS)('a first page that begins with %j gets a verdict, and the server goes on', (part) =>
  expectVerdict(
    zipOf([
      ...BUNDLE.filter(({ name }) => name !== 'index.html'),
      { name: 'index.html', text: `${filled(part)}${PAGE}` },
    ]),
  ),
);

test('a bundle of more files than one may have is refused, and the server goes on', () =>
  expectVerdict(zipOf(Array.from({ length: 400 }, (_, at) => ({ name: `${at}.html`, text: '<script ' })))));

test('an archive that unpacks to more than it says is refused, and the server goes on', () =>
  // It ends as soon as it is longer than it says: how many turns that takes is chance.
  expectVerdict(zipOf([...BUNDLE, { name: 'bomb.js', text: 'a'.repeat(50_000_000), says: 10 }]), () =>
    expect(fewestTurns).toBeGreaterThan(0),
  ));

const HEADER = 'name,pricing,bid,daily_budget,landing_url\n';
test.each(CELLS)('a CSV file full of %j gets a verdict, and the server goes on', async (part) => {
  const room = CAMPAIGN_IMPORT.mostBytes - HEADER.length;
  const { status, body } = await previewOf(Buffer.from(HEADER + part.repeat(Math.floor(room / part.length))));
  expect(status).toBe(200);
  expect(body.troubles).not.toEqual([]);
  expectRoom();
});

test('a CSV file whose header has a million columns gets a verdict, and the server goes on', async () => {
  const names = Array.from({ length: 700_000 }, (_, at) => at.toString(36));
  const { status, body } = await previewOf(Buffer.from(`${names.join()}\nx`));
  expect(status).toBe(200);
  expect(body.troubles).toHaveLength(501);
  expectRoom();
});

test('of ten thousand rows that are all wrong 500 problems are said, and the server goes on', async () => {
  const row = `x,cpx,a,b,${'y'.repeat(400)}\n`;
  const { status, body } = await previewOf(Buffer.from(HEADER + row.repeat(10_000)));
  expect(status).toBe(200);
  expect(body.troubles).toHaveLength(501);
  expectRoom();
});

test.each(['a1.co,1,DIRECT\n', 'SUBDOMAIN=a\n', '#', '\n', ',', 'a1.co, 1, DIRECT, ', '='])(
  'an ads.txt full of %j is read, and the server goes on',
  async (part) => {
    const text = part.repeat(Math.floor(1_048_576 / part.length));
    const file = {
      what: 'file' as const,
      text,
      url: 'https://a.co/ads.txt',
      isUtf8: true,
      hasContentType: true,
    };
    const wanted = { domain: 'network.example', sellerId: 'p_1', ownerDomain: null };
    const { look } = await watched.run(adsTxtTask, { file, wanted, host: 'a.co' });
    expect(look.status).not.toBe('present');
    expectRoom();
  },
);
