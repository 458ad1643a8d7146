import { dailyEarnings, shownState } from './zoneState';

const seen = '2026-11-21T14:02:00Z';

test.each([
  ['active', seen, 'active'],
  ['active', null, 'noTag'],
  ['paused', null, 'paused'],
  ['paused', seen, 'paused'],
  ['archived', null, 'archived'],
] as const)('%s, last seen %p, shows as %s', (state, last_request_at, shown) => {
  expect(shownState({ state, last_request_at })).toBe(shown);
});

test('days add up over zones', () => {
  expect(
    dailyEarnings([{ daily_earnings_micros: [1, 2, 3] }, { daily_earnings_micros: [10, 20, 30] }]),
  ).toEqual([11, 22, 33]);
  expect(dailyEarnings([])).toEqual([]);
});
