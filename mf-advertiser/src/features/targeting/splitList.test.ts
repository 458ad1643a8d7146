import { isListed, splitList } from './splitList';

test('what is pasted is split, spelt as the contract has it, and without doubles', () => {
  expect(splitList('regions', ' de-by, DE-BY;\n\nat-9 \r\n')).toEqual(['DE-BY', 'AT-9']);
  expect(splitList('regions', 'Bayern, de-be')).toEqual(['Bayern', 'DE-BE']);
  expect(splitList('keywords', 'Winter Boots\nwinter boots, snow')).toEqual(['winter boots', 'snow']);
  expect(splitList('ip_ranges', '203.0.113.0/24\n2001:DB8::/32')).toEqual([
    '203.0.113.0/24',
    '2001:db8::/32',
  ]);
  expect(splitList('keywords', ' \n,')).toEqual([]);
});

test.each([
  ['203.0.113.0/24', true],
  ['203.0.113.7', true],
  ['203.0.113.256', false],
  ['203.0.113', false],
  ['203.0.113.0/33', false],
  ['203.0.113.0.1', false],
  ['2001:db8::/32', true],
  ['::1', true],
  ['2001:db8::/129', false],
  ['2001:db8:::', false],
  ['abcd', false],
])('%s is an address or a range: %s', (text, is) => {
  expect(isListed('ip_ranges', text, 60)).toBe(is);
});

test('regions by their codes, keywords by their length', () => {
  expect(isListed('regions', 'DE-BY', 60)).toBe(true);
  expect(isListed('regions', 'BAYERN', 60)).toBe(false);
  expect(isListed('keywords', 'x'.repeat(61), 60)).toBe(false);
});
