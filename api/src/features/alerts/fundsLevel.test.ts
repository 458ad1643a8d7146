import { type Funds, fundsLevel, fundsNews } from './fundsLevel';

const funds = (given: Partial<Funds>): Funds => ({
  balanceMicros: 100,
  daysLeft: 10,
  unfunded: 0,
  funded: 1,
  ...given,
});
const before = (level: 'enough' | 'low' | 'out', balanceMicros = 100) => ({ level, balanceMicros });

test.each([
  // Money, what was before, the level now.
  [{}, null, 'enough'],
  [{ daysLeft: null }, before('low'), 'enough'],
  [{ daysLeft: 3 }, before('enough'), 'enough'],
  [{ daysLeft: 2.9 }, before('enough'), 'low'],
  [{ daysLeft: 2.9 }, null, 'low'],
  // The pace wavers: it takes more to be enough again.
  [{ daysLeft: 3.9 }, before('low'), 'low'],
  [{ daysLeft: 4 }, before('low'), 'enough'],
  [{ unfunded: 1, funded: 0 }, before('low'), 'out'],
  // One campaign is too dear, another runs.
  [{ unfunded: 1, funded: 1 }, before('enough'), 'enough'],
  // All paused: nobody wants money, but none has come either.
  [{ funded: 0 }, before('out'), 'out'],
  [{ funded: 0, balanceMicros: 101 }, before('out'), 'enough'],
  [{ funded: 1 }, before('out'), 'enough'],
  [{ funded: 1, daysLeft: 1 }, before('out'), 'low'],
] as const)('%j after %j is %s', (given, remembered, level) => {
  expect(fundsLevel(funds(given), remembered)).toBe(level);
});

test.each([
  [null, 'low', null],
  [null, 'out', null],
  ['enough', 'low', 'funds_low'],
  ['enough', 'out', 'funds_out'],
  ['low', 'out', 'funds_out'],
  ['out', 'low', null],
  ['out', 'out', null],
  ['low', 'enough', null],
] as const)('from %s to %s: %s', (from, to, news) => {
  expect(fundsNews(from, to)).toBe(news);
});
