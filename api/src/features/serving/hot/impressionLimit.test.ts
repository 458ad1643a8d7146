import { randomBytes } from 'node:crypto';
import { join } from 'node:path';
import { type AdCandidate, publicId, serveAnswer } from '@ezdash/contracts';
import { createClientReader } from '../../../platform/http';
import { listen, temporaryDir } from '../testWorld';
import { RESERVATION_MS } from './budgets';
import { Engine } from './engine';
import { createFastPath } from './fastPath';
import { buildSnapshot } from './index/buildSnapshot';
import { countryNumber } from './index/country';
import { Journal } from './journal/Journal';
import { readJournal } from './journal/readJournal';
import { decodeRecord } from './records';
import { createTagFile } from './staticFiles';
import { campaignInput, snapshotInput } from './testFixtures';
import { createTokenSigner } from './token';
import { createUserAgents } from './userAgent';
import { createRandomPool, cryptoRandom } from './uuidV7';

const NOON_MS = Date.UTC(2027, 0, 14, 12);
const LIMIT = 10;
const PARALLEL = 1_000;
const ZONE = publicId('zone', 401);

let nowMs = NOON_MS;
let data: Awaited<ReturnType<typeof temporaryDir>>;
let journal: Journal;
let web: Awaited<ReturnType<typeof listen>>;

async function start(campaigns: Parameters<typeof snapshotInput>[0], shown = 0) {
  const signer = createTokenSigner([{ id: 1, secret: randomBytes(32) }], createRandomPool(cryptoRandom));
  const engine = new Engine({ signer, journal, now: () => nowMs });
  engine.budgets.tick(nowMs);
  engine.swap(buildSnapshot(snapshotInput(campaigns)));
  const sums = campaigns.map(({ id }) => ({ id, todayMicros: 0, totalMicros: 0, shown }));
  const advertisers = [1001, 1002].map((id) => ({ id, balanceMicros: 1e12 }));
  engine.budgets.load({ dayStartMs: 0, campaigns: sums, advertisers }, nowMs);
  const handle = createFastPath({
    engine,
    geo: () => countryNumber('DE'),
    userAgents: createUserAgents(),
    clients: createClientReader(['loopback']),
    tagFile: createTagFile(''),
    ready: () => true,
    now: () => nowMs,
  });
  web = await listen(handle);
  /** All at once, nobody waits for anybody; the candidates of each answer. */
  async function storm(count: number) {
    const answers = await Promise.all(Array.from({ length: count }, () => web.ask(`/serve?zones=${ZONE}`)));
    return answers.map(({ text }) => serveAnswer.parse(JSON.parse(text)).ads[0]?.candidates ?? []);
  }
  return { engine, storm };
}
const shownBy = (answers: AdCandidate[][], id: number) =>
  answers.flat().filter(({ campaign }) => campaign === publicId('campaign', id));

async function counted(campaignId: number) {
  await journal.flush();
  const { records } = await readJournal({
    dir: join(data.dir, 'journal'),
    from: { segment: 0, offset: 0 },
    until: journal.durable,
    maxRecords: 100_000,
  });
  return records
    .map(decodeRecord)
    .filter((record) => record?.type === 'event' && record.campaignId === campaignId)
    .filter((record) => record?.type === 'event' && record.invalidReason === 0);
}

beforeEach(async () => {
  nowMs = NOON_MS;
  data = await temporaryDir();
  journal = await Journal.open({ dir: join(data.dir, 'journal'), log: { info: () => {}, error: () => {} } });
});
afterEach(async () => {
  await web.close();
  await journal.close();
  await data.remove();
});

test(`${PARALLEL} requests at once on a limit of ${LIMIT}: ${LIMIT} are served, ${LIMIT} count`, async () => {
  const { storm } = await start([{ id: 1, impressionLimit: LIMIT }]);
  const served = shownBy(await storm(PARALLEL), 1);
  expect(served).toHaveLength(LIMIT);
  await Promise.all(served.map(({ impression }) => web.ask(impression)));
  expect(await counted(1)).toHaveLength(LIMIT);
  expect(shownBy(await storm(100), 1)).toEqual([]);
  // Nor does time give back what was shown.
  nowMs += RESERVATION_MS + 1_000;
  expect(shownBy(await storm(100), 1)).toEqual([]);
});

test('what was shown before counts, and it counts for campaigns that pay by the click', async () => {
  const { storm } = await start([{ id: 1, impressionLimit: LIMIT, pricing: 'CPC' }], 7);
  const served = shownBy(await storm(50), 1);
  expect(served).toHaveLength(3);
  await Promise.all(served.map(({ impression }) => web.ask(impression)));
  nowMs += RESERVATION_MS + 1_000;
  expect(shownBy(await storm(50), 1)).toEqual([]);
});

test('an ad whose impression does not come frees its place; one that comes too late takes none away', async () => {
  const { storm } = await start([{ id: 1, impressionLimit: LIMIT }]);
  const first = shownBy(await storm(100), 1);
  nowMs += RESERVATION_MS + 1_000;
  const second = shownBy(await storm(100), 1);
  expect([first.length, second.length]).toEqual([LIMIT, LIMIT]);
  await Promise.all(second.map(({ impression }) => web.ask(impression)));
  const late = await Promise.all(first.map(({ impression }) => web.ask(impression)));
  expect(late.every(({ status }) => status === 204)).toBe(true);
  expect(await counted(1)).toHaveLength(LIMIT);
});

test('a successor of a capped winner keeps a place too', async () => {
  const { storm } = await start([
    { id: 1, advertiserId: 1002, bidMicros: 9_000_000, cap: { count: 1, seconds: 60 } },
    { id: 2, impressionLimit: LIMIT },
    { id: 3, bidMicros: 1_000_000 },
  ]);
  const answers = await storm(200);
  expect(shownBy(answers, 1)).toHaveLength(200);
  expect(shownBy(answers, 2)).toHaveLength(LIMIT);
  expect(shownBy(answers, 3)).toHaveLength(190);
});

test('a batch moves what was pending to what was shown, and both count', async () => {
  const { engine, storm } = await start([campaignInput({ id: 1, impressionLimit: LIMIT })]);
  const served = shownBy(await storm(4), 1);
  await Promise.all(served.map(({ impression }) => web.ask(impression)));
  const none = { dayStartMs: 0, campaigns: [], advertisers: [], settled: [] };
  engine.budgets.apply({ ...none, shown: [1, 1, 1, 1] }, nowMs);
  expect(shownBy(await storm(100), 1)).toHaveLength(LIMIT - 4);
});
