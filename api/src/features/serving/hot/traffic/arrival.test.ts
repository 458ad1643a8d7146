import { randomBytes } from 'node:crypto';
import { join } from 'node:path';
import { INVALID_REASONS, NO_FILL_REASONS, publicId } from '@ezdash/contracts';
import { createClientReader } from '../../../../platform/http';
import { listen, temporaryDir } from '../../testWorld';
import { Engine } from '../engine';
import { createFastPath } from '../fastPath';
import { buildSnapshot } from '../index/buildSnapshot';
import { countryNumber } from '../index/country';
import { originOf, regionNumber } from '../index/region';
import { Journal } from '../journal/Journal';
import { readJournal } from '../journal/readJournal';
import { decodeRecord, type EventRecord } from '../records';
import { campaignInput, creativeInput, only, zoneInput } from '../testFixtures';
import { createTokenSigner } from '../token';
import { createUserAgents } from '../userAgent';
import { createRandomPool, cryptoRandom } from '../uuidV7';
import { createNetworkKinds } from './networkKind';
import { TrafficRules } from './TrafficRules';
import { parseTrafficLimits } from './trafficLimits';

const ZONE = publicId('zone', 401);
const HOME = '203.0.113.9';
const OFFICE = '198.51.100.7';
const CLOUD = '192.0.2.4';
const START_MS = 1_800_000_000_000 - (1_800_000_000_000 % 3_600_000);
const [EVERYWHERE, IN_BAVARIA, IN_THE_OFFICE] = [1, 2, 3];

let web: Awaited<ReturnType<typeof listen>>;
let data: Awaited<ReturnType<typeof temporaryDir>>;
let journal: Journal;
let engine: Engine;
let rules: TrafficRules;
let nowMs = START_MS;

beforeAll(async () => {
  data = await temporaryDir();
  journal = await Journal.open({ dir: join(data.dir, 'journal'), log: { info: () => {}, error: () => {} } });
  const signer = createTokenSigner([{ id: 1, secret: randomBytes(32) }], createRandomPool(cryptoRandom));
  rules = new TrafficRules({ limits: parseTrafficLimits('click=2/h') });
  engine = new Engine({ signer, journal, now: () => nowMs, traffic: rules });
  const targeting = {
    [IN_BAVARIA]: { regions: only('DE-BY') },
    [IN_THE_OFFICE]: { ip_ranges: only(`${OFFICE}/32`) },
  };
  const campaigns = [EVERYWHERE, IN_BAVARIA, IN_THE_OFFICE].map((id) =>
    campaignInput({
      id,
      advertiserId: 1_000 + id,
      pricing: 'CPC',
      bidMicros: id * 1_000_000,
      targeting: targeting[id] ?? {},
    }),
  );
  engine.budgets.tick(nowMs);
  engine.swap(
    buildSnapshot({
      campaigns,
      creatives: campaigns.map(({ id }) => creativeInput({ id: id + 1_000, campaignId: id })),
      zones: [zoneInput({ id: 401, publisherId: 2_001 })],
    }),
  );
  const advertisers = campaigns.map(({ advertiserId }) => ({ id: advertiserId, balanceMicros: 1e12 }));
  engine.budgets.load({ dayStartMs: 0, campaigns: [], advertisers }, nowMs);
  web = await listen(
    createFastPath({
      engine,
      geo: () => originOf(countryNumber('DE'), regionNumber('DE-BY')),
      userAgents: createUserAgents(),
      clients: createClientReader(['loopback']),
      networks: createNetworkKinds([`${OFFICE}/32`], [`${CLOUD}/24`]),
      tagFile: () => {},
      ready: () => true,
      now: () => nowMs,
    }),
  );
});
afterAll(async () => {
  await web.close();
  await journal.close();
  await data.remove();
});
beforeEach(() => {
  // Another day: what was counted is forgotten.
  nowMs += 86_400_000;
});

const from = (address: string, more: Record<string, string> = {}) => ({
  'x-forwarded-for': address,
  ...more,
});
async function candidate(headers: Record<string, string>) {
  const [ad] = await web.serve(`zones=${ZONE}`, headers);
  const [first] = ad?.candidates ?? [];
  if (!first) throw new Error(`no ad: ${ad?.reason}`);
  return first;
}
async function recorded(count: number): Promise<EventRecord[]> {
  await journal.flush();
  const { records } = await readJournal({
    dir: join(data.dir, 'journal'),
    from: { segment: 0, offset: 0 },
    until: journal.durable,
    maxRecords: 100_000,
  });
  return records
    .map(decodeRecord)
    .filter((record): record is EventRecord => record?.type === 'event')
    .slice(-count);
}
const reasonsOf = async (count: number) => (await recorded(count)).map(({ invalidReason }) => invalidReason);

test('a data centre gets no ad; events from there are kept with the reason and claim no money', async () => {
  const [ad] = await web.serve(`zones=${ZONE}`, from(CLOUD));
  expect(ad).toMatchObject({ reason: 'data-centre', candidates: [] });
  expect(engine.counts.decisions[NO_FILL_REASONS['data-centre']]).toBe(1);
  // Served to a person, opened by somebody's scanner.
  const { impression, click } = await candidate(from(HOME));
  nowMs += 1_000;
  expect((await web.ask(impression, { headers: from(CLOUD) })).status).toBe(204);
  expect((await web.ask(click, { headers: from(CLOUD) })).status).toBe(302);
  const events = await recorded(2);
  expect(events.map(({ invalidReason }) => invalidReason)).toEqual(
    new Array(2).fill(INVALID_REASONS['data-centre']),
  );
  expect(events.some(({ claimed, shown }) => claimed || shown)).toBe(false);
  // The person's own still count.
  await web.ask(impression, { headers: from(HOME) });
  await web.ask(click, { headers: from(HOME) });
  expect(await reasonsOf(2)).toEqual([0, 0]);
});

test('a header too long to read in full makes nobody of no network', async () => {
  const long = from(`${'203.0.113.77, '.repeat(100)}${CLOUD}`);
  const [ad] = await web.serve(`zones=${ZONE}`, long);
  expect(ad).toMatchObject({ reason: 'data-centre', candidates: [] });
  const { impression } = await candidate(from(HOME));
  nowMs += 1_000;
  await web.ask(impression, { headers: long });
  expect(await reasonsOf(1)).toEqual([INVALID_REASONS['data-centre']]);
});

test('an office of ours sees ads that nobody counts', async () => {
  const { impression, campaign } = await candidate(from(OFFICE));
  expect(campaign).toBe(publicId('campaign', IN_THE_OFFICE));
  await web.ask(impression, { headers: from(OFFICE) });
  expect(await reasonsOf(1)).toEqual([INVALID_REASONS.internal]);
});

test('an owner at work: the impression and the click are internal, and lead on', async () => {
  const { impression, click } = await candidate(from(HOME));
  rules.notePresence(HOME, 2_001, nowMs);
  nowMs += 1_000;
  await web.ask(impression, { headers: from(HOME) });
  expect((await web.ask(click, { headers: from(HOME) })).status).toBe(302);
  expect(await reasonsOf(2)).toEqual([INVALID_REASONS.internal, INVALID_REASONS.internal]);
});

test('a click before anybody could have seen the ad does not take the place of the later one', async () => {
  const { impression, click, view } = await candidate(from(HOME));
  await web.ask(impression, { headers: from(HOME) });
  nowMs += 299;
  for (const path of [view, click]) await web.ask(path, { headers: from(HOME) });
  nowMs += 700;
  for (const path of [view, click]) await web.ask(path, { headers: from(HOME) });
  const fast = INVALID_REASONS['too-fast'];
  expect(await reasonsOf(5)).toEqual([0, fast, fast, 0, 0]);
  expect((await recorded(1))[0]).toMatchObject({ kind: 3, claimed: true });
});

test('an ad that could not be seen is kept with the reason, and counts once it can be', async () => {
  const { impression, view } = await candidate(from(HOME));
  nowMs += 1_500;
  const told = async (path: string, facts: string) => {
    expect((await web.ask(`${path}?s=${facts}`, { headers: from(HOME) })).status).toBe(204);
  };
  await told(impression, '1.100.2.100.0..0.1280.720.0.3');
  await told(impression, '1.100.100.0.0.0.100.1280.720.0.3');
  await told(impression, '1.100.100.100.0.0.100.1280.720.0.3');
  await told(view, '1.100.100.100.0.0.20.1280.720.0.3');
  await told(view, '1.100.100.100.0.0.100.1280.720.0.3');
  const { clipped, transparent, 'out-of-view': outOfView } = INVALID_REASONS;
  expect(await reasonsOf(5)).toEqual([clipped, transparent, 0, outOfView, 0]);
  expect((await recorded(5)).map(({ shown }) => shown)).toEqual([false, false, true, false, false]);
});

test('facts that are none, and none at all, are what nobody measured: it counts', async () => {
  for (const query of ['', '?s=', '?s=1.100', '?s=%F0%9F%91%81', '?sub=mail-7&s=9.1.1']) {
    const { impression } = await candidate(from(HOME));
    await web.ask(`${impression}${query}`, { headers: from(HOME) });
    expect(await reasonsOf(1)).toEqual([0]);
  }
});

test('a click tells no facts, and is not judged by them', async () => {
  const { impression, click } = await candidate(from(HOME));
  nowMs += 1_000;
  await web.ask(impression, { headers: from(HOME) });
  await web.ask(`${click}?s=1.0.0.0.0.0.0.1.1.0.0`, { headers: from(HOME) });
  expect(await reasonsOf(2)).toEqual([0, 0]);
});

test('more clicks of an address than the limit: recorded, answered, not counted', async () => {
  const before = engine.counts.invalid[INVALID_REASONS.rate] ?? 0;
  for (let visit = 0; visit < 3; visit += 1) {
    const { impression, click } = await candidate(from(HOME));
    nowMs += 1_000;
    await web.ask(impression, { headers: from(HOME) });
    expect((await web.ask(click, { headers: from(HOME) })).status).toBe(302);
  }
  const clicks = (await recorded(6)).filter(({ kind }) => kind === 3);
  expect(clicks.map(({ invalidReason }) => invalidReason)).toEqual([0, 0, INVALID_REASONS.rate]);
  expect(clicks.map(({ claimed }) => claimed)).toEqual([true, true, false]);
  expect(engine.counts.invalid[INVALID_REASONS.rate]).toBe(before + 1);
});

test('a repetition uses up no limit and is counted as one', async () => {
  const { impression, click } = await candidate(from(HOME));
  nowMs += 1_000;
  await web.ask(impression, { headers: from(HOME) });
  const before = engine.counts.invalid[INVALID_REASONS.replay] ?? 0;
  for (let time = 0; time < 4; time += 1) await web.ask(click, { headers: from(HOME) });
  expect(engine.counts.invalid[INVALID_REASONS.replay]).toBe(before + 3);
  const next = await candidate(from(HOME));
  nowMs += 1_000;
  await web.ask(next.impression, { headers: from(HOME) });
  await web.ask(next.click, { headers: from(HOME) });
  expect(await reasonsOf(1)).toEqual([0]);
});

test('an address brings ten new sub ids a day, and takes nothing from others who bring theirs', async () => {
  const DAY_MS = 86_400_000;
  const OTHER = '203.0.113.51';
  const words = (count: number) => Array.from({ length: count }, (_, index) => `word-${index}`);
  /** Whether each is told apart only if it is known. */
  async function seen(address: string, subs: readonly string[]): Promise<boolean[]> {
    for (const sub of subs) {
      const { impression } = await candidate(from(address));
      nowMs += 1_000;
      await web.ask(`${impression}?sub=${sub}`, { headers: from(address) });
    }
    const events = await recorded(subs.length);
    expect(events.map(({ sub, invalidReason }) => [sub, invalidReason])).toEqual(subs.map((sub) => [sub, 0]));
    return events.map(({ knownOnly }) => knownOnly);
  }
  const told = (count: number, knownOnly = false) => new Array<boolean>(count).fill(knownOnly);
  expect(await seen('203.0.113.50', words(13))).toEqual([...told(10), ...told(3, true)]);
  // What another has brought is free for everybody; what it has brought itself it may use on.
  expect(await seen(OTHER, ['word-11', 'own'])).toEqual([false, false]);
  expect(await seen('203.0.113.50', ['word-11', 'word-3', 'word-12'])).toEqual([false, false, true]);
  // Nobody is behind an address that is not public: all of them may be behind a proxy of ours.
  expect(await seen('10.0.0.3', [...words(12), 'x', 'y'])).toEqual(told(14));
  nowMs += DAY_MS;
  expect(await seen('203.0.113.50', ['another-day'])).toEqual([false]);
});

describe.each([
  ['Global Privacy Control', { 'sec-gpc': '1' }],
  ['Do Not Track', { dnt: '1' }],
])('%s', (_, signal) => {
  test('neither region nor address choose the ad, and the landing page gets no click id', async () => {
    expect((await candidate(from(HOME))).campaign).toBe(publicId('campaign', IN_BAVARIA));
    expect((await candidate(from(OFFICE, signal))).campaign).toBe(publicId('campaign', EVERYWHERE));
    const { impression, click } = await candidate(from(HOME, signal));
    nowMs += 1_000;
    await web.ask(impression, { headers: from(HOME, signal) });
    const landed = await web.ask(click, { headers: from(HOME, signal) });
    expect(landed.headers.location).toBe('https://shop.example/?click=');
    // It counts like anybody's, with the country alone.
    expect(await recorded(1)).toMatchObject([{ kind: 3, invalidReason: 0, country: 'DE', claimed: true }]);
    const known = await candidate(from(HOME));
    nowMs += 1_000;
    expect((await web.ask(known.click, { headers: from(HOME) })).headers.location).toMatch(
      /click=[0-9a-f-]{36}$/,
    );
  });
});
