import { makePayout } from '../../../testing/moneyData';
import { sortedChecks, sumOf, worstFirst } from './payoutChecks';

const early = makePayout({ id: 'early', requested_at: '2025-11-01T00:00:00.000Z' });
const fine = makePayout({ id: 'fine' });
const first = makePayout({ id: 'first', checks: ['first-payout'] });
const moved = makePayout({ id: 'moved', checks: ['first-payout', 'method-changed'] });
const held = makePayout({ id: 'held', checks: ['held'] });
const worse = makePayout({ id: 'worse', checks: ['debt', 'not-reconciled'] });

test('the worst comes first, then who has waited longest', () => {
  const ids = worstFirst([fine, early, first, held, moved, worse]).map(({ id }) => id);
  expect(ids).toEqual(['worse', 'held', 'moved', 'first', 'early', 'fine']);
});

test('the checks of one, worst first', () =>
  expect(sortedChecks(makePayout({ checks: ['first-payout', 'method-changed', 'method-gone'] }))).toEqual([
    'method-gone',
    'method-changed',
    'first-payout',
  ]));

test('a sum of none is nothing', () => {
  expect(sumOf([])).toBe(0);
  expect(sumOf([fine, first])).toBe(240_000_000);
});
