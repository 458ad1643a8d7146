import { addDays } from '../figures';
import { hourAround, movingPeriod, sameHour, yearBefore } from './metricsPeriod';

const BERLIN = 'Europe/Berlin';
const weekBefore = (day: string) => addDays(day, -7);

test.each([
  ['of UTC is as many hours before', '2026-11-21T10:00:00Z', 'UTC', weekBefore, '2026-11-14T10:00:00.000Z'],
  // 10:00 there on both days: winter and summer.
  ['is that of the clock', '2026-10-28T09:00:00Z', BERLIN, weekBefore, '2026-10-21T08:00:00.000Z'],
  [
    'of midnight stays within its day',
    '2026-10-27T23:00:00Z',
    BERLIN,
    weekBefore,
    '2026-10-20T22:00:00.000Z',
  ],
  ['of midnight in spring', '2026-03-30T22:00:00Z', BERLIN, weekBefore, '2026-03-23T23:00:00.000Z'],
  ['that was left out', '2026-04-05T00:00:00Z', BERLIN, weekBefore, null],
  [
    'behind the one that was left out',
    '2026-04-05T01:00:00Z',
    BERLIN,
    weekBefore,
    '2026-03-29T01:00:00.000Z',
  ],
  ['that comes twice, the first', '2026-10-25T00:00:00Z', BERLIN, weekBefore, '2026-10-18T00:00:00.000Z'],
  ['that comes twice, the second', '2026-10-25T01:00:00Z', BERLIN, weekBefore, null],
  ['of half hours', '2026-11-21T10:00:00Z', 'Asia/Kathmandu', weekBefore, '2026-11-14T10:00:00.000Z'],
  // Half an hour of summer time: on the first day hours begin at :00 of UTC, on the other at :30.
  [
    'of half an hour of summer',
    '2026-10-07T03:00:00Z',
    'Australia/Lord_Howe',
    weekBefore,
    '2026-09-30T03:30:00.000Z',
  ],
  ['a year before', '2026-03-29T08:00:00Z', BERLIN, yearBefore, '2025-03-29T09:00:00.000Z'],
  ['of a leap day', '2028-02-28T23:00:00Z', BERLIN, yearBefore, '2027-02-27T23:00:00.000Z'],
] as const)('the same hour %s', (_title, hour, timezone, move, expected) => {
  expect(sameHour(hour, timezone, move)).toBe(expected);
});

test.each(['UTC', BERLIN, 'America/Los_Angeles', 'America/Havana', 'Asia/Kathmandu', 'Africa/Cairo'])(
  'no hour of a year in %s stands for two',
  (timezone) => {
    const found: string[] = [];
    for (
      let ms = Date.parse('2026-01-02T00:00:00Z');
      ms < Date.parse('2027-01-02T00:00:00Z');
      ms += 3_600_000
    ) {
      const same = sameHour(new Date(ms).toISOString(), timezone, (day) => addDays(day, -1));
      if (same) found.push(same);
    }
    expect(new Set(found).size).toBe(found.length);
    expect(found.length).toBeGreaterThan(8_750);
  },
);

test('every quarter of an hour lies in an hour that its clocks show, and that begins no later', () => {
  for (const timezone of [
    'Australia/Lord_Howe',
    'Asia/Kathmandu',
    'Pacific/Chatham',
    'America/St_Johns',
    BERLIN,
  ]) {
    const clock = new Intl.DateTimeFormat('sv', {
      timeZone: timezone,
      dateStyle: 'short',
      timeStyle: 'short',
    });
    const hourOf = (ms: number) => clock.format(ms).slice(0, -3);
    for (const day of ['2026-03-28', '2026-04-04', '2026-10-03', '2026-10-24'])
      for (let ms = Date.parse(day); ms < Date.parse(day) + 2 * 86_400_000; ms += 900_000) {
        const begun = hourAround(ms, timezone);
        expect([timezone, ms, ms - begun >= 0 && ms - begun < 3_600_000]).toEqual([timezone, ms, true]);
        expect([timezone, ms, hourOf(begun)]).toEqual([timezone, ms, hourOf(ms)]);
      }
  }
});

test('moving periods end with the day of the timezone', () => {
  const now = new Date('2026-11-30T23:30:00Z');
  expect(movingPeriod('today', 'Pacific/Kiritimati', now).from).toBe('2026-12-01');
  expect(movingPeriod('previousMonth', 'Pacific/Kiritimati', now)).toMatchObject({
    from: '2026-11-01',
    to: '2026-11-30',
  });
  expect(movingPeriod('month', 'UTC', now)).toMatchObject({ from: '2026-11-01', to: '2026-11-30' });
});
