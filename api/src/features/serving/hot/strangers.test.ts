import { randomBytes } from 'node:crypto';
import { join } from 'node:path';
import { publicId } from '@ezdash/contracts';
import { temporaryDir } from '../testWorld';
import { Engine, type Visitor } from './engine';
import { buildSnapshot } from './index/buildSnapshot';
import { countryNumber } from './index/country';
import { Journal } from './journal/Journal';
import type { CampaignInput } from './snapshotInput';
import { campaignInput, DESKTOP, snapshotInput } from './testFixtures';
import { createTokenSigner } from './token';
import { sourceOf } from './traffic/SourceCounts';
import { createRandomPool, cryptoRandom } from './uuidV7';

/** What somebody can do to others by asking for ads that are never shown, or by telling the same event for ever. */

const NOON_MS = Date.UTC(2027, 0, 14, 12);
const ZONES = [publicId('zone', 401)];
const SECONDS = 200;
let nowMs = NOON_MS;
let data: Awaited<ReturnType<typeof temporaryDir>>;
let journal: Journal;

const visitorAt = (address: string, isPrivate = false): Visitor & { prefetch: false } => ({
  origin: countryNumber('DE'),
  client: DESKTOP,
  language: 0,
  address: isPrivate ? '' : address,
  bot: false,
  prefetch: false,
  private: isPrivate,
  source: sourceOf(address, isPrivate),
});

function start(campaign: Partial<CampaignInput>): Engine {
  const signer = createTokenSigner([{ id: 1, secret: randomBytes(32) }], createRandomPool(cryptoRandom));
  const engine = new Engine({ signer, journal, now: () => nowMs });
  engine.budgets.tick(nowMs);
  engine.swap(buildSnapshot(snapshotInput([campaignInput({ id: 1, ...campaign })])));
  const campaigns = [{ id: 1, todayMicros: 0, totalMicros: 0, shown: 0 }];
  const advertisers = [{ id: 1001, balanceMicros: 1e12 }];
  engine.budgets.load({ dayStartMs: Date.UTC(2027, 0, 14), campaigns, advertisers }, nowMs);
  return engine;
}

const ask = (engine: Engine, visitor: Visitor) =>
  engine.answer({ zones: ZONES, visitor, exclude: [], keywords: [], test: false })[0]?.candidates[0];
const show = (engine: Engine, token: string, visitor: Visitor) =>
  new Promise((resolve) => {
    engine.record('impression', token, visitor, resolve);
  });

/** How many of a visitor's page views get an ad, who comes once a second and looks at it, while a stranger asks too. */
function filledBeside(stranger: Visitor, perSecond: number, campaign: Partial<CampaignInput>) {
  const engine = start(campaign);
  const visitor = visitorAt('198.51.100.1');
  let filled = 0;
  for (let second = 0; second < SECONDS; second += 1) {
    for (let time = 0; time < perSecond; time += 1) {
      nowMs += 1_000 / perSecond;
      ask(engine, stranger);
    }
    const ad = ask(engine, visitor);
    if (ad === undefined) continue;
    filled += 1;
    // Counted at once; nobody waits for the disk.
    void show(engine, ad.token, visitor);
  }
  return filled;
}

beforeEach(async () => {
  nowMs = NOON_MS;
  data = await temporaryDir();
  journal = await Journal.open({ dir: join(data.dir, 'journal'), log: { info: () => {}, error: () => {} } });
});
afterEach(async () => {
  await journal.close();
  await data.remove();
});

describe('a stranger who asks and never shows', () => {
  test.each<[string, number, Partial<CampaignInput>]>([
    ['a thousand impressions', 40, { impressionLimit: 1_000 }],
    ['250 impressions', 10, { impressionLimit: 250 + SECONDS }],
    ['two dollars a day at once', 40, { dailyBudgetMicros: 2_000_000, bidding: 'fixed' }],
  ])('takes nothing from others: %s', (_limit, perSecond, campaign) => {
    expect(filledBeside(visitorAt('203.0.113.7'), perSecond, campaign)).toBe(SECONDS);
  });

  test('nor does one who asks not to be followed', () => {
    const stranger = visitorAt('203.0.113.7', true);
    expect(filledBeside(stranger, 40, { impressionLimit: 1_000 })).toBe(SECONDS);
  });

  test('holds back an even line no more than so many people would', () => {
    const even = { dailyBudgetMicros: 100_000_000, pacing: 'even', bidding: 'fixed' } as const;
    const alone = filledBeside(visitorAt(''), 0, even);
    expect(filledBeside(visitorAt('203.0.113.7'), 40, even)).toBeGreaterThan(alone * 0.9);
  });
});

test('an ad beyond what is set aside for its visitor counts where there is room, and no further', async () => {
  const engine = start({ impressionLimit: 100 });
  const visitor = visitorAt('203.0.113.7');
  const tokens = Array.from({ length: 150 }, () => ask(engine, visitor)?.token ?? '');
  expect(tokens.every((token) => token !== '')).toBe(true);
  await Promise.all(tokens.map((token) => show(engine, token, visitor)));
  expect(engine.budgets.moneyOf(1)?.pendingShown).toBe(100);
});

describe('events that do not count', () => {
  const bytes = () => journal.durable.segment * 1e9 + journal.durable.offset;

  test('are recorded up to a rate; beyond it they are a figure', async () => {
    const engine = start({});
    const visitor = visitorAt('203.0.113.7');
    const { token = '' } = ask(engine, visitor) ?? {};
    for (let time = 0; time < 5_000; time += 1) void show(engine, token, visitor);
    await journal.flush();
    const recorded = 5_000 - engine.counts.unrecorded;
    expect(recorded).toBe(601);
    const before = bytes();
    for (let time = 0; time < 1_000; time += 1) void show(engine, token, visitor);
    await journal.flush();
    expect(bytes()).toBe(before);
    // Another one's are recorded, and those of the next minutes.
    await show(engine, token, visitorAt('203.0.113.8'));
    nowMs += 180_000;
    await show(engine, token, visitor);
    expect(engine.counts.unrecorded).toBe(5_000 - 601 + 1_000);
  });

  test('and are none any more when they come weeks after their decision', async () => {
    const engine = start({});
    const visitor = visitorAt('203.0.113.7');
    const { token = '' } = ask(engine, visitor) ?? {};
    nowMs += 8 * 86_400_000;
    await expect(show(engine, token, visitor)).resolves.toMatchObject({ outcome: 'recorded' });
    expect(engine.counts.unrecorded).toBe(1);
  });
});
