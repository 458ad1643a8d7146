import { metricsAsk, metricsQuery } from './metricsQuery';

const NOW = new Date('2026-11-21T23:30:00Z');
const periodOf = (query: Record<string, string>) => {
  const { from, to } = metricsAsk(metricsQuery.parse(query), 'publisher', 1, NOW).period;
  return [from, to];
};

test.each([
  ['UTC', '2026-10-25', '2026-11-21'],
  ['Europe/Berlin', '2026-10-26', '2026-11-22'],
  ['America/Los_Angeles', '2026-10-25', '2026-11-21'],
])('without days the last 28 are those of %s', (timezone, from, to) => {
  expect(periodOf({ timezone })).toEqual([from, to]);
});

test('a first day alone may be today, where it is that day already', () => {
  expect(periodOf({ timezone: 'Europe/Berlin', from: '2026-11-22' })).toEqual(['2026-11-22', '2026-11-22']);
});

const filtersOf = (query: Record<string, string>) =>
  metricsAsk(metricsQuery.parse(query), 'publisher', 1, NOW).filters;

test('a filter with ! in front leaves its values out, whatever they begin with', () => {
  expect(filtersOf({ country: '!DE,AT', device: 'phone' })).toEqual([
    { group: 'country', isNot: true, values: ['DE', 'AT'] },
    { group: 'device', isNot: false, values: ['phone'] },
  ]);
  expect(filtersOf({ sub_id: '!-a,~b,.c,_d,(other)' })).toEqual([
    { group: 'sub_id', isNot: true, values: ['-a', '~b', '.c', '_d', '(other)'] },
  ]);
});

test.each(['!', '!!DE', 'DE,!AT', '!de'])('country=%s is refused', (country) => {
  expect(metricsQuery.safeParse({ country }).success).toBe(false);
});
