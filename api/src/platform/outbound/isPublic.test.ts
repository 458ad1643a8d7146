import { isPublic, networkOf } from './isPublic';

it.each([
  '127.0.0.1',
  '0.0.0.0',
  '10.0.0.1',
  '172.16.0.1',
  '192.168.1.1',
  '100.64.0.1',
  '169.254.169.254',
  '192.0.2.1',
  '198.18.0.1',
  '224.0.0.1',
  '255.255.255.255',
  '::',
  '::1',
  'fe80::1',
  'fc00::1',
  'ff02::1',
  '2001:db8::1',
  // IPv4 inside IPv6, in all the ways there are.
  '::ffff:127.0.0.1',
  '::ffff:a00:1',
  '::10.0.0.1',
  '64:ff9b::7f00:1',
  '2002:7f00:1::',
  '64:ff9b:1::1',
  '64:ff9b:1:ffff:ffff:ffff:7f00:1',
  'localhost',
  '',
])('%s is not public', (address) => {
  expect(isPublic(address, [])).toBe(false);
});

it.each([
  '93.184.216.34',
  '2606:2800:220:1::1',
  '::ffff:93.184.216.34',
  '64:ff9b::5db8:d822',
  '64:ff9b:2::1',
])('%s is public', (address) => {
  expect(isPublic(address, [])).toBe(true);
});

it('an operator may open a network, and opens no other with it', () => {
  const allowed = [networkOf('127.0.0.0/8'), networkOf('fd00::1')];
  expect(isPublic('127.0.0.1', allowed)).toBe(true);
  expect(isPublic('::ffff:127.0.0.1', allowed)).toBe(true);
  expect(isPublic('fd00::1', allowed)).toBe(true);
  expect(isPublic('fd00::2', allowed)).toBe(false);
  expect(isPublic('10.0.0.1', allowed)).toBe(false);
});
