import { RATE_OF, type RateSums, SHARE_COUNTS } from './metricRates';
import { isCountedShare, rateBounds } from './rateBounds';

const sums = (changes: Partial<RateSums> = {}): RateSums => ({
  impressions: 10_000,
  viewables: 7_000,
  clicks: 120,
  conversions: 6,
  invalid: 300,
  auctions: 50_000,
  wins: 10_000,
  spend_micros: 23_000_000,
  revenue_micros: 80_000_000,
  requests: 12_000,
  filled: 10_000,
  below_floor: 500,
  ...changes,
});
const percents = (figure: string, changes?: Partial<RateSums>) => {
  const bounds = rateBounds(figure, sums(changes));
  return bounds && [bounds.low, bounds.high].map((bound) => (bound * 100).toFixed(2));
};

// By the formula with 1.96, worked out apart from it.
test.each([
  ['ctr', ['1.00', '1.43']],
  ['cvr', ['2.31', '10.48']],
  ['view_rate', ['69.09', '70.89']],
  ['fill_rate', ['82.66', '83.99']],
  ['floor_loss', ['3.82', '4.54']],
])('%s has the interval of its own counts', (figure, expected) => {
  expect(percents(figure)).toEqual(expected);
});

test.each(Object.keys(SHARE_COUNTS))('%s lies in its interval', (figure) => {
  const bounds = rateBounds(figure, sums());
  const rate = isCountedShare(figure) ? RATE_OF[figure](sums()) : null;
  expect(bounds?.low).toBeLessThan(rate ?? 0);
  expect(bounds?.high).toBeGreaterThan(rate ?? 1);
});

test.each([
  ['spend_micros', {}],
  ['ecpm_micros', {}],
  ['roi', {}],
  ['clicks', {}],
  ['win_rate', {}],
  ['invalid_rate', {}],
])('%s is no share of counted cases', (figure, changes) => {
  expect(percents(figure, changes)).toBeNull();
});

test.each([
  ['more conversions than clicks', 'cvr', { conversions: 121 }],
  ['more views than impressions', 'view_rate', { viewables: 10_001 }],
  ['less than nothing', 'ctr', { clicks: -1 }],
  ['no requests', 'fill_rate', { requests: 0, filled: 0 }],
  ['requests that are not known', 'fill_rate', { requests: null, filled: null }],
  ['requests that an answer does not have', 'floor_loss', { requests: undefined, below_floor: undefined }],
  ['impressions too few for a rate', 'ctr', { impressions: 99, clicks: 3 }],
  ['clicks too few for a rate', 'cvr', { clicks: 9, conversions: 1 }],
])('%s: no interval', (_what, figure, changes) => {
  expect(percents(figure, changes)).toBeNull();
});

test('nothing of many, and all of them, are intervals with one end', () => {
  expect(percents('ctr', { clicks: 0 })).toEqual(['0.00', '0.04']);
  expect(percents('cvr', { conversions: 120 })).toEqual(['96.90', '100.00']);
});
