import { networkOf } from './networkOf';

test.each([
  ['203.0.113.7', '203.0.113.250'],
  ['203.0.113.7', '::ffff:203.0.113.9'],
  ['2001:db8:7::1', '2001:db8:7:ffff::2'],
  ['', ''],
])('%s and %s are neighbours', (one, other) => {
  expect(networkOf(one)).toBe(networkOf(other));
});

test.each([
  ['203.0.113.7', '203.0.114.7'],
  ['2001:db8:7::1', '2001:db8:8::1'],
  ['203.0.113.7', '2001:db8:7::1'],
  ['203.0.113.7', ''],
])('%s and %s are strangers', (one, other) => {
  expect(networkOf(one)).not.toBe(networkOf(other));
});
