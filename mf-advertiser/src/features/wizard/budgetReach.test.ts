import { daysFor, eventsFor } from './budgetReach';

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
