import { once } from 'node:events';
import fc from 'fast-check';
import { sql } from 'kysely';
import { from as copyFrom } from 'pg-copy-streams';
import { createClient } from '../../platform/db';
import { createTestDb, type TestDb } from '../../testing/createTestDb';
import { type BilledEvent, utcDay } from './billing';
import { BinaryRows } from './binaryRows';
import { EVENT_COLUMNS, eventParts, FIGURE_COLUMNS, figureRows } from './eventRows';
import type { HourlyFigures } from './rollups';

let test_: TestDb;
beforeAll(async () => {
  test_ = await createTestDb();
});
afterAll(() => test_.drop());

const MOST = Number.MAX_SAFE_INTEGER;
const small = fc.integer({ min: 0, max: 32_767 });
const row = fc.integer({ min: 1, max: 2_147_483_647 });
const time = fc.integer({ min: 946_684_800_000 - 10 ** 12, max: 4_102_444_800_000 });
const amount = fc.integer({ min: -MOST, max: MOST });
const billed: fc.Arbitrary<BilledEvent> = fc
  .record({
    ids: fc.tuple(row, row, row, row, row, row),
    times: fc.tuple(time, time),
    smalls: fc.tuple(small, small, small, small),
    amounts: fc.tuple(amount, amount, amount),
    kind: fc.integer({ min: 1, max: 4 }),
    decisionId: fc.uuid(),
    country: fc.constantFrom('DE', 'US', 'ZZ'),
    language: fc.constantFrom('', 'de', 'en'),
  })
  .map(({ ids, times, smalls, amounts, ...fields }) => ({
    event: {
      ...fields,
      type: 'event',
      invalidReason: 0,
      happenedAtMs: times[1],
      decidedAtMs: times[0],
      pricing: 0,
      campaignId: ids[0],
      creativeId: ids[1],
      zoneId: ids[2],
      device: smalls[0],
      os: smalls[1],
      browser: smalls[2],
      priceMicros: 0,
      payoutMicros: 0,
      claimed: false,
    },
    owners: { advertiserId: ids[3], publisherId: ids[4], propertyId: ids[5] },
    verdict: smalls[3],
    spendMicros: amounts[0],
    payoutMicros: amounts[1],
    bonusMicros: amounts[2],
  }));

interface StoredRow {
  decision_id: string;
  kind: number;
  decided_at: Date;
  happened_at: Date;
  ids: number[];
  smalls: number[];
  country: string;
  language: string;
  amounts: string[];
}
const expected = ({ event, owners, ...rest }: BilledEvent): StoredRow => ({
  decision_id: event.decisionId,
  kind: event.kind,
  decided_at: new Date(event.decidedAtMs),
  happened_at: new Date(event.happenedAtMs),
  ids: [
    event.campaignId,
    event.creativeId,
    event.zoneId,
    owners.advertiserId,
    owners.publisherId,
    owners.propertyId,
    event.subId ?? 0,
  ],
  smalls: [event.device, event.os ?? 0, event.browser ?? 0, rest.verdict],
  country: event.country,
  language: (event.language ?? '').padEnd(2),
  amounts: [rest.spendMicros, rest.payoutMicros, rest.bonusMicros].map(String),
});

test('PostgreSQL reads every column of any event as it was written', async () => {
  const client = createClient(test_.ownerConnection);
  await client.connect();
  await client.query('CREATE TABLE copied (LIKE ad_event)');
  await fc.assert(
    fc.asyncProperty(
      fc.array(billed, { minLength: 1, maxLength: 40 }),
      fc.integer({ min: 1, max: 41 }),
      async (events, size) => {
        const copy = client.query(copyFrom(`COPY copied (${EVENT_COLUMNS}) FROM STDIN (FORMAT binary)`));
        const finished = once(copy, 'finish');
        for (const part of eventParts(events, size)) copy.write(part);
        copy.end();
        await finished;
        const { rows } =
          await sql<StoredRow>`DELETE FROM copied RETURNING decision_id, kind, decided_at, happened_at,
        ARRAY[campaign_id, creative_id, zone_id, advertiser_id, publisher_id, property_id, sub_id] AS ids,
        ARRAY[device, os, browser, invalid_reason]::int[] AS smalls, country, language,
        ARRAY[price_micros, payout_micros, bonus_micros]::text[] AS amounts`.execute(test_.owner);
        expect(rows).toEqual(events.map(expected));
      },
    ),
    { numRuns: 60 },
  );
  await client.end();
});

const figures: fc.Arbitrary<HourlyFigures> = fc.record({
  hourMs: time,
  quarter: fc.integer({ min: 0, max: 3 }),
  campaignId: row,
  creativeId: row,
  zoneId: row,
  country: fc.constantFrom('DE', 'US', 'ZZ'),
  device: small,
  os: small,
  browser: small,
  language: fc.constantFrom('', 'de', 'en'),
  subId: row,
  advertiserId: row,
  publisherId: row,
  propertyId: row,
  impressions: amount,
  viewables: amount,
  clicks: amount,
  conversions: amount,
  invalid: amount,
  spendMicros: amount,
  payoutMicros: amount,
});

test('so does it every column of any sums, negative ones too', async () => {
  const client = createClient(test_.ownerConnection);
  await client.connect();
  await client.query('CREATE TABLE summed (LIKE rollup_hourly)');
  await fc.assert(
    fc.asyncProperty(fc.array(figures, { maxLength: 40 }), async (sums) => {
      const copy = client.query(copyFrom(`COPY summed (${FIGURE_COLUMNS}) FROM STDIN (FORMAT binary)`));
      const finished = once(copy, 'finish');
      copy.end(figureRows(sums));
      await finished;
      const { rows } = await sql<Record<string, unknown>>`DELETE FROM summed RETURNING hour, quarter,
        ARRAY[campaign_id, creative_id, zone_id, device, os, browser, sub_id, advertiser_id, publisher_id,
          property_id] AS small,
        country, language,
        ARRAY[impressions, viewables, clicks, conversions, invalid, spend_micros, payout_micros]::text[] AS large`.execute(
        test_.owner,
      );
      expect(rows).toEqual(
        sums.map((sum) => ({
          hour: new Date(sum.hourMs),
          quarter: sum.quarter,
          small: [
            sum.campaignId,
            sum.creativeId,
            sum.zoneId,
            sum.device,
            sum.os,
            sum.browser,
            sum.subId,
            sum.advertiserId,
            sum.publisherId,
            sum.propertyId,
          ],
          country: sum.country,
          language: sum.language.padEnd(2),
          large: [
            sum.impressions,
            sum.viewables,
            sum.clicks,
            sum.conversions,
            sum.invalid,
            sum.spendMicros,
            sum.payoutMicros,
          ].map(String),
        })),
      );
    }),
    { numRuns: 40 },
  );
  await client.end();
});

test('a day is the UTC day of the moment', () => {
  fc.assert(
    fc.property(time, (timeMs) => {
      expect(utcDay(timeMs)).toBe(new Date(timeMs).toISOString().slice(0, 10));
    }),
  );
});

test.each([
  ['int2', 32_768],
  ['int2', -32_769],
  ['int2', 1.5],
  ['int4', 2_147_483_648],
  ['int4', Number.NaN],
  ['int8', 2 ** 53],
  ['int8', 0.5],
] as const)('what is no %s is refused: %s', (type, value) => {
  const rows = new BinaryRows([type], 1);
  rows.row();
  expect(() => rows[type](value)).toThrow(RangeError);
});
