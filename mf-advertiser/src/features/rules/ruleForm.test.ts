import { changeScope, checkRule, emptyRule, inputOf, valuesOf } from './ruleForm';

const named = { ...emptyRule(), name: 'A rule' };

test('a new rule needs a name alone', () => {
  expect(checkRule(emptyRule())).toEqual({ name: 'name' });
  expect(checkRule(named)).toEqual({});
});

test.each([
  [{ percent: 0 }, { percent: 'percent' }],
  [{ percent: 51 }, { percent: 'percent' }],
  [{ least_micros: null }, { least_micros: 'amount' }],
  [{ least_micros: 2, most_micros: 1 }, { most_micros: 'bounds' }],
] as const)('amounts: %p', (given, expected) => {
  expect(checkRule({ ...named, kind: 'change-bid', ...given })).toEqual(expected);
  // They are not asked for where no amount changes.
  expect(checkRule({ ...named, ...given })).toEqual({});
});

test('a lowered bid is a negative percentage, and comes back as it was', () => {
  const values = { ...named, kind: 'change-bid' as const, percent: 15, raises: false };
  const input = inputOf(values);
  expect(input.action).toMatchObject({ kind: 'change-bid', percent: -15 });
  const rule = {
    ...input,
    id: 'ru_1',
    state: 'draft' as const,
    dry_run: null,
    last_evaluated_at: null,
    acts_7d: 0,
  };
  const read = valuesOf({ ...rule, created_at: '', updated_at: '' });
  expect(inputOf(read)).toEqual(input);
});

test('what cannot be done to zones gives way to what can', () => {
  expect(changeScope(named, 'zone')).toEqual({ scope: 'zone', kind: 'exclude-zone' });
  expect(changeScope({ ...named, kind: 'notify' }, 'zone')).toEqual({ scope: 'zone', kind: 'notify' });
});

test.each([
  ['rate', { metric: 'ctr', comparison: 'above', value: 1_000_001 }],
  ['belowZero', { metric: 'clicks', comparison: 'below', value: 0 }],
  ['value', { metric: 'clicks', comparison: 'above', value: null }],
] as const)('a condition: %s', (problem, given) => {
  expect(checkRule({ ...named, conditions: [{ key: 0, hours: 24, ...given }] })).toEqual({
    conditions: problem,
  });
});
