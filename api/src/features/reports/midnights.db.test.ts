import { INVALID_REASONS, type MetricGroup } from '@ezdash/contracts';
import fc from 'fast-check';
import { sql } from 'kysely';
import { inTransaction } from '../../platform/db';
import {
  createTestDb,
  makeAdvertiser,
  makeCampaign,
  makeProperty,
  makePublisher,
  makeZone,
  type TestDb,
} from '../../testing';
import { seededRandom } from '../demo/visitsModel';
import type { BilledEvent } from '../events/billing';
import { addDiscarded, addDiscardedOfSubs, addHourlyFigures } from '../events/events.repo';
import { foldDay, mergeQuarters } from '../events/folding.repo';
import { addRequests } from '../events/requests.repo';
import { discardedFigures, discardedOfSubs, hourlyFigures, requestFigures } from '../events/rollups';
import { ingestEvent } from '../events/testEvents';
import { exportMetrics } from './exportMetrics';
import { localDayOf } from './metricsPeriod';
import { metricsAsk, metricsQuery } from './metricsQuery';
import { readMetrics } from './readMetrics';
import { noFillAsk, noFillQuery, readNoFill } from './readNoFill';

jest.setTimeout(300_000);

const DAY_MS = 86_400_000;
const QUARTER_MS = 900_000;
const NOW = new Date('2026-12-01T12:00:00Z');
/** UTC days around Samoa's leap over a day and around changes of clocks at midnight, at one, and by half an hour. */
const STRETCHES = [
  { first: '2011-12-28', days: 6 },
  { first: '2026-03-06', days: 4 },
  { first: '2026-03-27', days: 11 },
  { first: '2026-04-22', days: 4 },
  { first: '2026-09-04', days: 4 },
  { first: '2026-10-02', days: 4 },
  { first: '2026-10-23', days: 11 },
] as const;
const dayAt = (first: string, days: number) =>
  new Date(Date.parse(first) + days * DAY_MS).toISOString().slice(0, 10);

/** Clocks that have days of their own kind. */
const PECULIAR = [
  'Asia/Kolkata',
  'Asia/Kathmandu',
  'Pacific/Chatham',
  'Australia/Lord_Howe',
  'Australia/Eucla',
  'Pacific/Marquesas',
  'America/St_Johns',
  'America/Santiago',
  'America/Havana',
  'Asia/Beirut',
  'Africa/Cairo',
  'Atlantic/Azores',
  'Pacific/Apia',
  'UTC',
] as const;

const random = seededRandom(9);
const under = (most: number) => Math.floor(random() * most);

/** One in every quarter of an hour, at any moment of it, some on its first and last millisecond. */
const MOMENTS = STRETCHES.flatMap(({ first, days }) =>
  Array.from({ length: (days * DAY_MS) / QUARTER_MS }, (_, index) => {
    const begun = Date.parse(first) + index * QUARTER_MS;
    return begun + ([0, QUARTER_MS - 1][index % 3] ?? under(QUARTER_MS));
  }),
);

let test_: TestDb;
let advertiserId: number;
let publisherId: number;
let place: { campaignId: number; zoneId: number; propertyId: number };

function eventAt(decidedAtMs: number): BilledEvent {
  const { campaignId, zoneId, propertyId } = place;
  return {
    event: ingestEvent({ decidedAtMs, campaignId, zoneId, creativeId: 1, country: 'DE' }),
    owners: { advertiserId, publisherId, propertyId },
    verdict: INVALID_REASONS.counted,
    spendMicros: 1_000,
    payoutMicros: 800,
    bonusMicros: 0,
  };
}

/** Each moment has an impression, a discarded event and a request. */
async function count(moments: readonly number[]): Promise<void> {
  const events = moments.map(eventAt);
  const discarded = events.map(({ owners, event }, index) => ({
    event: { ...event, subId: index % 2 ? 1 : 0 },
    owners,
    reason: INVALID_REASONS.bot,
  }));
  const { zoneId } = place;
  const requests = moments.map((decidedAtMs) => ({
    ...{ type: 'request' as const, decidedAtMs, zoneId, country: 'DE' },
    ...{ device: 1, reason: 0, requests: 1 },
  }));
  await inTransaction(test_.db, async (trx) => {
    await addHourlyFigures(trx, hourlyFigures(events));
    await addDiscarded(trx, discardedFigures(discarded));
    await addDiscardedOfSubs(trx, discardedOfSubs(discarded));
    await addRequests(trx, requestFigures(requests));
  });
}

beforeAll(async () => {
  test_ = await createTestDb();
  const { db } = test_;
  ({ id: advertiserId } = await makeAdvertiser(db));
  ({ id: publisherId } = await makePublisher(db));
  const { id: propertyId } = await makeProperty(db, { publisher_id: publisherId });
  const { id: zoneId } = await makeZone(db, { property_id: propertyId });
  const { id: campaignId } = await makeCampaign(db, { advertiser_id: advertiserId });
  place = { campaignId, zoneId, propertyId };
  await count(MOMENTS.filter((_, index) => index % 5 !== 0));
  // Every third day stays open, and is read by its rows.
  for (const { first, days } of STRETCHES)
    for (let day = 0; day < days; day += 1) if (day % 3 !== 2) await foldDay(db, dayAt(first, day));
  // What comes late to days that are folded.
  await count(MOMENTS.filter((_, index) => index % 5 === 0));
});
afterAll(() => test_.drop());

interface Question {
  timezone: string;
  from: string;
  to: string;
}
type Side = 'advertiser' | 'publisher';
const ask = (side: Side, { timezone, from, to }: Question, group: MetricGroup[], rest = {}) =>
  metricsAsk(
    metricsQuery.parse({ from, to, timezone, group: group.join(','), sort: 'key', limit: 2_000, ...rest }),
    side,
    side === 'advertiser' ? advertiserId : publisherId,
    NOW,
  );

/** By the server's own calendar, event by event. */
function countByDay(moments: readonly number[], { timezone, from, to }: Question): Record<string, number> {
  const days: Record<string, number> = {};
  for (const at of moments) {
    const day = localDayOf(timezone, new Date(at));
    if (day >= from && day <= to) days[day] = (days[day] ?? 0) + 1;
  }
  return days;
}

async function expectDays(asked: Question): Promise<void> {
  const expected = countByDay(MOMENTS, asked);
  const all = Object.values(expected).reduce((sum, each) => sum + each, 0);
  const own = await readMetrics(test_.db, ask('advertiser', asked, ['date']));
  const days = (figure: 'impressions' | 'invalid' | 'requests', { rows }: typeof own) =>
    Object.fromEntries(rows.map((row) => [row.keys[0], row[figure]]));
  expect([asked, days('impressions', own)]).toEqual([asked, expected]);
  expect(days('invalid', own)).toEqual(expected);
  expect(own.whole_hours_until).toBeNull();
  const theirs = await readMetrics(test_.db, ask('publisher', asked, ['date', 'zone']));
  expect(days('impressions', theirs)).toEqual(expected);
  expect(days('requests', theirs)).toEqual(expected);
  // Without days told apart, only the bounds are moved.
  const whole = await readMetrics(test_.db, ask('advertiser', asked, ['sub_id']));
  expect([whole.totals.impressions, whole.totals.invalid]).toEqual([all, all]);
  const noFill = await readNoFill(test_.db, noFillAsk(noFillQuery.parse(asked), publisherId, NOW));
  expect(noFill.requests).toBe(all);
}

const question = (timezone: fc.Arbitrary<string>): fc.Arbitrary<Question> =>
  fc.constantFrom(...STRETCHES).chain(({ first, days }) =>
    fc
      .record({ timezone, start: fc.integer({ min: -1, max: days }), length: fc.integer({ min: 0, max: 4 }) })
      .map(({ start, length, ...rest }) => ({
        ...rest,
        from: dayAt(first, start),
        to: dayAt(first, start + length),
      })),
  );

test.each(PECULIAR)('a day of %s has what happened between its midnights', async (timezone) => {
  for (const { first, days } of STRETCHES) {
    await expectDays({ timezone, from: dayAt(first, -1), to: dayAt(first, days) });
    await expectDays({ timezone, from: dayAt(first, 1), to: dayAt(first, days - 2) });
  }
});

test('so does a day of any time zone', async () => {
  // Where the database and this Node.js know the same rules: changes of the law reach the one before the other.
  const ends = STRETCHES.map(({ first, days }) => new Date(`${dayAt(first, days)}T09:30:00Z`));
  const { rows } = await sql<{ timezone: string; walls: string[] }>`
    SELECT timezone, array_agg(to_char(at AT TIME ZONE timezone, 'YYYY-MM-DD HH24:MI') ORDER BY at) AS walls
    FROM unnest(${Intl.supportedValuesOf('timeZone')}::text[]) timezone, unnest(${ends}::timestamptz[]) at
    GROUP BY timezone ORDER BY timezone`.execute(test_.db);
  const zones = rows.flatMap(({ timezone, walls }) => {
    const clock = new Intl.DateTimeFormat('sv', {
      timeZone: timezone,
      dateStyle: 'short',
      timeStyle: 'short',
    });
    return ends.every((at, index) => clock.format(at) === walls[index]) ? [timezone] : [];
  });
  expect(zones.length).toBeGreaterThan(400);
  await fc.assert(fc.asyncProperty(question(fc.constantFrom(...zones)), expectDays), {
    numRuns: 150,
    seed: 9,
    endOnFailure: true,
  });
});

test('a day that a time zone left out has nothing', async () => {
  const report = await readMetrics(
    test_.db,
    ask('advertiser', { timezone: 'Pacific/Apia', from: '2011-12-30', to: '2011-12-30' }, ['date']),
  );
  expect([report.rows, report.totals.impressions]).toEqual([[], 0]);
});

test.each([
  ['Asia/Kolkata', '2026-03-30', 24],
  ['Asia/Kathmandu', '2026-03-30', 24],
  ['Europe/Berlin', '2026-03-29', 23],
  ['Europe/Berlin', '2026-10-25', 25],
  ['America/Santiago', '2026-09-06', 23],
  ['America/Havana', '2026-11-01', 25],
])('the hours of a day of %s, %s, are those of its clocks', async (timezone, day, hours) => {
  const asked = { timezone, from: day, to: day };
  const { rows, totals } = await readMetrics(test_.db, ask('advertiser', asked, ['hour']));
  expect(rows).toHaveLength(hours);
  expect(new Set(rows.map(({ impressions }) => impressions))).toEqual(new Set([4]));
  expect(totals.impressions).toBe(hours * 4);
  const clock = new Intl.DateTimeFormat('sv', { timeZone: timezone, timeStyle: 'short' });
  const minutes = rows.map(({ keys: [hour = ''] }) => clock.format(new Date(hour)).slice(-2));
  expect(new Set(minutes)).toEqual(new Set(['00']));
  expect(localDayOf(timezone, new Date(rows[0]?.keys[0] ?? ''))).toBe(day);
});

test.each([
  // What is left of an hour begins with the change: half an hour twice, or that there is not, and the same of an hour.
  ['Australia/Lord_Howe', '2026-04-05', '2026-04-04T15:00:00Z', ['01:00 4', '01:30 2', '02:00 4']],
  ['Australia/Lord_Howe', '2026-10-04', '2026-10-03T15:30:00Z', ['01:00 4', '02:30 2', '03:00 4']],
  ['Pacific/Chatham', '2026-04-05', '2026-04-04T14:00:00Z', ['03:00 3', '02:45 1', '03:00 4']],
])('hours of %s around a change of clocks on %s begin when clocks show them', async (...given) => {
  const [timezone, day, changed, expected] = given;
  const { rows } = await readMetrics(test_.db, ask('advertiser', { timezone, from: day, to: day }, ['hour']));
  const clock = new Intl.DateTimeFormat('sv', { timeZone: timezone, timeStyle: 'short' });
  const shown = rows.map(
    ({ keys: [hour = ''], impressions }) => `${clock.format(new Date(hour))} ${impressions}`,
  );
  const at = rows.findIndex(({ keys }) => keys[0] === changed);
  expect(shown.slice(at - 1, at + 2)).toEqual(expected);
});

test('hours of a day are compared with those of the day before', async () => {
  const asked = { timezone: 'Asia/Kathmandu', from: '2026-03-30', to: '2026-03-30' };
  const hourly = ask('advertiser', asked, ['hour'], { compare: 'previous' });
  const { rows } = await readMetrics(test_.db, hourly);
  expect(rows.map(({ previous }) => previous?.impressions)).toEqual(Array(24).fill(4));
  const pieces: string[] = [];
  await exportMetrics(test_.db, hourly, { translate: (text) => text }, async (piece) => {
    pieces.push(piece);
  });
  const [header = '', ...lines] = pieces.join('').trim().split('\r\n');
  const column = header.split(',').indexOf('previous_impressions');
  expect(lines.map((line) => line.split(',')[column])).toEqual(Array(24).fill('4'));
});

class Undone extends Error {}

describe('figures from before quarters were kept', () => {
  const UNTIL = '2026-04-01T00:00:00.000Z';
  /** The hour a moment is in, where nothing more is known of it. */
  const knownUntil = (until: string) => (at: number) => (at < Date.parse(until) ? at - (at % 3_600_000) : at);

  beforeAll(() => sql`UPDATE whole_hours SET until = ${UNTIL}::timestamptz`.execute(test_.owner));

  test.each(['Asia/Kolkata', 'Asia/Kathmandu', 'America/St_Johns'])(
    'hours are of the day of their first moment in %s, until quarters are known',
    async (timezone) => {
      const asked = { timezone, from: '2026-03-28', to: '2026-04-04' };
      const { rows, totals, whole_hours_until } = await readMetrics(
        test_.db,
        ask('advertiser', asked, ['date']),
      );
      const expected = countByDay(MOMENTS.map(knownUntil(UNTIL)), asked);
      expect(Object.fromEntries(rows.map((row) => [row.keys[0], row.impressions]))).toEqual(expected);
      expect(totals.impressions).toBe(Object.values(expected).reduce((sum, each) => sum + each, 0));
      expect(whole_hours_until).toBe(UNTIL);
    },
  );

  test('a correction goes to the day that its figure was counted on, whatever quarter it names', async () => {
    const kolkata = { timezone: 'Asia/Kolkata', from: '2026-03-28', to: '2026-03-31' };
    const question_ = ask('advertiser', kolkata, ['date']);
    const undone = inTransaction(test_.owner, async (trx) => {
      // As servers from before write it, and as one of now takes it back.
      await sql`DELETE FROM rollup_hourly`.execute(trx);
      await sql`TRUNCATE rollup_day, rollup_daily`.execute(trx);
      const row = hourlyFigures([eventAt(Date.parse('2026-03-29T18:45:00Z'))])[0];
      if (!row) throw new Error('No figures');
      await addHourlyFigures(trx, [{ ...row, quarter: 0 }]);
      await addHourlyFigures(trx, [{ ...row, impressions: -1, spendMicros: -1_000, payoutMicros: -800 }]);
      const { rows } = await readMetrics(trx, question_);
      expect(rows.map(({ keys, impressions }) => [...keys, impressions])).toEqual(
        // What was discarded is still there.
        ['2026-03-28', '2026-03-29', '2026-03-30', '2026-03-31'].map((day) => [day, 0]),
      );
      throw new Undone();
    });
    await expect(undone).rejects.toThrow(Undone);
  });

  test.each([
    ['Asia/Kolkata', '2026-04-03', null],
    ['Europe/Berlin', '2026-03-28', null],
    ['Australia/Lord_Howe', '2026-03-28', null],
    ['Pacific/Chatham', '2026-03-28', UNTIL],
  ] as const)('%s from %s: said is %s', async (timezone, from, expected) => {
    const asked = { timezone, from, to: from };
    const reports = [
      await readMetrics(test_.db, ask('publisher', asked, ['date'])),
      await readNoFill(test_.db, noFillAsk(noFillQuery.parse(asked), publisherId, NOW)),
    ];
    expect(reports.map((report) => report.whole_hours_until)).toEqual([expected, expected]);
  });

  test('a period compared with counts too, and a file says so at its end', async () => {
    const asked = { timezone: 'Asia/Kolkata', from: '2026-04-02', to: '2026-04-04' };
    const compared = ask('advertiser', asked, ['date'], { compare: 'previous' });
    expect((await readMetrics(test_.db, compared)).whole_hours_until).toBe(UNTIL);
    const file = async (question_: typeof compared) => {
      const pieces: string[] = [];
      await exportMetrics(test_.db, question_, { translate: (text) => text }, async (piece) => {
        pieces.push(piece);
      });
      return pieces.join('').trim().split('\r\n').at(-1);
    };
    expect(await file(compared)).toContain('Before 2026-04-01 (UTC), figures are kept by whole UTC hours');
    expect(await file(ask('advertiser', asked, ['date']))).toContain('2026-04-04,');
  });

  test('quarters that are merged to hours keep their sums', async () => {
    const merged = ask('advertiser', { timezone: 'Asia/Kathmandu', from: '2026-03-28', to: '2026-04-04' }, [
      'date',
    ]);
    const before = await readMetrics(test_.db, merged);
    for (const day of ['2026-03-29', '2026-04-01']) await mergeQuarters(test_.db, day);
    const after = await readMetrics(test_.db, merged);
    const until = '2026-04-02T00:00:00.000Z';
    expect(after.whole_hours_until).toBe(until);
    expect(after.totals).toEqual(before.totals);
    expect(Object.fromEntries(after.rows.map((row) => [row.keys[0], row.impressions]))).toEqual(
      countByDay(MOMENTS.map(knownUntil(until)), {
        timezone: 'Asia/Kathmandu',
        from: '2026-03-28',
        to: '2026-04-04',
      }),
    );
    const { rows } = await sql<{ rows: bigint }>`
      SELECT count(*) AS rows FROM rollup_hourly WHERE (hour AT TIME ZONE 'UTC')::date = '2026-04-01'`.execute(
      test_.db,
    );
    expect(rows[0]?.rows).toBe(24n);
  });
});
