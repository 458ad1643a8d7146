import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { publicId } from '@ezdash/contracts';
import { parseAdQuery } from './adQuery';
import { boundedCache, RecentKeys } from './boundedCache';
import { clientAddress, createCountries, parseTrustedProxies } from './clientAddress';
import { openGeo } from './geo';
import { countryCode, UNKNOWN_COUNTRY } from './index/country';
import { expandLanding, parseLanding } from './index/landing';
import { createUserAgents, parseUserAgent } from './userAgent';

describe('user agents', () => {
  test.each([
    [
      'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/141.0.0.0 Safari/537.36',
      1,
      false,
    ],
    [
      'Mozilla/5.0 (iPhone; CPU iPhone OS 18_6 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.6 Mobile/15E148 Safari/604.1',
      2,
      false,
    ],
    [
      'Mozilla/5.0 (Linux; Android 10; K) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/141.0.0.0 Mobile Safari/537.36',
      2,
      false,
    ],
    [
      'Mozilla/5.0 (iPad; CPU OS 18_6 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.6 Mobile/15E148 Safari/604.1',
      3,
      false,
    ],
    [
      'Mozilla/5.0 (SMART-TV; Linux; Tizen 6.5) AppleWebKit/537.36 (KHTML, like Gecko) 85.0.4183.93/6.5 TV Safari/537.36',
      4,
      false,
    ],
    ['Mozilla/5.0 (compatible; Googlebot/2.1; +http://www.google.com/bot.html)', 1, true],
    ['curl/8.5.0', 1, true],
    ['', 1, true],
  ])('%s', (text, device, bot) => {
    expect(parseUserAgent(text)).toEqual({ device, bot });
  });
});

test('geography: public addresses have a country, others none', async () => {
  const geo = await openGeo();
  expect(countryCode(geo('8.8.8.8'))).toBe('US');
  expect(countryCode(geo('85.214.132.117'))).toBe('DE');
  expect(countryCode(geo('2001:4860:4860::8888'))).toBe('US');
  for (const address of ['10.0.0.1', '127.0.0.1', '', 'nonsense', '::1'])
    expect(geo(address)).toBe(UNKNOWN_COUNTRY);
});

test('the cache of user agents does not keep long headers alive', () => {
  setFlagsFromString('--expose-gc');
  const collect = runInNewContext('gc') as () => void;
  const userAgentOf = createUserAgents();
  const long = 'x'.repeat(128 * 1024);
  collect();
  const before = process.memoryUsage().heapUsed;
  for (let index = 0; index < 500; index += 1) userAgentOf(`${index} ${long}`);
  collect();
  // The headers are 64 MiB.
  expect(process.memoryUsage().heapUsed - before).toBeLessThan(16 * 1024 * 1024);
  const phone =
    'Mozilla/5.0 (iPhone; CPU iPhone OS 18_6 like Mac OS X) AppleWebKit/605.1.15 Mobile/15E148 Safari/604.1';
  expect(userAgentOf(`${phone} ${long}`)).toEqual({ device: 2, bot: false });
});

describe('the visitor’s address', () => {
  const trusted = parseTrustedProxies('loopback,10.0.0.0/8');
  test.each([
    ['a stranger’s header is not believed', '203.0.113.5', '8.8.8.8', '203.0.113.5'],
    ['a trusted proxy’s is', '127.0.0.1', '8.8.8.8', '8.8.8.8'],
    ['the right-most stranger counts', '::ffff:127.0.0.1', '1.1.1.1, 8.8.8.8, 10.1.2.3', '8.8.8.8'],
    ['nonsense ends the search', '127.0.0.1', '8.8.8.8, unknown', '127.0.0.1'],
    ['only proxies: the first of them', '127.0.0.1', '10.0.0.9, 10.0.0.8', '10.0.0.9'],
    ['IPv6', '::1', '2001:db8::7', '2001:db8::7'],
    ['no header', '127.0.0.1', undefined, '127.0.0.1'],
  ])('%s', (_, peer, header, expected) => {
    expect(clientAddress(peer, header, trusted)).toBe(expected);
  });
  test('a country is worked out once a header, from the address that the header means', () => {
    const asked: string[] = [];
    const geo = (address: string) => asked.push(address);
    const countryOf = createCountries(geo, trusted);
    const found = ['8.8.8.8', '1.1.1.1, 8.8.4.4', '8.8.8.8'].map((header) => countryOf('127.0.0.1', header));
    expect(asked).toEqual(['8.8.8.8', '8.8.4.4']);
    expect(found[2]).toBe(found[0]);
    countryOf('203.0.113.5', '8.8.8.8');
    expect(asked.at(-1)).toBe('203.0.113.5');
  });
  test.each([
    ['loopback', ['127.1.2.3', '::1'], ['10.0.0.1', '169.254.1.1']],
    [
      'uniquelocal',
      ['10.9.8.7', '172.16.0.1', '192.168.1.1', 'fd00::1'],
      ['127.0.0.1', '172.32.0.1', '8.8.8.8'],
    ],
    ['linklocal', ['169.254.1.1', 'fe80::1'], ['127.0.0.1', '10.0.0.1']],
    ['', [], ['127.0.0.1', '10.0.0.1']],
  ])('whom the setting "%s" trusts', (setting, ours, strangers) => {
    const trusts = parseTrustedProxies(setting);
    expect(ours.filter(trusts)).toEqual(ours);
    expect(strangers.filter(trusts)).toEqual([]);
  });
  test('a setting that is no address is an error, not a hole', () => {
    for (const setting of ['everyone', '10.0.0.0/99', '10.0.0', '10.0.0.0/', '10.0.0.0/8/8', '10.0.0.0/-1'])
      expect(() => parseTrustedProxies(setting)).toThrow('TRUST_PROXY');
  });
});

describe('landing pages', () => {
  const values = {
    click_id: 'id',
    campaign: 'c_1',
    creative: 'cr_1',
    zone: 'z_1',
    site: 'a b.example/ü',
    country: 'DE',
    device: 'phone',
    timestamp: '1',
  };
  test.each([
    ['https://shop.example', 'https://shop.example'],
    ['https://shop.example/?c={click_id}&s={site}', 'https://shop.example/?c=id&s=a%20b.example%2F%C3%BC'],
    ['HTTPS://münchen.example/größe?x=1%202', 'https://xn--mnchen-3ya.example/gr%C3%B6%C3%9Fe?x=1%202'],
    ['https://shop.example/{unknown}/{click_id}', 'https://shop.example/{unknown}/id'],
    ['http://localhost:8081/landing', 'http://localhost:8081/landing'],
    ['https://shop.example/a\r\nSet-Cookie: x', 'https://shop.example/a%0D%0ASet-Cookie:%20x'],
  ])('%s', (address, expected) => {
    const landing = parseLanding(address);
    expect(landing && expandLanding(landing, values)).toBe(expected);
  });
  test.each([
    'javascript:alert(1)',
    'ftp://shop.example',
    '//shop.example',
    'https://{site}/',
    'https://shop{zone}.example/',
    'https://user:pass@shop.example/',
    'https:///path',
    '',
    'https://shop.example\\@evil.example/',
  ])('%s is refused', (address) => {
    expect(parseLanding(address)).toBeNull();
  });
});

describe('the query', () => {
  const one = publicId('creative', 1);
  test.each([
    ['/serve?zones=a', { zones: ['a'], exclude: [], test: false }],
    [`/serve?x=1&zones=a%2Cb&test=1&except=${one},nonsense`, { zones: ['a', 'b'], exclude: [1], test: true }],
    ['/serve?notzones=x&zones=a&test=0', { zones: ['a'], exclude: [], test: false }],
  ])('%s', (url, query) => {
    expect(parseAdQuery(url)).toEqual({ ok: true, query });
  });
});

test('a bounded cache computes once while it remembers and never grows beyond its bound', () => {
  let computed = 0;
  const cached = boundedCache(10, (key) => {
    computed += 1;
    return key.length;
  });
  for (let round = 0; round < 3; round += 1) for (let key = 0; key < 10; key += 1) cached(String(key));
  expect(computed).toBe(10);
  for (let key = 0; key < 1_000; key += 1) cached(`k${key}`);
  cached('0');
  expect(computed).toBe(1_011);
  const recent = new RecentKeys(2);
  for (const key of ['a', 'b', 'c', 'd', 'e']) recent.add(key);
  expect([recent.has('a'), recent.has('e'), recent.has('d')]).toEqual([false, true, true]);
});
