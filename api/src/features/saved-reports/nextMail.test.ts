import { nextMail } from './nextMail';

const at = (every: 'day' | 'week' | 'month', hour: number, timezone: string, after: string) =>
  nextMail({ every, hour, timezone }, new Date(after)).toISOString();

test.each([
  ['before the hour: today', 'day', 7, 'UTC', '2026-11-21T06:59:00Z', '2026-11-21T07:00:00.000Z'],
  ['at the hour: tomorrow', 'day', 7, 'UTC', '2026-11-21T07:00:00Z', '2026-11-22T07:00:00.000Z'],
  ['at midnight', 'day', 0, 'UTC', '2026-12-31T23:59:00Z', '2027-01-01T00:00:00.000Z'],
  ['east of UTC', 'day', 7, 'Pacific/Kiritimati', '2026-11-21T12:00:00Z', '2026-11-21T17:00:00.000Z'],
  ['west of UTC', 'day', 23, 'Pacific/Pago_Pago', '2026-11-21T12:00:00Z', '2026-11-22T10:00:00.000Z'],
  ['of half hours', 'day', 7, 'Asia/Kathmandu', '2026-11-21T00:00:00Z', '2026-11-21T01:15:00.000Z'],
  ['on Mondays', 'week', 7, 'Europe/Berlin', '2026-11-21T12:00:00Z', '2026-11-23T06:00:00.000Z'],
  ['a week later', 'week', 7, 'Europe/Berlin', '2026-11-23T06:00:00Z', '2026-11-30T06:00:00.000Z'],
  ['on the first', 'month', 7, 'UTC', '2026-11-01T07:00:00Z', '2026-12-01T07:00:00.000Z'],
  ['on the first of the year', 'month', 7, 'UTC', '2026-12-02T00:00:00Z', '2027-01-01T07:00:00.000Z'],
  // 02:00 to 03:00 is left out in Berlin on 28 March 2027, and comes twice on 25 October 2026.
  ['behind the gap of spring', 'day', 2, 'Europe/Berlin', '2027-03-27T12:00:00Z', '2027-03-28T01:00:00.000Z'],
  [
    'the first of two in autumn',
    'day',
    2,
    'Europe/Berlin',
    '2026-10-24T12:00:00Z',
    '2026-10-25T00:00:00.000Z',
  ],
  ['not the second of them', 'day', 2, 'Europe/Berlin', '2026-10-25T00:00:00Z', '2026-10-26T01:00:00.000Z'],
] as const)('%s', (_title, every, hour, timezone, after, next) => {
  expect(at(every, hour, timezone, after)).toBe(next);
});

test('a year of mornings has one for each day', () => {
  const schedule = { every: 'day', hour: 2, timezone: 'Europe/Berlin' } as const;
  let moment = new Date('2026-01-01T12:00:00Z');
  const days = new Set<string>();
  for (let count = 0; count < 365; count += 1) {
    moment = nextMail(schedule, moment);
    days.add(moment.toLocaleDateString('en-CA', { timeZone: 'Europe/Berlin' }));
  }
  expect([days.size, moment.toISOString()]).toEqual([365, '2027-01-01T01:00:00.000Z']);
});
