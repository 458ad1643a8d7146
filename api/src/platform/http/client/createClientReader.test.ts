import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { createClientReader } from './createClientReader';
import type { ProxyHeader } from './forwardedNode';

const PROXIES = ['loopback', '10.0.0.0/8', '2001:db8:ffff::/48'];
const read = (peer: string | undefined, value: string | undefined, header?: ProxyHeader) =>
  createClientReader(PROXIES, header).read(peer, value);

describe('X-Forwarded-For', () => {
  test.each([
    ['ignores the header of a stranger', '203.0.113.5', '8.8.8.8', '203.0.113.5'],
    ['ignores the header of a stranger by the IPv6 form', '::ffff:203.0.113.5', '8.8.8.8', '203.0.113.5'],
    ['believes a trusted proxy', '127.0.0.1', '8.8.8.8', '8.8.8.8'],
    ['takes the right-most stranger', '::ffff:127.0.0.1', '1.1.1.1, 8.8.8.8, 10.1.2.3', '8.8.8.8'],
    ['takes the first of nothing but proxies', '127.0.0.1', '10.0.0.9, 10.0.0.8', '10.0.0.9'],
    [
      'walks over proxies however they are written',
      '::1',
      '8.8.8.8, [2001:DB8:FFFF::1]:80, 10.0.0.1:9',
      '8.8.8.8',
    ],
    ['is the peer without a header', '127.0.0.1', undefined, '127.0.0.1'],
    ['is the peer with an empty one', '127.0.0.1', ' ', '127.0.0.1'],
    ['has no address without a peer', undefined, '8.8.8.8', ''],
    ['drops the zone of a neighbor', 'fe80::1%eth0', undefined, 'fe80::1'],
    ['drops a port', '127.0.0.1', '8.8.8.8:51234', '8.8.8.8'],
    ['drops a port that is missing', '127.0.0.1', '8.8.8.8:', '8.8.8.8'],
    ['drops brackets and port', '127.0.0.1', '[2001:db8::7]:51234', '2001:db8::7'],
    ['drops brackets', '127.0.0.1', '[2001:db8::7]', '2001:db8::7'],
    ['drops quotes', '127.0.0.1', '"[2001:db8::7]:80"', '2001:db8::7'],
    ['drops a zone in brackets', '127.0.0.1', '[fe80::1%25eth0]:80', 'fe80::1'],
    ['drops a zone of any length', '127.0.0.1', `fe80::1%${'x'.repeat(500)}`, 'fe80::1'],
    ['has one text for an IPv6 address', '127.0.0.1', '2001:0DB8:0:0:0:0:0:0007', '2001:db8::7'],
    ['has one text for an IPv4 address', '127.0.0.1', '::FFFF:203.0.113.9', '203.0.113.9'],
    ['has one text for an IPv4 address in hex', '127.0.0.1', '[0:0:0:0:0:ffff:cb00:7109]:1', '203.0.113.9'],
    ['passes over empty parts', '127.0.0.1', ',8.8.8.8,\t,', '8.8.8.8'],
    ['takes tabs for spaces', '127.0.0.1', '1.1.1.1,\t8.8.8.8\t', '8.8.8.8'],
    ['ends at unknown', '127.0.0.1', '8.8.8.8, unknown', '127.0.0.1'],
    ['ends at an obfuscated name', '127.0.0.1', '8.8.8.8, _hidden, 10.0.0.1', '10.0.0.1'],
    ['ends at garbage: the nearest proxy counts', '127.0.0.1', '8.8.8.8, 1.2.3.4.5, 10.0.0.7', '10.0.0.7'],
    ['takes no octal', '127.0.0.1', '010.1.1.1', '127.0.0.1'],
    ['takes no address by Forwarded’s grammar', '127.0.0.1', 'for=8.8.8.8', '127.0.0.1'],
    ['loses no proxy to a quote left open', '127.0.0.1', '"6.6.6.6, 8.8.8.8', '8.8.8.8'],
    [
      'reads what proxies wrote of a long one',
      '127.0.0.1',
      `${'1.1.1.1, '.repeat(200)}8.8.8.8, 10.1.2.3`,
      '8.8.8.8',
    ],
    ['reads the end of a long one of proxies', '127.0.0.1', `8.8.8.8${', 10.0.0.9'.repeat(200)}`, '10.0.0.9'],
    ['takes nothing of a long one that is no list', '127.0.0.1', '8'.repeat(2_000), '127.0.0.1'],
    ['takes nothing before a long part', '127.0.0.1', `8.8.8.8, ${'x'.repeat(2_000)}`, '127.0.0.1'],
    ['takes an address behind a long part', '127.0.0.1', `${'x'.repeat(2_000)}, 8.8.8.8`, '8.8.8.8'],
    ['takes no address that is cut', '127.0.0.1', `8.8.8.8${','.repeat(1_020)}10.0.0.9`, '10.0.0.9'],
  ])('%s', (_, peer, value, expected) => expect(read(peer, value)).toBe(expected));
});

describe('Forwarded', () => {
  test.each([
    ['ignores the header of a stranger', '203.0.113.5', 'for=8.8.8.8', '203.0.113.5'],
    ['reads for', '127.0.0.1', 'for=8.8.8.8', '8.8.8.8'],
    [
      'reads for among others, in any letters',
      '127.0.0.1',
      'by=10.0.0.1; FOR="8.8.8.8:80" ;proto=https',
      '8.8.8.8',
    ],
    ['reads IPv6', '127.0.0.1', 'for="[2001:DB8::7]:4711"', '2001:db8::7'],
    ['reads an obfuscated port', '127.0.0.1', 'for="8.8.8.8:_x1"', '8.8.8.8'],
    ['takes the right-most stranger', '127.0.0.1', 'for=1.1.1.1, for=8.8.8.8, for=10.0.0.2', '8.8.8.8'],
    ['ends at unknown', '127.0.0.1', 'for=8.8.8.8, for=unknown', '127.0.0.1'],
    ['ends at an obfuscated name', '127.0.0.1', 'for=8.8.8.8, for=_hidden, for=10.0.0.3', '10.0.0.3'],
    ['ends where the client is not named', '127.0.0.1', 'for=8.8.8.8, proto=https', '127.0.0.1'],
    ['takes no bare address', '127.0.0.1', '8.8.8.8', '127.0.0.1'],
    ['finds no for within another value', '127.0.0.1', 'host="a;for=6.6.6.6";for=8.8.8.8', '8.8.8.8'],
    ['finds no element within another value', '127.0.0.1', 'for=8.8.8.8;host="a, for=6.6.6.6"', '8.8.8.8'],
    ['knows an escaped quote', '127.0.0.1', 'for=8.8.8.8;host="a\\", for=6.6.6.6"', '8.8.8.8'],
    ['knows an escaped backslash', '127.0.0.1', 'for=8.8.8.8;host="a, for=6.6.6.6;x=\\\\"', '8.8.8.8'],
    ['loses no proxy to a quote left open', '127.0.0.1', 'for="6.6.6.6, for=8.8.8.8', '8.8.8.8'],
    ['ends at what has no grammar', '127.0.0.1', 'for=8.8.8.8, for =10.0.0.1', '127.0.0.1'],
  ])('%s', (_, peer, value, expected) => expect(read(peer, value, 'forwarded')).toBe(expected));
});

test.each([
  ['loopback', ['127.1.2.3', '::1', '::ffff:127.0.0.1'], ['10.0.0.1', '169.254.1.1', undefined]],
  [
    'uniquelocal',
    ['10.9.8.7', '172.16.0.1', '192.168.1.1', 'fd00::1'],
    ['127.0.0.1', '172.32.0.1', '8.8.8.8'],
  ],
  ['linklocal', ['169.254.1.1', 'fe80::1%eth0'], ['127.0.0.1', '10.0.0.1']],
  ['2001:DB8:0::7', ['2001:db8::7'], ['2001:db8::8']],
])('proxies of %s', (entry, ours, strangers) => {
  const { isProxy } = createClientReader([entry]);
  expect(ours.filter(isProxy)).toEqual(ours);
  expect(strangers.filter(isProxy)).toEqual([]);
});

test.each([
  'everyone',
  '',
  '10.0.0.0/99',
  '10.0.0',
  '10.0.0.0/',
  '10.0.0.0/8/8',
  '10.0.0.0/-1',
  'fe80::1%eth0',
])('a setting of %j is an error, not a hole', (entry) =>
  expect(() => createClientReader([entry])).toThrow('no address or network'),
);

test('long headers are not kept alive by the addresses in them', () => {
  setFlagsFromString('--expose-gc');
  const collect = runInNewContext('gc') as () => void;
  const { read: find } = createClientReader(PROXIES);
  const kept: string[] = [];
  collect();
  const before = process.memoryUsage().heapUsed;
  for (let index = 0; index < 500; index += 1) {
    const address = `2001:db8:1:2:3::${(index + 1).toString(16)}`;
    const value = Buffer.from(`${'x'.repeat(131_072)}, ${address}`).toString('latin1');
    kept.push(find('127.0.0.1', value));
    expect(kept[index]).toBe(address);
  }
  collect();
  // The headers are 64 MiB.
  expect(process.memoryUsage().heapUsed - before).toBeLessThan(16 * 1024 * 1024);
});
