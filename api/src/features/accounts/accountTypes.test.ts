import type { AccountTypeRow } from './accounts.repo';
import { accountTypeOf, featuresOf } from './accountTypes';

const types: AccountTypeRow[] = [
  { id: 1, name: 'Regular', features: { saved_reports: true, credit_line: false } },
  { id: 4, name: 'VIP2', features: { saved_reports: true, credit_line: true } },
  { id: 9, name: 'Galactic', features: { credit_line: true } },
];

it.each([
  ['a known type', 4, { id: 4, name: 'VIP2' }],
  ['an id nobody has', 77, { id: 1, name: 'Regular' }],
  ['a name nobody knows', 9, { id: 1, name: 'Regular' }],
])('%s', (_, id, expected) => expect(accountTypeOf(types, id)).toEqual(expected));

it('opens the features of the type, of Regular when it is unknown', () => {
  expect(featuresOf(types, 4)).toEqual({ saved_reports: true, credit_line: true });
  expect(featuresOf(types, 9)).toEqual({ saved_reports: true, credit_line: false });
});
