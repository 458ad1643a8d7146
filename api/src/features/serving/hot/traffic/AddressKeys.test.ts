import { AddressKeys, NOBODY } from './AddressKeys';

const DAY_MS = 86_400_000;
const NOW_MS = 1_800_000_000_000;
const keys = new AddressKeys();
const of = (address: string, coarse = false, nowMs = NOW_MS) => keys.of(address, coarse, nowMs);

test('an address is the same number all day long, and another one the next day', () => {
  const number = of('203.0.113.9');
  expect(of('203.0.113.9')).toBe(number);
  expect(of('::ffff:203.0.113.9')).toBe(number);
  expect(of('203.0.113.10')).not.toBe(number);
  expect(of('203.0.113.9', false, NOW_MS + DAY_MS)).not.toBe(number);
  // The salt of a day is gone with it.
  expect(of('203.0.113.9')).not.toBe(number);
});

test('another process numbers them otherwise', () => {
  expect(new AddressKeys().of('203.0.113.9', false, NOW_MS)).not.toBe(of('203.0.113.9'));
});

test('of IPv6 the network of one home counts', () => {
  expect(of('2001:db8:1:2::1')).toBe(of('2001:db8:1:2:ffff:ffff:ffff:ffff'));
  expect(of('2001:db8:1:2::1')).not.toBe(of('2001:db8:1:3::1'));
});

test('who asks not to be followed is counted with hundreds of others', () => {
  expect(of('203.0.113.9', true)).toBe(of('203.0.113.200', true));
  expect(of('203.0.113.9', true)).not.toBe(of('203.0.114.9', true));
  expect(of('203.0.113.9', true)).not.toBe(of('203.0.113.9'));
  expect(of('2001:db8:1:2::1', true)).toBe(of('2001:db8:1:ffff::1', true));
  expect(of('2001:db8:1:2::1', true)).not.toBe(of('2001:db8:2:2::1', true));
});

test.each([
  '127.0.0.1',
  '::1',
  '::',
  '10.1.2.3',
  '192.168.0.7',
  '172.31.0.1',
  '100.64.0.1',
  '169.254.1.1',
  'fd00::1',
  'fe80::1',
  '',
  'x',
])('%j tells nobody apart', (address) => {
  for (const coarse of [false, true]) expect(of(address, coarse)).toBe(NOBODY);
});

test('numbers are whole, above nothing and safe', () => {
  for (let last = 0; last < 256; last += 1) {
    const number = of(`198.51.100.${last}`);
    expect(Number.isSafeInteger(number) && number > 0 && number < 2 ** 48).toBe(true);
  }
});
