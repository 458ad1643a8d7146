import type { MetricGroup } from '@ezdash/contracts';
import fc from 'fast-check';
import { sql } from 'kysely';
import { type Db, inTransaction } from '../../platform/db';
import { createTestDb, makeProperty, makePublisher, makeZone, type TestDb } from '../../testing';
import { seededRandom } from '../demo/visitsModel';
import { addDiscarded, addHourlyFigures } from '../events/events.repo';
import { foldDay } from '../events/folding.repo';
import { addRequests } from '../events/requests.repo';
import type { HourlyFigures } from '../events/rollups';
import { findMetrics, type MetricsRow } from './metrics.repo';
import { FIGURES } from './metricsParts';
import { metricsAsk, metricsQuery } from './metricsQuery';

jest.setTimeout(120_000);

const DAY_MS = 86_400_000;
const HOUR_MS = 3_600_000;
const NOW = new Date('2026-11-21T12:00:00Z');
/** Around the changes of the clocks of America and Europe, in spring and in autumn. */
const SEASONS = [
  { first: '2026-03-05', days: 28 },
  { first: '2026-10-22', days: 14 },
] as const;
const TIMEZONES = [
  'UTC',
  'Europe/Berlin',
  'America/Los_Angeles',
  'America/St_Johns',
  'America/Havana',
  'Asia/Kathmandu',
  'Asia/Kolkata',
  'Asia/Tokyo',
  'Australia/Lord_Howe',
  'Pacific/Chatham',
  'Pacific/Kiritimati',
  'Pacific/Pago_Pago',
] as const;
const ADVERTISERS = [9_001, 9_002] as const;

let test_: TestDb;
let publishers: number[];
let zones: { zoneId: number; propertyId: number; publisherId: number }[];

const random = seededRandom(20_261_121);
const one = <Item>(items: readonly Item[]): Item => {
  const item = items[Math.floor(random() * items.length)];
  if (item === undefined) throw new Error('nothing to choose from');
  return item;
};
const under = (most: number) => Math.floor(random() * most);

function somewhere() {
  const season = one(SEASONS);
  const campaignId = 1 + under(4);
  return {
    hourMs: Date.parse(season.first) + under(season.days * 24) * HOUR_MS,
    quarter: under(4),
    ...one(zones),
    campaignId,
    creativeId: campaignId * 10,
    advertiserId: one(ADVERTISERS),
    country: one(['DE', 'US']),
    device: 1 + under(2),
    os: under(2),
    browser: under(2),
    language: one(['', 'de']),
    subId: one([0, 0, 1, 200]),
  };
}
const figures = (): HourlyFigures => ({
  ...somewhere(),
  impressions: under(100),
  viewables: under(50),
  clicks: under(5),
  conversions: under(2),
  invalid: under(3),
  spendMicros: under(1_000_000),
  payoutMicros: under(800_000),
});
const negative = (row: HourlyFigures): HourlyFigures => ({
  ...row,
  impressions: -row.impressions,
  viewables: -row.viewables,
  clicks: -row.clicks,
  conversions: -row.conversions,
  invalid: -row.invalid,
  spendMicros: -row.spendMicros,
  payoutMicros: -row.payoutMicros,
});

/** Adds rows to all three tables; some of the figures are taken back again, as if they had never been. */
async function addRows(count: number): Promise<void> {
  const added = Array.from({ length: count }, figures);
  const rows = [...added, ...added.slice(0, count / 10).map(negative)];
  const discarded = Array.from({ length: count / 5 }, () => ({
    ...somewhere(),
    kind: 1,
    reason: 2,
    events: 1 + under(9),
  }));
  const requests = Array.from({ length: count }, () => ({
    ...somewhere(),
    reason: one([0, 0, 8]),
    requests: 1 + under(9),
  }));
  await inTransaction(test_.db, async (trx) => {
    await addHourlyFigures(trx, rows);
    await addDiscarded(trx, discarded);
    for (const each of requests) await addRequests(trx, [each]);
  });
}

beforeAll(async () => {
  test_ = await createTestDb();
  const { db } = test_;
  publishers = [];
  zones = [];
  for (let index = 0; index < 2; index += 1) {
    const { id: publisherId } = await makePublisher(db);
    publishers.push(publisherId);
    for (const category of ['news', 'travel']) {
      const { id: propertyId } = await makeProperty(db, { publisher_id: publisherId, category });
      for (let count = 0; count < 2; count += 1) {
        const { id: zoneId } = await makeZone(db, { property_id: propertyId });
        zones.push({ zoneId, propertyId, publisherId });
      }
    }
  }
  await addRows(1_500);
  // Every fifth day stays as it is: it is read by the hour.
  for (const { first, days } of SEASONS)
    for (let day = 0; day < days; day += 1)
      if (day % 5 !== 3)
        await foldDay(db, new Date(Date.parse(first) + day * DAY_MS).toISOString().slice(0, 10));
  // What comes late to days that are folded.
  await addRows(500);
});
afterAll(() => test_.drop());

interface Question {
  side: 'advertiser' | 'publisher';
  groups: MetricGroup[];
  timezone: string;
  from: string;
  to: string;
  country: string | undefined;
}
const askOf = ({ side, groups, timezone, from, to, country }: Question) =>
  metricsAsk(
    metricsQuery.parse({ from, to, timezone, country, group: groups.join(','), sort: 'key', limit: 1_000 }),
    side,
    (side === 'advertiser' ? ADVERTISERS[0] : publishers[0]) ?? 0,
    NOW,
  );
const answerTo = (db: Db, question: Question) =>
  inTransaction(db, (trx) => findMetrics(trx, askOf(question)), { isolation: 'repeatable read' });

const KEYS: Partial<Record<MetricGroup, string>> = {
  campaign: 'campaign_id::text',
  property: 'property_id::text',
  zone: 'zone_id::text',
  category: '(SELECT category FROM property p WHERE p.id = property_id)',
  country: 'country::text',
  device: 'device::text',
  os: 'os::text',
};

/** The plain sum of the rows, quarter of an hour by quarter. */
async function sumOfQuarters(question: Question): Promise<MetricsRow[]> {
  const { side, groups, timezone, from, to, country } = question;
  const ask = askOf(question);
  const day = sql`((hour + quarter * interval '15 minutes') AT TIME ZONE ${timezone}::text)::date`;
  const keys = groups.map((group) => (group === 'date' ? sql`${day}::text` : sql.raw(KEYS[group] ?? group)));
  const place =
    'hour, quarter, advertiser_id, publisher_id, campaign_id, property_id, zone_id, country, device, os';
  const requests = ask.hasRequests
    ? sql`UNION ALL SELECT hour, quarter, 0, publisher_id, 0, property_id, zone_id, country, device, 0, requests,
        CASE WHEN reason = 0 THEN requests ELSE 0 END, CASE WHEN reason = 7 THEN requests ELSE 0 END,
        0, 0, 0, 0, 0, 0, 0 FROM request_quarterly`
    : sql``;
  const { rows } = await sql<MetricsRow>`
    SELECT ARRAY[${sql.join(keys)}] AS keys, sum(requests)::int8 AS requests, sum(filled)::int8 AS filled, sum(below_floor)::int8 AS below_floor,
      sum(impressions)::int8 AS impressions, sum(viewables)::int8 AS viewables, sum(clicks)::int8 AS clicks,
      sum(conversions)::int8 AS conversions, sum(invalid)::int8 AS invalid, sum(spend_micros)::int8 AS spend_micros,
      sum(payout_micros)::int8 AS payout_micros, 0::int8 AS auctions, 0::int8 AS wins, 0::int8 AS revenue_micros
    FROM (
      SELECT ${sql.raw(place)}, 0 AS requests, 0 AS filled, 0 AS below_floor, impressions, viewables, clicks, conversions, invalid,
        spend_micros, payout_micros FROM rollup_hourly
      UNION ALL SELECT ${sql.raw(place)}, 0, 0, 0, 0, 0, 0, 0, events, 0, 0 FROM invalid_quarterly
      ${requests}
    ) quarters
    WHERE ${sql.ref(side === 'advertiser' ? 'advertiser_id' : 'publisher_id')} = ${ask.ownerId}
      AND ${day} BETWEEN ${from}::date AND ${to}::date ${country ? sql`AND country = ${country}` : sql``}
    GROUP BY 1
    HAVING sum(requests) <> 0 OR sum(impressions) <> 0 OR sum(viewables) <> 0 OR sum(clicks) <> 0
      OR sum(conversions) <> 0 OR sum(invalid) <> 0 OR sum(spend_micros) <> 0 OR sum(payout_micros) <> 0`.execute(
    test_.db,
  );
  return rows;
}

const byKey = (rows: readonly MetricsRow[]) =>
  new Map(rows.map((row) => [row.keys.join('|'), FIGURES.map((name) => [name, row[name]])]));

const dayOf = (season: (typeof SEASONS)[number], day: number) =>
  new Date(Date.parse(season.first) + day * DAY_MS).toISOString().slice(0, 10);
const period = fc.constantFrom(...SEASONS).chain((season) =>
  fc
    .tuple(fc.integer({ min: -1, max: season.days }), fc.integer({ min: 0, max: season.days }))
    .map(([first, length]) => ({
      from: dayOf(season, first),
      to: dayOf(season, Math.min(season.days + 1, first + length)),
    })),
);
const question: fc.Arbitrary<Question> = fc
  .tuple(fc.constantFrom('advertiser' as const, 'publisher' as const), fc.constantFrom(...TIMEZONES), period)
  .chain(([side, timezone, days]) =>
    fc.record({
      side: fc.constant(side),
      timezone: fc.constant(timezone),
      from: fc.constant(days.from),
      to: fc.constant(days.to),
      country: fc.constantFrom(undefined, 'DE'),
      groups: fc
        .subarray<MetricGroup>(
          [
            'property',
            'zone',
            'category',
            'country',
            'device',
            'os',
            ...(side === 'advertiser' ? ['campaign' as const] : []),
          ],
          { maxLength: 3 },
        )
        .map((groups): MetricGroup[] => ['date', ...groups]),
    }),
  );

/** Havana's 1 November 2026 begins twice. */
const MIDNIGHT_TWICE: Question = {
  side: 'publisher',
  groups: ['date', 'zone'],
  timezone: 'America/Havana',
  from: '2026-10-24',
  to: '2026-10-31',
  country: 'DE',
};

test('by days of any timezone: as the sum of the quarters of hours, to the micro', async () => {
  await fc.assert(
    fc.asyncProperty(question, async (asked) => {
      const [answer, hours] = [await answerTo(test_.db, asked), await sumOfQuarters(asked)];
      expect(byKey(answer.rows)).toEqual(byKey(hours));
      expect(answer.rowCount).toBe(hours.length);
      const micros = hours.reduce((sum, row) => sum + row.spend_micros, 0n);
      expect(answer.totals.spend_micros).toBe(micros);
    }),
    { numRuns: 120, seed: 9, endOnFailure: true, examples: [[MIDNIGHT_TWICE]] },
  );
});

class Undone extends Error {}

test.each([
  ['advertiser', 'Europe/Berlin', 1, 22],
  ['advertiser', 'America/Los_Angeles', 8, 24],
  ['publisher', 'Europe/Berlin', 1, 22],
  ['publisher', 'America/Los_Angeles', 8, 24],
  ['publisher', 'Asia/Kathmandu', 1, 18],
  ['publisher', 'UTC', 0, 24],
] as const)(
  '%s in %s: of folded days only the hours of another day are read',
  async (side, timezone, from, to) => {
    const asked: Question = {
      side,
      timezone,
      groups: ['date', 'zone'],
      from: '2026-03-05',
      to: '2026-04-01',
      country: undefined,
    };
    const before = await answerTo(test_.db, asked);
    expect(before.rowCount).toBeGreaterThan(50);
    const without = inTransaction(test_.owner, async (trx) => {
      // Not the first and the last day: of them a part alone is in the period.
      for (const table of ['rollup_hourly', 'invalid_hourly', 'request_hourly'])
        await sql`DELETE FROM ${sql.table(table)} WHERE extract(hour FROM hour AT TIME ZONE 'UTC') BETWEEN ${from} AND ${to - 1}
        AND (hour AT TIME ZONE 'UTC')::date IN (SELECT day FROM rollup_day WHERE day > '2026-03-05' AND day < '2026-04-01')`.execute(
          trx,
        );
      expect(await findMetrics(trx, askOf(asked))).toEqual(before);
      throw new Undone();
    });
    await expect(without).rejects.toThrow(Undone);
  },
);

test('every timezone that is taken has the same clock in the database and in the server', async () => {
  const letters =
    'CET MET EET WET EST MST HST EST5EDT CST6CDT MST7MDT PST8PDT UTC GMT UCT Zulu PRC ROC ROK JST EAT'.split(
      ' ',
    );
  const refused =
    'ACT AET AGT ART AST BET BST CAT CNT CST CTT ECT IET IST MIT NET NST PLT PNT PRT PST SST VST'.split(' ');
  const isTaken = (timezone: string) => metricsQuery.safeParse({ timezone }).success;
  expect(['CET', 'cet', 'Japan', 'US/Pacific'].filter((name) => !isTaken(name))).toEqual([]);
  const asked = [
    ...Intl.supportedValuesOf('timeZone'),
    ...letters,
    ...refused,
    'US/Pacific',
    'US/Pacific-New',
    'Japan',
  ]
    .filter(isTaken)
    .map((timezone) => ({ timezone, name: metricsQuery.parse({ timezone }).timezone }));
  const moments = ['2026-01-15T12:00:00Z', '2026-07-15T12:00:00Z'];
  const { rows } = await sql<{ name: string; moment: Date; wall: string }>`
    SELECT name, moment, to_char(moment AT TIME ZONE name, 'YYYY-MM-DD HH24:MI') AS wall
    FROM unnest(${asked.map(({ name }) => name)}::text[]) name, unnest(${moments}::timestamptz[]) moment`.execute(
    test_.db,
  );
  const wallOf = new Map(rows.map(({ name, moment, wall }) => [`${name} ${moment.toISOString()}`, wall]));
  for (const { timezone, name } of asked)
    for (const moment of moments.map((each) => new Date(each))) {
      const clock = new Intl.DateTimeFormat('sv', {
        timeZone: timezone,
        dateStyle: 'short',
        timeStyle: 'short',
      });
      expect([timezone, wallOf.get(`${name} ${moment.toISOString()}`)]).toEqual([
        timezone,
        clock.format(moment),
      ]);
    }
});
