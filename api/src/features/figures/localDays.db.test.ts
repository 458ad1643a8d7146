import { sql } from 'kysely';
import { createTestDb, type TestDb } from '../../testing';
import { localDay, midnight } from './localDays';

jest.setTimeout(120_000);

let test_: TestDb;
beforeAll(async () => {
  test_ = await createTestDb();
});
afterAll(() => test_.drop());

test.each([
  ['Asia/Kolkata', '2026-11-30', '2026-11-29T18:30:00.000Z'],
  // No midnight: clocks go from 24:00 to 01:00.
  ['America/Santiago', '2026-09-06', '2026-09-06T04:00:00.000Z'],
  ['Asia/Beirut', '2026-03-29', '2026-03-28T22:00:00.000Z'],
  // Midnight twice: an hour, half an hour, two and three hours later.
  ['America/Havana', '2026-11-01', '2026-11-01T04:00:00.000Z'],
  ['Asia/Colombo', '2006-04-15', '2006-04-14T18:00:00.000Z'],
  ['Asia/Chita', '2014-10-26', '2014-10-25T14:00:00.000Z'],
  ['Antarctica/Casey', '2019-03-17', '2019-03-16T13:00:00.000Z'],
  // No such day: it begins and ends with the day behind it.
  ['Pacific/Apia', '2011-12-30', '2011-12-30T10:00:00.000Z'],
  ['Pacific/Apia', '2011-12-31', '2011-12-30T10:00:00.000Z'],
])('in %s, %s begins at %s', async (timezone, day, expected) => {
  const { rows } = await sql<{ at: Date }>`SELECT ${midnight(sql`${day}::date`, timezone)} AS at`.execute(
    test_.db,
  );
  expect(rows[0]?.at.toISOString()).toBe(expected);
});

test('in every time zone a day begins at its first moment, which begins a quarter of an hour', async () => {
  const troubles: string[] = [];
  for (const timezone of Intl.supportedValuesOf('timeZone')) {
    const { rows } = await sql<{ day: string }>`
      SELECT day::text AS day
      FROM (SELECT day::date AS day, ${midnight(sql`day::date`, timezone)} AS at
        FROM generate_series('2025-07-01'::timestamp, '2027-12-31', interval '1 day') day) days
      WHERE ${localDay(timezone, sql`at`)} < day OR ${localDay(timezone, sql`at - interval '1 microsecond'`)} >= day
        OR extract(epoch FROM at)::int % 900 <> 0`.execute(test_.db);
    troubles.push(...rows.map(({ day }) => `${timezone} ${day}`));
  }
  expect(troubles).toEqual([]);
});
