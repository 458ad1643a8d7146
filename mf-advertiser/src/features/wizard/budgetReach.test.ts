import { costPlan, daysFor, eventsFor, spendOf } from './budgetReach';

test.each([
  [240_000_000, 3_400_000, 'CPM', 70_588],
  [240_000_000, 280_000, 'CPC', 857],
  [100_000_000_000_000, 50_000, 'CPM', 2_000_000_000_000],
  [5_000_000, 0, 'CPM', null],
  [null, 3_400_000, 'CPM', null],
  [240_000_000, 5_000_000, 'CPA', 48],
  [5_000_000, null, 'CPC', null],
] as const)('%s micros at %s %s buy %s', (amount, bid, pricing, events) => {
  expect(eventsFor(amount, bid, pricing)).toBe(events);
});

test('a total budget in full days', () => {
  expect(daysFor(1_000_000_000, 240_000_000)).toBe(4);
  expect(daysFor(null, 240_000_000)).toBeNull();
});

const at = (text: string) => Date.parse(text);
const NOON = at('2026-11-21T12:00:00Z');

test('what it costs in all is the lesser of the total budget and the days of the schedule', () => {
  const days = at('2026-11-23T06:00:00Z');
  // The 21st, 22nd and 23rd each have a budget of their own.
  expect(costPlan(10, null, NOON, days, null).mostMicros).toBe(30);
  expect(costPlan(10, 25, NOON, days, null).mostMicros).toBe(25);
  expect(costPlan(10, null, NOON, null, null).mostMicros).toBeNull();
  expect(costPlan(10, null, NOON, at('2026-11-22T00:00:00Z'), null).mostMicros).toBe(10);
});

test('a balance that pays for all of it has no days to tell', () => {
  expect(costPlan(10, 30, NOON, null, 30).balanceDays).toBeNull();
  expect(costPlan(10, 30, NOON, null, 29).balanceDays).toBe(2);
  expect(costPlan(10, null, NOON, null, 5).balanceDays).toBe(0);
});

test('a day costs no more than its budget, and no more than the traffic', () => {
  const all = { lowMicros: 20, highMicros: 20, isCapped: false };
  expect(spendOf(20, null)).toEqual(all);
  expect(spendOf(20, { low: 15, high: 25 })).toEqual(all);
  expect(spendOf(20, { low: 2, high: 3 })).toEqual({ lowMicros: 2, highMicros: 3, isCapped: true });
});
