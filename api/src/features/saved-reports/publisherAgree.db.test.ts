import { randomUUID } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import {
  ADVERTISER_METRIC_GROUPS,
  DEVICE_CODES,
  METRIC_GROUPS,
  type MetricGroup,
  type MetricsReport,
  NO_FILL_REASONS,
  type NoFillReport,
  noFillReport,
  publicId,
  REQUEST_METRIC_GROUPS,
} from '@ezdash/contracts';
import fc from 'fast-check';
import { sql } from 'kysely';
import { readCsv } from '../../platform/csv';
import { silentLog } from '../../platform/log';
import {
  buildApp,
  type MadeUser,
  makeAdvertiser,
  makeCampaign,
  makeCreative,
  makeProperty,
  makePublisher,
  makeZone,
  type TestApp,
  type TestClient,
} from '../../testing';
import { seededRandom } from '../demo/visitsModel';
import { foldDays, type IngestEvent } from '../events';
import { ingestEvent } from '../events/testEvents';
import { testIngest } from '../events/testIngest';
import { openTestApi, type TestApi } from '../public-api/testApi';
import { createReportsFeature } from '../reports';

jest.setTimeout(120_000);

/** The test API's clock. */
const NOW = new Date('2026-11-21T12:00:00Z');
const DAY_MS = 86_400_000;
const DAYS = 9;
const TIMEZONES = ['UTC', 'Europe/Berlin', 'America/Los_Angeles', 'Asia/Kathmandu'];
const random = seededRandom(82);
function one<Item>(items: readonly Item[]): Item {
  const item = items[Math.floor(random() * items.length)];
  if (item === undefined) throw new Error('There is nothing to choose from');
  return item;
}

const dataDir = mkdtempSync(path.join(tmpdir(), 'ezdash-publisher-'));
let api: TestApi;
let app: TestApp;
let client: TestClient;
let secret: string;
let owner: MadeUser;
let stranger: TestClient;
let advertisers: MadeUser[];
let places: { campaignId: number; creativeId: number }[];
/** Two properties of two zones each, and a zone of somebody else. */
let zones: { id: number; propertyId: number; category: string }[];
let foreignZone: number;

async function makeWorld(): Promise<void> {
  const { db } = api.test;
  advertisers = [
    await makeAdvertiser(db, { company_name: '=HYPERLINK("x"), Inc.' }),
    await makeAdvertiser(db, { company_name: 'Nordlicht GmbH' }),
    await makeAdvertiser(db, { company_name: null }),
  ];
  places = [];
  for (const { id: advertiser_id } of advertisers) {
    const { id: campaignId } = await makeCampaign(db, { advertiser_id });
    places.push({ campaignId, creativeId: (await makeCreative(db, { campaign_id: campaignId })).id });
  }
  zones = [];
  for (const category of ['news', 'travel']) {
    const { id: propertyId } = await makeProperty(db, { publisher_id: owner.id, category });
    for (let count = 0; count < 2; count += 1)
      zones.push({ id: (await makeZone(db, { property_id: propertyId })).id, propertyId, category });
  }
  const other = await makePublisher(db);
  stranger = app.client();
  await stranger.signIn(other);
  const { id } = await makeProperty(db, { publisher_id: other.id });
  foreignZone = (await makeZone(db, { property_id: id })).id;
}

function makeEvent(): IngestEvent {
  const decidedAtMs = NOW.getTime() - Math.floor(random() * DAYS * DAY_MS);
  return ingestEvent({
    decisionId: randomUUID(),
    decidedAtMs,
    happenedAtMs: decidedAtMs,
    invalidReason: one([0, 0, 0, 0, 1]),
    ...one(places),
    zoneId: one([...zones.map(({ id }) => id), foreignZone]),
    country: one(['DE', 'US', 'FR']),
    device: one([1, 2, 3]),
    os: one([1, 2, 5]),
    browser: one([1, 2]),
    language: one(['en', 'de']),
    priceMicros: 7_000 + Math.floor(random() * 9_999),
    payoutMicros: 1 + Math.floor(random() * 6_999),
  });
}

const REASONS = [0, 0, 0, NO_FILL_REASONS['below-floor'], NO_FILL_REASONS.budget, NO_FILL_REASONS.bot];
async function ingestAll(events: readonly IngestEvent[]): Promise<void> {
  const { ingest, records } = testIngest(api.test.connection);
  await ingest.open();
  for (const event of events) {
    const { decidedAtMs, zoneId, country, device } = event;
    const requests = 1 + Math.floor(random() * 4);
    records.push(event, {
      type: 'request',
      decidedAtMs,
      zoneId,
      country,
      device,
      reason: one(REASONS),
      requests,
    });
  }
  await ingest.drain();
  await ingest.stop();
}

beforeAll(async () => {
  api = await openTestApi(dataDir, { callsPerMinute: 100_000 });
  const { db, connection } = api.test;
  owner = await makePublisher(db, { account_type_id: 2 });
  const jobs = { queue: () => ({ name: '', send: async () => null }) };
  const reports = createReportsFeature({ db, connection, clock: api.clock, jobs, log: silentLog });
  app = await buildApp({ test: api.test, clock: api.clock, mounts: reports.mounts, callsPerMinute: 0 });
  client = app.client();
  await client.signIn(owner);
  secret = await api.makeToken(owner.id);
  await makeWorld();
  const events = Array.from({ length: 700 }, makeEvent);
  await ingestAll(events.slice(0, 500));
  await foldDays(connection, NOW);
  // The rest comes late, to days that are folded.
  await ingestAll(events.slice(500));
});
afterAll(async () => {
  await app.close();
  await api.close();
  rmSync(dataDir, { recursive: true });
});

interface Question {
  groups: MetricGroup[];
  filters: Partial<Record<MetricGroup, string[]>>;
  from: string;
  to: string;
  timezone: string;
}
const OWN_GROUPS = METRIC_GROUPS.filter((group) => !ADVERTISER_METRIC_GROUPS.includes(group));
const some = (values: readonly string[]) => fc.subarray([...values], { minLength: 1 });
const days = fc.record({
  first: fc.integer({ min: 0, max: DAYS }),
  length: fc.integer({ min: 0, max: DAYS }),
  timezone: fc.constantFrom(...TIMEZONES),
});
const dayAt = (back: number) => new Date(NOW.getTime() - back * DAY_MS).toISOString().slice(0, 10);
const ofRequests = {
  country: some(['DE', 'US', 'SE']),
  device: some(['desktop', 'phone']),
  category: some(['news', 'travel']),
};
/** Filters and groups; which zones and advertisers there are is known by then alone, so they are places in a list. */
const question = (isOfRequests: boolean): fc.Arbitrary<() => Question> =>
  fc
    .record({
      groups: fc.shuffledSubarray(
        OWN_GROUPS.filter((group) => !isOfRequests || REQUEST_METRIC_GROUPS.includes(group)),
        { minLength: 1, maxLength: 4 },
      ),
      filters: fc.oneof(fc.constant({}), fc.record(ofRequests, { requiredKeys: [] })),
      zone: fc.option(fc.subarray([0, 1, 2, 3], { minLength: 1 }), { nil: undefined, freq: 1 }),
      advertiser: fc.option(fc.subarray([0, 1, 2], { minLength: 1 }), { nil: undefined }),
      days,
    })
    // Not told apart together.
    .filter(({ groups }) => !(groups.includes('invalid_reason') && groups.includes('sub_id')))
    .map(({ groups, filters, zone, advertiser, days: { first, length, timezone } }) => () => ({
      groups,
      filters: {
        ...filters,
        ...(zone && { zone: zone.map((at) => publicId('zone', zones[at]?.id ?? 0)) }),
        ...(advertiser &&
          !isOfRequests && {
            advertiser: advertiser.map((at) => publicId('advertiser', advertisers[at]?.id ?? 0)),
          }),
      },
      from: dayAt(first),
      to: dayAt(Math.max(first - length, 0)),
      timezone,
    }));

function queryOf({ groups, filters, from, to, timezone }: Question, isOfRows = true): string {
  const params = new URLSearchParams({ from, to, timezone });
  if (isOfRows) params.set('group', groups.join(','));
  for (const [group, values] of Object.entries(filters)) params.set(group, values.join(','));
  return params.toString();
}

/** What events and requests say themselves: no cube, no report. */
function within({ filters, from, to, timezone }: Question, at: string) {
  const { zone, advertiser, country, device, category } = filters;
  const zoneIds = zones.filter(({ id }) => zone?.includes(publicId('zone', id))).map(({ id }) => id);
  const ids = advertisers
    .filter(({ id }) => advertiser?.includes(publicId('advertiser', id)))
    .map(({ id }) => id);
  const codes = device?.map((name) => DEVICE_CODES[name as keyof typeof DEVICE_CODES]);
  return sql`publisher_id = ${owner.id}
    AND (${sql.ref(at)} AT TIME ZONE ${timezone}::text)::date BETWEEN ${from}::date AND ${to}::date
    ${country ? sql`AND country = ANY(${country}::char(2)[])` : sql``}
    ${codes ? sql`AND device = ANY(${codes}::int2[])` : sql``}
    ${zone ? sql`AND zone_id = ANY(${zoneIds}::int[])` : sql``}
    ${advertiser ? sql`AND advertiser_id = ANY(${ids}::int[])` : sql``}
    ${category ? sql`AND property_id IN (SELECT id FROM property WHERE category = ANY(${category}::text[]))` : sql``}`;
}

async function countedEvents(asked: Question) {
  const { rows } = await sql<{ earnings: string; impressions: string }>`
    SELECT coalesce(sum(payout_micros), 0)::text AS earnings,
      count(*) FILTER (WHERE kind = 1 AND invalid_reason = 0)::text AS impressions
    FROM ad_event WHERE ${within(asked, 'decided_at')}`.execute(api.test.db);
  return rows[0];
}

/** What the ledger gave in these days; it knows advertisers and whole hours, and nothing of zones or visitors. */
async function booked({ filters, from, to, timezone }: Question): Promise<string | undefined> {
  if (Object.keys(filters).some((group) => group !== 'advertiser')) return undefined;
  if (timezone === 'Asia/Kathmandu') return undefined;
  const ids = advertisers
    .filter(({ id }) => filters.advertiser?.includes(publicId('advertiser', id)))
    .map(({ id }) => id);
  const { rows } = await sql<{ given: string }>`
    SELECT coalesce(sum(p.amount_micros), 0)::text AS given
    FROM ledger_posting p
    JOIN ledger_account a ON a.id = p.account_id JOIN ledger_transaction t ON t.id = p.transaction_id
    WHERE a.owner_id = ${owner.id} AND t.kind = 'ad_spend'
      AND (date_trunc('hour', t.occurred_at, 'UTC') AT TIME ZONE ${timezone}::text)::date
        BETWEEN ${from}::date AND ${to}::date
      AND ${
        filters.advertiser
          ? sql`EXISTS (SELECT FROM ledger_posting paid JOIN ledger_account payer ON payer.id = paid.account_id
              WHERE paid.transaction_id = t.id AND payer.owner_id = ANY(${ids}::int[]))`
          : sql`true`
      }`.execute(api.test.db);
  return rows[0]?.given;
}

async function countedRequests(asked: Question): Promise<Map<number, number>> {
  const { rows } = await sql<{ reason: number; requests: bigint }>`
    SELECT reason, sum(requests)::int8 AS requests
    FROM (SELECT *, hour + quarter * interval '15 minutes' AS decided_at FROM request_quarterly) request
    WHERE ${within(asked, 'decided_at')}
    GROUP BY reason`.execute(api.test.db);
  return new Map(rows.map(({ reason, requests }) => [reason, Number(requests)]));
}

const micros = (text: string): bigint => BigInt(text.replace('.', ''));
const sumOf = (values: readonly (number | null | undefined)[]) =>
  values.reduce<number>((sum, value) => sum + (value ?? 0), 0);

/** The file's rows by the names of its columns. */
function readFile(text: string): Readonly<Record<string, string>>[] {
  const table = readCsv(text, { mostRows: 100_000, mostBytes: 50_000_000 });
  if ('rows' in table) return table.rows.map(({ cells }) => cells);
  if (table.trouble.code !== 'no-rows') throw new Error(`This is no CSV file: ${table.trouble.code}`);
  return [];
}

async function page(query: string): Promise<MetricsReport> {
  const { status, body } = await client.get<MetricsReport>(`/api/metrics?${query}&limit=2000`);
  expect([status, body]).toEqual([200, expect.anything()]);
  return body;
}

test('page, API, CSV, ledger and what happened agree to the micro, by advertiser too', async () => {
  let earned = 0;
  let inLedger = 0;
  await fc.assert(
    fc.asyncProperty(question(false), async (make) => {
      const asked = make();
      const query = queryOf(asked);
      const { rows, totals } = await page(query);
      const raw = await countedEvents(asked);
      expect({ earnings: String(totals.earnings_micros), impressions: String(totals.impressions) }).toEqual(
        raw,
      );
      const given = await booked(asked);
      if (given !== undefined) {
        expect(String(totals.earnings_micros)).toBe(given);
        inLedger += 1;
      }
      expect([totals.spend_micros, totals.revenue_micros, totals.auctions]).toEqual([null, null, null]);
      expect(sumOf(rows.map((row) => row.earnings_micros))).toBe(totals.earnings_micros);
      const overApi = await api.call<MetricsReport>(`/metrics?${query}&limit=2000`, { secret });
      expect([overApi.status, overApi.body.rows]).toEqual([200, rows]);
      const lines = readFile((await client.get(`/api/metrics/export?${query}`)).text);
      expect(lines.map((line) => [micros(line.earnings ?? ''), Number(line.impressions)])).toEqual(
        rows.map((row) => [BigInt(row.earnings_micros ?? 0), row.impressions]),
      );
      expect(lines.map((line) => asked.groups.map((group) => line[group]))).toEqual(
        rows.map((row) => row.keys),
      );
      if ((totals.earnings_micros ?? 0) > 0) earned += 1;
    }),
    { numRuns: 60, seed: 82, endOnFailure: true },
  );
  expect(earned).toBeGreaterThan(30);
  expect(inLedger).toBeGreaterThan(15);
});

test('requests are those that were filled and those of every reason, in figures, reasons, API and file', async () => {
  let refused = 0;
  await fc.assert(
    fc.asyncProperty(question(true), async (make) => {
      const asked = make();
      const query = queryOf(asked, false);
      const raw = await countedRequests(asked);
      const total = sumOf([...raw.values()]);
      const { status, body } = await client.get<NoFillReport>(`/api/publisher/no-fill?${query}`);
      expect(status).toBe(200);
      const report = noFillReport.parse(body);
      const codeOf = (name: string) => NO_FILL_REASONS[name as keyof typeof NO_FILL_REASONS];
      expect(new Map(report.rows.map((row) => [codeOf(row.reason), row.requests]))).toEqual(
        new Map([...raw].filter(([reason]) => reason !== 0)),
      );
      expect([report.requests, report.filled]).toEqual([total, raw.get(0) ?? 0]);
      expect(report.filled + sumOf(report.rows.map(({ requests }) => requests))).toBe(report.requests);
      const { rows, totals } = await page(queryOf(asked));
      const belowFloor = raw.get(NO_FILL_REASONS['below-floor']) ?? 0;
      expect([totals.requests, totals.filled, totals.below_floor]).toEqual([
        total,
        raw.get(0) ?? 0,
        belowFloor,
      ]);
      expect(sumOf(rows.map((row) => row.below_floor))).toBe(belowFloor);
      const overApi = await api.call<NoFillReport>(`/no-fill?${query}`, { secret });
      expect(overApi.body).toEqual(body);
      const lines = readFile((await client.get(`/api/publisher/no-fill/export?${query}`)).text);
      expect(lines.map(({ reason, requests }) => [reason, Number(requests)])).toEqual([
        ['filled', report.filled],
        ...report.rows.map(({ reason, requests }) => [reason, requests]),
      ]);
      if (belowFloor > 0) refused += 1;
    }),
    { numRuns: 60, seed: 83, endOnFailure: true },
  );
  expect(refused).toBeGreaterThan(30);
});

test('the whole of it is what the ledger gave to the account', async () => {
  const { rows } = await sql<{ given: string }>`
    SELECT coalesce(sum(p.amount_micros), 0)::text AS given
    FROM ledger_posting p
    JOIN ledger_account a ON a.id = p.account_id JOIN ledger_transaction t ON t.id = p.transaction_id
    WHERE a.owner_id = ${owner.id} AND t.kind = 'ad_spend'`.execute(api.test.db);
  const { totals } = await page('group=advertiser&from=2026-11-01&to=2026-11-21');
  expect(Number(rows[0]?.given)).toBeGreaterThan(0);
  expect(String(totals.earnings_micros)).toBe(rows[0]?.given);
});

test('an advertiser is the company and an id of its own: no account number, no person, no formula in the file', async () => {
  const { rows } = await page('group=advertiser&from=2026-11-01&to=2026-11-21&sort=key&order=asc');
  expect(rows.map(({ keys, names }) => [keys[0], names[0]])).toEqual(
    advertisers.map(({ id }, at) => [
      publicId('advertiser', id),
      ['=HYPERLINK("x"), Inc.', 'Nordlicht GmbH', null][at] ?? null,
    ]),
  );
  const { text } = await client.get(
    '/api/metrics/export?group=advertiser&from=2026-11-01&to=2026-11-21&sort=key&order=asc',
  );
  expect(text).toContain(`"'=HYPERLINK(""x""), Inc."`);
});

test('reasons are compared with the days before, and name the zone that had most of them', async () => {
  const ask = async (query: string) =>
    (await client.get<NoFillReport>(`/api/publisher/no-fill?${query}`)).body;
  const now = await ask('from=2026-11-18&to=2026-11-20&compare=previous');
  const before = await ask('from=2026-11-15&to=2026-11-17');
  expect(now.compared).toEqual({
    from: '2026-11-15',
    to: '2026-11-17',
    requests: before.requests,
    filled: before.filled,
    rows: before.rows.map(({ reason, requests }) => ({ reason, requests })),
  });
  expect(now.rows.length).toBeGreaterThan(1);
  for (const { reason, zone } of now.rows) {
    const counts = await Promise.all(
      zones.map(async ({ id }) => {
        const { rows } = await ask(`from=2026-11-18&to=2026-11-20&zone=${publicId('zone', id)}`);
        return rows.find((row) => row.reason === reason)?.requests ?? 0;
      }),
    );
    expect(zone?.requests).toBe(Math.max(...counts));
    const mostly = zones.find(({ id }) => publicId('zone', id) === zone?.id);
    expect(zone?.property_id).toBe(publicId('property', mostly?.propertyId ?? 0));
  }
});

test.each(['os=windows', 'advertiser=av_10001', 'group=zone', 'campaign=c_10001'])(
  'what is not known of a request is refused, not passed over: %s',
  async (query) => {
    expect((await client.get(`/api/publisher/no-fill?${query}`)).status).toBe(422);
    expect((await api.call(`/no-fill?${query}`, { secret })).status).toBe(422);
  },
);

test('somebody else’s zone is nobody’s here, and their requests are their own', async () => {
  const query = 'from=2026-11-01&to=2026-11-21';
  const foreign = publicId('zone', foreignZone);
  const { body } = await client.get<NoFillReport>(`/api/publisher/no-fill?${query}&zone=${foreign}`);
  expect([body.requests, body.rows]).toEqual([0, []]);
  const { body: theirs } = await stranger.get<NoFillReport>(`/api/publisher/no-fill?${query}`);
  expect(theirs.requests).toBeGreaterThan(0);
  for (const { zone } of theirs.rows) expect(zone?.id).toBe(foreign);
});
