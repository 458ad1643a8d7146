import { allowsAddress } from './allowsAddress';

const OFFICE = ['203.0.113.0/24', '198.51.100.7', '2001:db8:1::/48', '2001:db8:2::5'];

it.each([
  ['203.0.113.200', true],
  ['203.0.114.1', false],
  ['198.51.100.7', true],
  ['198.51.100.8', false],
  ['::ffff:203.0.113.9', true],
  ['::ffff:192.0.2.1', false],
  ['2001:db8:1:ffff::9', true],
  ['2001:db8:3::1', false],
  ['2001:DB8:2:0::5', true],
  ['', false],
  [undefined, false],
  ['nowhere', false],
])('%s: %s', (address, allowed) => {
  expect(allowsAddress(OFFICE, address)).toBe(allowed);
});

it('lets everybody in when the list is empty', () => {
  expect(allowsAddress([], undefined)).toBe(true);
  expect(allowsAddress([], '192.0.2.1')).toBe(true);
});

it('knows an address that was written as its mapped form', () => {
  expect(allowsAddress(['::ffff:192.0.2.1'], '192.0.2.1')).toBe(true);
  expect(allowsAddress(['::ffff:192.0.2.1'], '192.0.2.2')).toBe(false);
});
