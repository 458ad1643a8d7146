import { isNetwork } from './isNetwork';

test.each([
  '203.0.113.7',
  '0.0.0.0/0',
  '203.0.113.0/24',
  '2001:db8::1',
  '::1',
  '2001:db8::/32',
  '::ffff:203.0.113.7/128',
])('%s is an address or a network', (text) => {
  expect(isNetwork(text)).toBe(true);
});

test.each([
  '',
  '203.0.113',
  '203.0.113.256',
  '203.0.113.07',
  '203.0.113.0/33',
  '203.0.113.0/',
  '203.0.113.0/24/8',
  '203.0.113.0/08',
  '2001:db8::/129',
  '2001:db8:::1',
  'example.com',
  '[::1]',
  'fe80::1%eth0',
  '12',
])('%s is none', (text) => {
  expect(isNetwork(text)).toBe(false);
});
