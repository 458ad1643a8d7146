import { randomUUID } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import {
  BROWSER_CODES,
  DEVICE_CODES,
  METRIC_GROUPS,
  type MetricGroup,
  type MetricsReport,
  OS_CODES,
  OTHER_SUB_IDS,
  PUBLISHER_METRIC_GROUPS,
  publicId,
} from '@ezdash/contracts';
import fc from 'fast-check';
import { type RawBuilder, sql } from 'kysely';
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
import { createReportsFeature, metricsAsk, metricsQuery, readMetrics } from '../reports';

jest.setTimeout(120_000);

/** The test API's clock. */
const NOW = new Date('2026-11-21T12:00:00Z');
const DAY_MS = 86_400_000;
const HOUR_MS = 3_600_000;
const DAYS = 9;
const TIMEZONES = ['UTC', 'Europe/Berlin', 'America/Los_Angeles', 'Asia/Kathmandu', 'Pacific/Kiritimati'];
const random = seededRandom(67);
const under = (count: number) => Math.floor(random() * count);
function one<Item>(items: readonly Item[]): Item {
  const item = items[under(items.length)];
  if (item === undefined) throw new Error('There is nothing to choose from');
  return item;
}

const dataDir = mkdtempSync(path.join(tmpdir(), 'ezdash-metrics-'));
let api: TestApi;
let app: TestApp;
let client: TestClient;
let secret: string;
let owner: MadeUser;

interface Place {
  campaignId: number;
  creativeId: number;
  zoneId: number;
  propertyId: number;
}

async function makePlaces(): Promise<Place[]> {
  const { db } = api.test;
  const spaces = [];
  for (const category of ['news', 'travel', 'news']) {
    const { id: publisher_id } = await makePublisher(db);
    const { id: propertyId } = await makeProperty(db, { publisher_id, category });
    spaces.push({ propertyId, zoneId: (await makeZone(db, { property_id: propertyId })).id });
  }
  const places: Place[] = [];
  const other = await makeAdvertiser(db);
  for (const advertiser_id of [owner.id, owner.id, owner.id, other.id]) {
    const { id: campaignId } = await makeCampaign(db, { advertiser_id, name: `=SUM(1)+${campaignName()}` });
    for (const space of spaces)
      places.push({
        ...space,
        campaignId,
        creativeId: (await makeCreative(db, { campaign_id: campaignId })).id,
      });
  }
  return places;
}
let named = 0;
const campaignName = () => {
  named += 1;
  return named;
};

/** Some are not known: a report without Germany keeps them. */
const visitor = () => ({
  country: one(['DE', 'US', 'FR', 'ZZ']),
  device: one([1, 2, 3, 0]),
  os: one([1, 2, 5, 0]),
  browser: one([1, 2, 0]),
  language: one(['en', 'de', '']),
});

function makeEvent(place: Place): IngestEvent {
  const decidedAtMs = NOW.getTime() - under(DAYS * DAY_MS);
  return ingestEvent({
    decisionId: randomUUID(),
    decidedAtMs,
    happenedAtMs: decidedAtMs,
    invalidReason: one([0, 0, 0, 0, 1]),
    campaignId: place.campaignId,
    creativeId: place.creativeId,
    zoneId: place.zoneId,
    ...visitor(),
    sub: one(['', 'mail', 'social']),
    priceMicros: 1 + under(9_999),
    payoutMicros: 1,
  });
}

/** Numbers of all sub ids, those of none and of the rest among them. */
async function subIds(): Promise<number[]> {
  const rows = await api.test.db.selectFrom('sub_id_word').select('id').execute();
  return rows.map(({ id }) => id);
}

/** What counted conversions were worth, as reports of them leave it. */
async function makeConversion(place: Place): Promise<void> {
  const { db } = api.test;
  const { id: goal_id } = await db
    .insertInto('conversion_goal')
    .values({
      advertiser_id: owner.id,
      name: randomUUID(),
      window_days: 30,
      duplicates: 'every',
      pixel: false,
      requires_key: false,
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  const at = new Date(NOW.getTime() - under(DAYS * DAY_MS));
  const { advertiser_id } = await db
    .selectFrom('campaign')
    .select('advertiser_id')
    .where('id', '=', place.campaignId)
    .executeTakeFirstOrThrow();
  const { publisher_id } = await db
    .selectFrom('property')
    .select('publisher_id')
    .where('id', '=', place.propertyId)
    .executeTakeFirstOrThrow();
  await db
    .insertInto('conversion')
    .values({
      goal_id,
      click_id: randomUUID(),
      decided_at: at,
      received_at: at,
      clicked_at: at,
      source: 'postback',
      verdict: 'attributed',
      dedupe_key: randomUUID(),
      value_micros: BigInt(1 + under(5_000_000)),
      advertiser_id,
      publisher_id,
      campaign_id: place.campaignId,
      creative_id: place.creativeId,
      property_id: place.propertyId,
      zone_id: place.zoneId,
      ...visitor(),
      sub_id: one(await subIds()),
    })
    .execute();
}

async function ingestAll(events: readonly IngestEvent[]): Promise<void> {
  const { ingest, records } = testIngest(api.test.connection);
  await ingest.open();
  records.push(...events);
  await ingest.drain();
  await ingest.stop();
}

beforeAll(async () => {
  api = await openTestApi(dataDir, { callsPerMinute: 100_000 });
  const { db, connection } = api.test;
  owner = await makeAdvertiser(db, { account_type_id: 2 });
  const jobs = { queue: () => ({ name: '', send: async () => null }) };
  const reports = createReportsFeature({ db, connection, clock: api.clock, jobs, log: silentLog });
  app = await buildApp({ test: api.test, clock: api.clock, mounts: reports.mounts, callsPerMinute: 0 });
  client = app.client();
  await client.signIn(owner);
  secret = await api.makeToken(owner.id);
  const places = await makePlaces();
  const events = Array.from({ length: 700 }, () => makeEvent(one(places)));
  await ingestAll(events.slice(0, 500));
  await foldDays(connection, NOW);
  // The rest comes late, to days that are folded.
  await ingestAll(events.slice(500));
  for (let count = 0; count < 80; count += 1) await makeConversion(one(places));
});
afterAll(async () => {
  await app.close();
  await api.close();
  rmSync(dataDir, { recursive: true });
});

type Filters = Partial<Record<MetricGroup, { isNot: boolean; values: string[] }>>;
interface Question {
  groups: MetricGroup[];
  filters: Filters;
  from: string;
  to: string;
  timezone: string;
  sort: 'key' | 'spend_micros' | 'clicks' | 'revenue_micros';
  compare?: 'previous';
}

const OWN_GROUPS = METRIC_GROUPS.filter((group) => !PUBLISHER_METRIC_GROUPS.includes(group));
const some = (values: readonly string[]) =>
  fc.record({ isNot: fc.boolean(), values: fc.subarray([...values], { minLength: 1 }) });
const filters: fc.Arbitrary<Filters> = fc.record(
  {
    country: some(['DE', 'US', 'FR', 'SE']),
    device: some(['desktop', 'phone', 'tablet']),
    os: some(['windows', 'macos', 'android']),
    browser: some(['chrome', 'safari']),
    language: some(['en', 'de']),
    sub_id: some(['mail', 'social', OTHER_SUB_IDS]),
    category: some(['news', 'travel']),
  },
  { requiredKeys: [] },
);
const question: fc.Arbitrary<Question> = fc
  .record({
    groups: fc.shuffledSubarray([...OWN_GROUPS], { minLength: 1, maxLength: 4 }),
    filters: fc.oneof(fc.constant({}), filters),
    first: fc.integer({ min: 0, max: DAYS }),
    days: fc.integer({ min: 0, max: DAYS }),
    timezone: fc.constantFrom(...TIMEZONES),
    sort: fc.constantFrom(
      'key' as const,
      'spend_micros' as const,
      'clicks' as const,
      'revenue_micros' as const,
    ),
    compare: fc.constantFrom('previous' as const, undefined),
  })
  // Not told apart together.
  .filter(
    ({ groups, filters: narrowed }) =>
      !groups.includes('invalid_reason') || !(groups.includes('sub_id') || 'sub_id' in narrowed),
  )
  .map(({ first, days, ...rest }) => {
    const dayAt = (back: number) => new Date(NOW.getTime() - back * DAY_MS).toISOString().slice(0, 10);
    return { ...rest, from: dayAt(first), to: dayAt(Math.max(first - days, 0)) };
  });

function queryOf({ groups, filters: narrowed, from, to, timezone, sort, compare }: Question): string {
  const params = new URLSearchParams({ group: groups.join(','), from, to, timezone, sort });
  if (compare) params.set('compare', compare);
  for (const [group, { isNot, values }] of Object.entries(narrowed))
    params.set(group, `${isNot ? '!' : ''}${values.join(',')}`);
  return params.toString();
}

const codesOf = (codes: Readonly<Record<string, number>>, values: readonly string[]) =>
  values.map((value) => codes[value] ?? -1);

/** `AND` one of these, or everything but them: what is not known too. */
const are = (filter: Filters[MetricGroup], condition: (values: string[]) => RawBuilder<unknown>) => {
  if (!filter) return sql``;
  return sql`AND coalesce(${condition(filter.values)}, false) = ${!filter.isNot}`;
};

/** What events and conversions say themselves, one by one: no rollup, no cube, no report. */
async function counted({ filters: narrowed, from, to, timezone }: Question) {
  const within = (at: string, owned: string) => sql`${sql.ref(owned)} = ${owner.id}
    AND (${sql.ref(at)} AT TIME ZONE ${timezone}::text)::date BETWEEN ${from}::date AND ${to}::date
    ${are(narrowed.country, (values) => sql`country = ANY(${values}::char(2)[])`)}
    ${are(narrowed.language, (values) => sql`language = ANY(${values}::char(2)[])`)}
    ${are(narrowed.sub_id, (values) => sql`sub_id IN (SELECT id FROM sub_id_word WHERE word = ANY(${values}::text[]))`)}
    ${are(narrowed.device, (values) => sql`device = ANY(${codesOf(DEVICE_CODES, values)}::int2[])`)}
    ${are(narrowed.os, (values) => sql`os = ANY(${codesOf(OS_CODES, values)}::int2[])`)}
    ${are(narrowed.browser, (values) => sql`browser = ANY(${codesOf(BROWSER_CODES, values)}::int2[])`)}
    ${are(narrowed.category, (values) => sql`property_id IN (SELECT id FROM property WHERE category = ANY(${values}::text[]))`)}`;
  const { rows } = await sql<{ spend: string; impressions: string; revenue: string }>`
    SELECT coalesce(sum(price_micros), 0)::text AS spend,
      count(*) FILTER (WHERE kind = 1 AND invalid_reason = 0)::text AS impressions,
      (SELECT coalesce(sum(value_micros), 0)::text FROM conversion
        WHERE verdict = 'attributed' AND ${within('received_at', 'advertiser_id')}) AS revenue
    FROM ad_event WHERE ${within('decided_at', 'advertiser_id')}`.execute(api.test.db);
  const [row] = rows;
  if (!row) throw new Error('The database counted nothing');
  return row;
}

/** What the ledger took in these days, where nothing is filtered: it knows whole hours, and nothing of visitors and places. */
async function booked({ filters: narrowed, from, to, timezone }: Question): Promise<string | undefined> {
  if (Object.keys(narrowed).length > 0 || timezone === 'Asia/Kathmandu') return undefined;
  const { rows } = await sql<{ taken: string }>`
    SELECT coalesce(-sum(p.amount_micros), 0)::text AS taken
    FROM ledger_posting p
    JOIN ledger_account a ON a.id = p.account_id JOIN ledger_transaction t ON t.id = p.transaction_id
    WHERE a.owner_id = ${owner.id} AND t.kind = 'ad_spend'
      AND (date_trunc('hour', t.occurred_at, 'UTC') AT TIME ZONE ${timezone}::text)::date
        BETWEEN ${from}::date AND ${to}::date`.execute(api.test.db);
  return rows[0]?.taken;
}

/** All rows over the API, forty at a time by the cursor. */
async function overApi(query: string): Promise<MetricsReport> {
  const rows: MetricsReport['rows'] = [];
  for (let cursor = ''; ; ) {
    const { status, body } = await api.call<MetricsReport>(`/metrics?${query}&limit=40${cursor}`, { secret });
    expect(status).toBe(200);
    rows.push(...body.rows);
    if (body.next_cursor === null) return { ...body, rows };
    cursor = `&cursor=${body.next_cursor}`;
  }
}

const micros = (text: string): bigint => BigInt(text.replace('.', ''));
const sumOf = (values: readonly (number | null)[]) =>
  values.reduce<bigint>((sum, value) => sum + BigInt(value ?? 0), 0n);

/** The file's rows by the names of its columns. */
function readFile(text: string): Readonly<Record<string, string>>[] {
  const table = readCsv(text, { mostRows: 100_000, mostBytes: 50_000_000 });
  if ('rows' in table) return table.rows.map(({ cells }) => cells);
  if (table.trouble.code !== 'no-rows') throw new Error(`This is no CSV file: ${table.trouble.code}`);
  return [];
}

// The page's call, not the page: that it draws this answer is held in a browser (`e2e/figuresAgree.spec.ts`).
test('the page’s call, the API, CSV, what happened and without a filter the ledger agree to the micro', async () => {
  let spent = 0;
  let inLedger = 0;
  await fc.assert(
    fc.asyncProperty(question, async (asked) => {
      const query = queryOf(asked);
      const page = await client.get<MetricsReport>(`/api/metrics?${query}&limit=2000`);
      expect([page.status, page.body]).toEqual([200, expect.anything()]);
      const { rows, totals, row_count } = page.body;
      const raw = await counted(asked);
      expect({
        spend: String(totals.spend_micros),
        revenue: String(totals.revenue_micros),
        impressions: String(totals.impressions),
      }).toEqual(raw);
      const taken = await booked(asked);
      if (taken !== undefined) {
        expect(String(totals.spend_micros)).toBe(taken);
        inLedger += 1;
      }
      expect(sumOf(rows.map((row) => row.spend_micros))).toBe(BigInt(totals.spend_micros ?? 0));
      expect(sumOf(rows.map((row) => row.revenue_micros))).toBe(BigInt(totals.revenue_micros ?? 0));
      expect(rows).toHaveLength(row_count);
      const api = await overApi(query);
      expect(api.rows).toEqual(rows);
      expect(api.totals).toEqual(totals);
      const file = await client.get(`/api/metrics/export?${query}`);
      expect([file.status, file.headers.get('content-type')]).toEqual([200, 'text/csv; charset=utf-8']);
      const lines = readFile(file.text);
      expect(
        lines.map((line) => [micros(line.spend ?? ''), micros(line.revenue ?? ''), Number(line.impressions)]),
      ).toEqual(
        rows.map((row) => [BigInt(row.spend_micros ?? 0), BigInt(row.revenue_micros ?? 0), row.impressions]),
      );
      expect(lines.map((line) => asked.groups.map((group) => line[group]))).toEqual(
        rows.map((row) => row.keys),
      );
      if (asked.compare)
        expect(lines.map((line) => [line.previous_clicks, micros(line.previous_spend ?? '')])).toEqual(
          rows.map(({ previous }) => [`${previous?.clicks ?? ''}`, BigInt(previous?.spend_micros ?? 0)]),
        );
      if (Number(raw.spend) > 0) spent += 1;
    }),
    { numRuns: 60, seed: 67, endOnFailure: true },
  );
  expect(spent).toBeGreaterThan(30);
  expect(inLedger).toBeGreaterThan(15);
});

test('the whole of it is what the ledger took from the account', async () => {
  const { rows } = await sql<{ taken: string }>`
    SELECT coalesce(-sum(p.amount_micros), 0)::text AS taken
    FROM ledger_posting p
    JOIN ledger_account a ON a.id = p.account_id JOIN ledger_transaction t ON t.id = p.transaction_id
    WHERE a.owner_id = ${owner.id} AND t.kind = 'ad_spend'`.execute(api.test.db);
  const { body } = await client.get<MetricsReport>(
    '/api/metrics?group=campaign&from=2026-11-01&to=2026-11-21',
  );
  expect(Number(rows[0]?.taken)).toBeGreaterThan(0);
  expect(String(body.totals.spend_micros)).toBe(rows[0]?.taken);
});

test('rows carry what was there in the period before, days moved along', async () => {
  const period = 'from=2026-11-18&to=2026-11-20';
  const now = (await client.get<MetricsReport>(`/api/metrics?group=date,campaign&${period}&compare=previous`))
    .body;
  const before = (
    await client.get<MetricsReport>('/api/metrics?group=date,campaign&from=2026-11-15&to=2026-11-17')
  ).body;
  expect(now.compared).toEqual({ from: '2026-11-15', to: '2026-11-17', totals: before.totals });
  const moved = (day = '') => new Date(Date.parse(day) + 3 * DAY_MS).toISOString().slice(0, 10);
  const known = new Map(before.rows.map((row) => [`${moved(row.keys[0])}|${row.keys[1]}`, row.spend_micros]));
  expect(now.rows.some((row) => row.previous !== null)).toBe(true);
  for (const row of now.rows) expect(row.previous?.spend_micros).toBe(known.get(row.keys.join('|')));
});

test('hours are compared with the same hours of other days', async () => {
  const { body } = await client.get<MetricsReport>(
    '/api/metrics?group=hour&from=2026-11-20&to=2026-11-20&compare=previous',
  );
  const before = (await client.get<MetricsReport>('/api/metrics?group=hour&from=2026-11-19&to=2026-11-19'))
    .body;
  const known = new Map(
    before.rows.map((row) => [Date.parse(row.keys[0] ?? '') + 24 * HOUR_MS, row.impressions]),
  );
  expect(body.rows.length).toBeGreaterThan(5);
  for (const row of body.rows)
    expect(row.previous?.impressions).toBe(known.get(Date.parse(row.keys[0] ?? '')));
});

test('an account that never had a conversion is not told of a revenue of nothing', async () => {
  const query = metricsQuery.parse({ group: 'campaign', from: '2026-11-01', to: '2026-11-21' });
  const { id } = await makeAdvertiser(api.test.db);
  const revenueOf = async (accountId: number) =>
    (await readMetrics(api.test.db, metricsAsk(query, 'advertiser', accountId, NOW))).totals.revenue_micros;
  expect(await revenueOf(id)).toBeNull();
  expect(await revenueOf(owner.id)).toBeGreaterThan(0);
});

test('no name in a file is a formula', async () => {
  const file = await client.get('/api/metrics/export?group=campaign&from=2026-11-01&to=2026-11-21');
  const names = file.text.trim().split('\r\n').slice(1);
  expect(names).toHaveLength(3);
  for (const name of names) expect(name).toMatch(/^c_\w+,'=SUM/);
});

test.each([
  ['cursor=nonsense', 'cursor'],
  [`cursor=${Buffer.from('{"f":"1","k":["1); DROP TABLE campaign"]}').toString('base64url')}`, 'cursor'],
  [`cursor=${Buffer.from('{"f":"1","k":["1","2"]}').toString('base64url')}`, 'cursor'],
  [`cursor=${Buffer.from('{"f":null,"k":["1"]}').toString('base64url')}`, 'cursor'],
  ['compare=moon', 'compare'],
  ['period=last7&from=2026-11-01', 'period'],
  ['period=ever', 'period'],
  ['sort=wins', 'sort'],
  ['limit=2001', 'limit'],
])('?group=campaign&country=DE&%s is refused by field', async (query, field) => {
  const { status, body } = await client.get<{ errors: object }>(
    `/api/metrics?group=campaign&country=DE&${query}`,
  );
  expect([status, Object.keys(body.errors)]).toEqual([422, [field]]);
});

test('another account’s campaign is nobody’s here: neither in figures nor in files', async () => {
  const { rows } = await sql<{
    id: number;
  }>`SELECT id FROM campaign WHERE advertiser_id <> ${owner.id}`.execute(api.test.db);
  const foreign = publicId('campaign', rows[0]?.id ?? 0);
  const query = `group=campaign&campaign=${foreign}&from=2026-11-01&to=2026-11-21`;
  const { body } = await client.get<MetricsReport>(`/api/metrics?${query}`);
  expect([body.rows, body.totals.spend_micros, body.totals.revenue_micros]).toEqual([[], 0, 0]);
  expect(readFile((await client.get(`/api/metrics/export?${query}`)).text)).toEqual([]);
});
