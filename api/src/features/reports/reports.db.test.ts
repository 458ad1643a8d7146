import { randomUUID } from 'node:crypto';
import {
  type AdvertiserDashboard,
  BROWSER_CODES,
  COUNTED_REASON,
  DEVICE_CODES,
  type ErrorBody,
  EVENT_KINDS,
  INVALID_REASONS,
  KEPT_REASON,
  type MetricGroup,
  type MetricsReport,
  metricsReport,
  OS_CODES,
  type PublisherDashboard,
  publicId,
} from '@ezdash/contracts';
import { silentLog } from '../../platform/log';
import {
  type AppWorld,
  fakeClock,
  type MadeUser,
  makeAdvertiser,
  makeCampaign,
  makeCreative,
  makeProperty,
  makePublisher,
  makeZone,
  openApp,
  type TestClient,
} from '../../testing';
import { seededRandom } from '../demo/visitsModel';
import { foldDays, type IngestEvent } from '../events';
import { ingestEvent } from '../events/testEvents';
import { testIngest } from '../events/testIngest';
import { createReportingFeature } from '../reporting';
import { createReportsFeature } from '.';

const NOW = new Date('2026-11-21T12:30:00Z');
const DAY_MS = 86_400_000;
const HOUR_MS = 3_600_000;
const DAYS = 9;

let app: AppWorld;
let advertisers: { user: MadeUser; client: TestClient }[];
let publishers: { user: MadeUser; client: TestClient }[];
/** What was ingested and counted, with its owners and the category of the property. */
let facts: Fact[];

interface Place {
  campaignId: number;
  creativeId: number;
  advertiserId: number;
}
interface Space {
  zoneId: number;
  propertyId: number;
  publisherId: number;
  category: string;
}
interface Fact extends Place, Space {
  event: IngestEvent;
}

async function makePlaces(): Promise<Place[]> {
  const places: Place[] = [];
  for (const { user } of advertisers)
    for (let index = 0; index < 2; index += 1) {
      const { id: campaignId } = await makeCampaign(app.db, { advertiser_id: user.id });
      for (let count = 0; count < 2; count += 1) {
        const { id: creativeId } = await makeCreative(app.db, { campaign_id: campaignId });
        places.push({ campaignId, creativeId, advertiserId: user.id });
      }
    }
  return places;
}

async function makeSpaces(): Promise<Space[]> {
  const spaces: Space[] = [];
  for (const { user } of publishers)
    for (const category of ['news', 'travel', 'news']) {
      const { id: propertyId } = await makeProperty(app.db, { publisher_id: user.id, category });
      const { id: zoneId } = await makeZone(app.db, { property_id: propertyId });
      spaces.push({ zoneId, propertyId, publisherId: user.id, category });
    }
  return spaces;
}

function makeFacts(places: Place[], spaces: Space[], count: number): Fact[] {
  const random = seededRandom(count);
  const one = <Item>(items: readonly Item[]): Item => {
    const item = items[Math.floor(random() * items.length)];
    if (item === undefined) throw new Error('nothing to choose from');
    return item;
  };
  return Array.from({ length: count }, () => {
    const place = one(places);
    const space = one(spaces);
    const decidedAtMs = NOW.getTime() - Math.floor(random() * DAYS * DAY_MS);
    const event = ingestEvent({
      decisionId: randomUUID(),
      decidedAtMs,
      happenedAtMs: decidedAtMs,
      invalidReason: one([0, 0, 0, INVALID_REASONS.bot, INVALID_REASONS.expired]),
      campaignId: place.campaignId,
      creativeId: place.creativeId,
      zoneId: space.zoneId,
      country: one(['DE', 'US', 'ZZ']),
      device: one([1, 2, 4]),
      os: one([0, 1, 5]),
      browser: one([0, 2]),
      language: one(['', 'de']),
      sub: one(['', '', 'mail-7', 'Social']),
      priceMicros: 1_000 + Math.floor(random() * 1_000),
      payoutMicros: 700 + Math.floor(random() * 100),
    });
    return { ...place, ...space, event };
  });
}

async function ingestAll(all: readonly Fact[]): Promise<void> {
  const { ingest, records } = testIngest(app.test.connection);
  await ingest.open();
  records.push(...all.map(({ event }) => event));
  for (const { event } of all)
    records.push({
      type: 'request',
      decidedAtMs: event.decidedAtMs,
      zoneId: event.zoneId,
      country: event.country,
      device: event.device,
      reason: event.kind === EVENT_KINDS.impression ? 0 : 8,
      requests: 2,
    });
  await ingest.drain();
  await ingest.stop();
}

beforeAll(async () => {
  const clock = fakeClock(NOW.toISOString());
  const jobs = { queue: () => ({ name: '', send: async () => null }) };
  app = await openApp(({ db, connection }) => ({
    clock,
    mounts: [
      ...createReportsFeature({ db, connection, clock, jobs, log: silentLog }).mounts,
      ...createReportingFeature({ db, clock }).mounts,
    ],
  }));
  const { db } = app;
  const signedIn = async (user: MadeUser) => ({ user, client: await app.clientOf(user) });
  advertisers = [await signedIn(await makeAdvertiser(db)), await signedIn(await makeAdvertiser(db))];
  publishers = [await signedIn(await makePublisher(db)), await signedIn(await makePublisher(db))];
  facts = makeFacts(await makePlaces(), await makeSpaces(), 900);
  await ingestAll(facts.slice(0, 700));
  await foldDays(app.test.connection, NOW);
  // Half of these are late: they come to days that are folded.
  await ingestAll(facts.slice(700));
});
afterAll(() => app.close());

const [ADVERTISER, PUBLISHER] = ['advertiser', 'publisher'] as const;
function visitor(side: 'advertiser' | 'publisher', index = 0) {
  const found = (side === ADVERTISER ? advertisers : publishers)[index];
  if (!found) throw new Error('nobody there');
  return found;
}

async function ask(side: 'advertiser' | 'publisher', query: string): Promise<MetricsReport> {
  const { status, body } = await visitor(side).client.get(`/api/metrics?${query}`);
  expect([status, body]).toEqual([200, expect.anything()]);
  return metricsReport.parse(body);
}

const nameOf = (codes: Readonly<Record<string, number>>, code = 0) =>
  Object.entries(codes).find(([, value]) => value === code)?.[0] ?? '';
const localDay = (timezone: string, timeMs: number) =>
  new Intl.DateTimeFormat('en-CA', { timeZone: timezone, dateStyle: 'short' }).format(timeMs);
const hourStart = (timeMs: number) => Math.floor(timeMs / HOUR_MS) * HOUR_MS;

function keyOf(fact: Fact, group: MetricGroup, timezone: string): string {
  const { event } = fact;
  const keys: Readonly<Record<MetricGroup, () => string>> = {
    date: () => localDay(timezone, hourStart(event.decidedAtMs)),
    hour: () => new Date(hourStart(event.decidedAtMs)).toISOString().replace('.000', ''),
    campaign: () => publicId('campaign', fact.campaignId),
    creative: () => publicId('creative', fact.creativeId),
    property: () => publicId('property', fact.propertyId),
    zone: () => publicId('zone', fact.zoneId),
    category: () => fact.category,
    country: () => (event.country === 'ZZ' ? '' : event.country),
    device: () => nameOf(DEVICE_CODES, event.device),
    os: () => nameOf(OS_CODES, event.os),
    browser: () => nameOf(BROWSER_CODES, event.browser),
    language: () => event.language ?? '',
    sub_id: () => event.sub ?? '',
    advertiser: () => publicId('advertiser', fact.advertiserId),
    // An event of a decision that came too late is kept as one of it.
    invalid_reason: () =>
      ({ 0: COUNTED_REASON, [INVALID_REASONS.bot]: 'bot' })[event.invalidReason] ?? KEPT_REASON,
  };
  return keys[group]();
}

/** What the answer must be, counted one event after the other. */
function expected(side: 'advertiser' | 'publisher', groups: MetricGroup[], from: string, timezone = 'UTC') {
  const { id } = visitor(side).user;
  const sums = new Map<string, { impressions: number; invalid: number; micros: number }>();
  for (const fact of facts) {
    const { event } = fact;
    if ((side === ADVERTISER ? fact.advertiserId : fact.publisherId) !== id) continue;
    if (localDay(timezone, hourStart(event.decidedAtMs)) < from) continue;
    const key = groups.map((group) => keyOf(fact, group, timezone)).join('|');
    const sum = sums.get(key) ?? { impressions: 0, invalid: 0, micros: 0 };
    sums.set(key, sum);
    if (event.invalidReason === 0) {
      sum.impressions += 1;
      sum.micros += side === ADVERTISER ? event.priceMicros : event.payoutMicros;
    } else sum.invalid += 1;
  }
  return new Map([...sums].sort(([a], [b]) => (a < b ? -1 : 1)));
}
const found = ({ rows }: MetricsReport) =>
  new Map(
    rows
      .map((row): [string, object] => [
        row.keys.join('|'),
        {
          impressions: row.impressions,
          invalid: row.invalid,
          micros: row.spend_micros ?? row.earnings_micros,
        },
      ])
      .sort(([a], [b]) => (a < b ? -1 : 1)),
  );

const FROM = '2026-11-14';
test.each<['advertiser' | 'publisher', MetricGroup[], string]>([
  [ADVERTISER, ['date'], 'UTC'],
  [ADVERTISER, ['date'], 'America/New_York'],
  [ADVERTISER, ['hour', 'device'], 'UTC'],
  [ADVERTISER, ['campaign', 'country'], 'UTC'],
  [ADVERTISER, ['campaign', 'country'], 'Asia/Tokyo'],
  [ADVERTISER, ['creative', 'date', 'device'], 'UTC'],
  [ADVERTISER, ['category', 'zone'], 'UTC'],
  [ADVERTISER, ['os', 'browser', 'language', 'campaign'], 'Europe/Berlin'],
  [ADVERTISER, ['zone', 'os', 'country', 'date'], 'Europe/Berlin'],
  [ADVERTISER, ['sub_id', 'campaign'], 'UTC'],
  [ADVERTISER, ['campaign', 'zone', 'sub_id', 'date'], 'Europe/Berlin'],
  [ADVERTISER, ['sub_id', 'os', 'language'], 'Asia/Tokyo'],
  [ADVERTISER, ['invalid_reason', 'campaign'], 'UTC'],
  [ADVERTISER, ['date', 'invalid_reason'], 'America/New_York'],
  [PUBLISHER, ['zone', 'invalid_reason', 'country'], 'UTC'],
  [PUBLISHER, ['date', 'property'], 'UTC'],
  [PUBLISHER, ['category', 'country'], 'Europe/Berlin'],
  [PUBLISHER, ['os', 'browser'], 'UTC'],
  [PUBLISHER, ['zone', 'language'], 'UTC'],
  [PUBLISHER, ['sub_id', 'zone', 'date'], 'America/New_York'],
  [PUBLISHER, ['sub_id', 'advertiser'], 'UTC'],
  [PUBLISHER, ['zone', 'advertiser'], 'UTC'],
  [PUBLISHER, ['advertiser', 'country'], 'America/New_York'],
  [PUBLISHER, ['date', 'advertiser'], 'Asia/Tokyo'],
  [PUBLISHER, ['hour', 'advertiser'], 'UTC'],
  [PUBLISHER, ['advertiser', 'os', 'language'], 'Europe/Berlin'],
])('%s by %j in %s: as counted one by one', async (side, groups, timezone) => {
  const answer = await ask(
    side,
    `from=${FROM}&to=2026-11-21&group=${groups.join(',')}&timezone=${timezone}&limit=1000`,
  );
  const counted = expected(side, groups, FROM, timezone);
  expect(counted.size).toBeGreaterThan(3);
  expect(found(answer)).toEqual(counted);
  expect(answer.row_count).toBe(counted.size);
  const micros = [...counted.values()].reduce((sum, row) => sum + row.micros, 0);
  expect(answer.totals.spend_micros ?? answer.totals.earnings_micros).toBe(micros);
});

test('the dashboards say the same, to the micro', async () => {
  const period = `from=${FROM}&to=2026-11-21`;
  const dashboard = await visitor(ADVERTISER).client.get<AdvertiserDashboard>(
    `/api/advertiser/dashboard?${period}`,
  );
  const byDay = await ask(ADVERTISER, `${period}&group=date`);
  const { impressions, viewables, clicks, conversions, spend_micros } = byDay.totals;
  expect({ impressions, viewables, clicks, conversions, spend_micros }).toEqual(dashboard.body.totals);
  expect(byDay.rows.map((row) => [row.keys[0], row.spend_micros])).toEqual(
    dashboard.body.days.map((row) => [row.day, row.spend_micros]),
  );
  const published = await visitor(PUBLISHER).client.get<PublisherDashboard>(
    `/api/publisher/dashboard?${period}`,
  );
  const byZone = await ask(PUBLISHER, `${period}&group=zone&limit=1000`);
  const { requests, filled, earnings_micros } = byZone.totals;
  expect({ requests, filled, earnings_micros }).toEqual({
    requests: published.body.totals.requests,
    filled: published.body.totals.filled,
    earnings_micros: published.body.totals.earnings_micros,
  });
  expect(requests).toBeGreaterThan(0);
});

test('filters narrow, totals are of all rows, pages follow each other', async () => {
  const all = await ask(ADVERTISER, 'group=campaign,country&country=DE,US&limit=1000');
  expect(new Set(all.rows.map((row) => row.keys[1]))).toEqual(new Set(['DE', 'US']));
  expect(all.rows.reduce((sum, row) => sum + (row.spend_micros ?? 0), 0)).toBe(all.totals.spend_micros);
  expect(all.rows.map((row) => row.names.map((name) => name !== null))).toEqual(
    all.rows.map(() => [true, false]),
  );
  const spends = all.rows.map((row) => row.spend_micros ?? 0);
  expect(spends).toEqual([...spends].sort((a, b) => b - a));
  const pages = [];
  for (let offset = 0; offset < all.row_count; offset += 2) {
    const page = await ask(ADVERTISER, `group=campaign,country&country=DE,US&limit=2&offset=${offset}`);
    expect(page.totals).toEqual(all.totals);
    expect(page.row_count).toBe(all.row_count);
    pages.push(...page.rows);
  }
  expect(pages).toEqual(all.rows);
  const behind = await ask(ADVERTISER, 'group=campaign&offset=1000');
  expect([behind.rows, behind.totals.requests]).toEqual([[], null]);
  expect(behind.totals.impressions).toBeGreaterThan(0);
});

test('invalid traffic is narrowed by its reason, and all reasons together are all of it', async () => {
  const all = await ask(PUBLISHER, 'group=zone&limit=1000');
  const byReason = await ask(PUBLISHER, 'group=invalid_reason');
  expect(byReason.totals).toMatchObject({
    impressions: all.totals.impressions,
    invalid: all.totals.invalid,
    earnings_micros: all.totals.earnings_micros,
  });
  const of = (reason: string) => byReason.rows.find(({ keys }) => keys[0] === reason);
  expect(of(COUNTED_REASON)).toMatchObject({ invalid: 0, earnings_micros: all.totals.earnings_micros });
  const bots = await ask(PUBLISHER, 'group=zone&invalid_reason=bot&limit=1000');
  expect(bots.totals).toMatchObject({ impressions: 0, invalid: of('bot')?.invalid, earnings_micros: 0 });
  const others = await ask(PUBLISHER, 'group=zone&invalid_reason=!bot,counted&limit=1000');
  expect(others.totals).toMatchObject({ impressions: 0, invalid: of(KEPT_REASON)?.invalid });
});

test('whoever names the things of somebody else gets nothing', async () => {
  const other = facts.find(({ advertiserId }) => advertiserId === visitor(ADVERTISER, 1).user.id);
  const answer = await ask(
    ADVERTISER,
    `group=campaign&campaign=${publicId('campaign', other?.campaignId ?? 0)}`,
  );
  expect([answer.rows, answer.row_count, answer.totals.impressions]).toEqual([[], 0, 0]);
});

test.each([
  [ADVERTISER, 'group=campaign,moon', 'group.1'],
  [ADVERTISER, 'group=campaign,campaign', 'group'],
  [ADVERTISER, 'group=campaign,country,device,os,browser', 'group'],
  [ADVERTISER, 'group=', 'group.0'],
  [ADVERTISER, 'group=invalid_reason,sub_id', 'group'],
  [PUBLISHER, 'group=sub_id&invalid_reason=covered', 'group'],
  [PUBLISHER, 'group=date&invalid_reason=moon', 'invalid_reason.0'],
  [ADVERTISER, 'group=date&timezone=Mars/Olympus', 'timezone'],
  [ADVERTISER, 'group=date&timezone=%2B05', 'timezone'],
  [ADVERTISER, 'group=date&from=2026-11-20&to=2026-11-01', 'to'],
  [ADVERTISER, 'group=date&from=2020-11-20&to=2026-11-01', 'from'],
  [ADVERTISER, 'group=date&from=9999-12-31&to=9999-12-31&timezone=America/Los_Angeles', 'to'],
  [ADVERTISER, 'group=date&campaign=z_1', 'campaign.0'],
  [ADVERTISER, 'group=date&country=Germany', 'country.0'],
  [ADVERTISER, 'group=date&sort=earnings_micros', 'sort'],
  [ADVERTISER, 'group=date&sort=requests', 'sort'],
  [ADVERTISER, 'group=date&limit=0', 'limit'],
  [ADVERTISER, 'group=date&offset=-1', 'offset'],
  [PUBLISHER, 'group=campaign', 'group'],
  [PUBLISHER, 'group=date&creative=cr_10001', 'creative'],
  [PUBLISHER, 'group=os&sort=requests', 'sort'],
  [PUBLISHER, 'group=advertiser&sort=below_floor', 'sort'],
  [PUBLISHER, 'group=date&advertiser=u_10001', 'advertiser.0'],
  [ADVERTISER, 'group=advertiser', 'group'],
  [ADVERTISER, 'group=date&advertiser=av_10001', 'advertiser'],
  [ADVERTISER, 'group=date&sort=below_floor', 'sort'],
] as const)('%s ?%s is refused by field', async (side, query, field) => {
  const { status, body } = await visitor(side).client.get<ErrorBody>(`/api/metrics?${query}`);
  expect([status, Object.keys(body.errors ?? {})]).toEqual([422, [field]]);
});
