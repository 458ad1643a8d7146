import { equalTexts } from './equalTexts';

it.each([
  ['', '', true],
  ['abc', 'abc', true],
  ['abc', 'abd', false],
  ['abc', 'abcd', false],
  // As many characters, though other bytes.
  ['é', 'e', false],
])('%j and %j', (a, b, equal) => expect(equalTexts(a, b)).toBe(equal));
