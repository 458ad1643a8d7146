import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { BROWSERS, DEVICES, OPERATING_SYSTEMS, publicId } from '@ezdash/contracts';
import { openCountries } from '../../../platform/geo';
import { seededRandom } from '../../demo/visitsModel';
import { parseAdQuery } from './adQuery';
import { boundedCache, RecentKeys } from './boundedCache';
import { openGeo } from './geo';
import { countryCode, countryNumber, UNKNOWN_COUNTRY } from './index/country';
import { expandLanding, parseLanding } from './index/landing';
import { firstLanguage, languageCode } from './language';
import { readHeaders } from './requestHeaders';
import { createUserAgents, parseUserAgent } from './userAgent';

describe('user agents', () => {
  const webkit = 'AppleWebKit/605.1.15 (KHTML, like Gecko)';
  const blink = 'AppleWebKit/537.36 (KHTML, like Gecko)';
  test.each([
    [
      'Mozilla/5.0 (Windows NT 10.0; Win64; x64) BLINK Chrome/141.0.0.0 Safari/537.36',
      'desktop windows 10.0 chrome',
    ],
    [
      'Mozilla/5.0 (Windows NT 10.0; Win64; x64) BLINK Chrome/141.0.0.0 Safari/537.36 Edg/141.0.0.0',
      'desktop windows 10.0 edge',
    ],
    [
      'Mozilla/5.0 (Windows NT 10.0; Win64; x64) BLINK Chrome/141.0.0.0 Safari/537.36 OPR/120.0.0.0',
      'desktop windows 10.0 opera',
    ],
    [
      'Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) WEBKIT Version/18.6 Safari/605.1.15',
      'desktop macos 10.15 safari',
    ],
    ['Mozilla/5.0 (X11; Linux x86_64; rv:143.0) Gecko/20100101 Firefox/143.0', 'desktop linux ? firefox'],
    [
      'Mozilla/5.0 (X11; CrOS x86_64 14541.0.0) BLINK Chrome/141.0.0.0 Safari/537.36',
      'desktop chromeos ? chrome',
    ],
    [
      'Mozilla/5.0 (iPhone; CPU iPhone OS 18_6 like Mac OS X) WEBKIT Version/18.6 Mobile/15E148 Safari/604.1',
      'phone ios 18.6 safari',
    ],
    [
      'Mozilla/5.0 (iPhone; CPU iPhone OS 17_4_1 like Mac OS X) WEBKIT CriOS/141.0.0.0 Mobile/15E148 Safari/604.1',
      'phone ios 17.4 chrome',
    ],
    [
      'Mozilla/5.0 (Linux; Android 10; K) BLINK Chrome/141.0.0.0 Mobile Safari/537.36',
      'phone android 10.0 chrome',
    ],
    [
      'Mozilla/5.0 (Linux; Android 14; SAMSUNG SM-S918B) BLINK SamsungBrowser/23.0 Chrome/115.0.0.0 Mobile Safari/537.36',
      'phone android 14.0 samsung',
    ],
    [
      'Mozilla/5.0 (iPad; CPU OS 18_6 like Mac OS X) WEBKIT Version/18.6 Mobile/15E148 Safari/604.1',
      'tablet ios 18.6 safari',
    ],
    [
      'Mozilla/5.0 (SMART-TV; Linux; Tizen 6.5) BLINK 85.0.4183.93/6.5 TV Safari/537.36',
      'tv other 6.5 other',
    ],
  ])('%s', (text, expected) => {
    const { client, bot } = parseUserAgent(text.replace('WEBKIT', webkit).replace('BLINK', blink));
    const { device, os, osVersion, browser } = client;
    const version = osVersion < 0 ? '?' : `${Math.floor(osVersion / 10_000)}.${osVersion % 10_000}`;
    expect(
      [DEVICES[device - 1], OPERATING_SYSTEMS[os - 1], version, BROWSERS[browser - 1], bot].join(' '),
    ).toBe(`${expected} false`);
  });

  test.each(['Mozilla/5.0 (compatible; Googlebot/2.1; +http://www.google.com/bot.html)', 'curl/8.5.0', ''])(
    '%s is a robot',
    (text) => {
      expect(parseUserAgent(text)).toMatchObject({ bot: true, client: { device: 1, os: 0, browser: 0 } });
    },
  );

  test('browsers that are alike are one class', () => {
    const chrome = (version: number) =>
      parseUserAgent(`Mozilla/5.0 (Windows NT 10.0) ${blink} Chrome/${version}.0.0.0 Safari/537.36`).client;
    expect(chrome(141)).toBe(chrome(120));
  });
});

describe('headers as they came', () => {
  test('names in any case, the first user agent, all that was forwarded', () => {
    const raw =
      'HOST|x|user-agent|A|User-Agent|B|X-Forwarded-For|1.1.1.1|x-forwarded-for|2.2.2.2|Accept-Language|de|accept-encoding|br|Connection|keep-alive'.split(
        '|',
      );
    expect(readHeaders(raw)).toEqual({
      userAgent: 'A',
      language: 'de',
      forwardedFor: '1.1.1.1, 2.2.2.2',
      prefetch: false,
      private: false,
      serverKey: undefined,
      device: { address: '', userAgent: undefined, language: undefined },
    });
    expect(readHeaders([])).toMatchObject({ userAgent: undefined, language: undefined, prefetch: false });
  });
  test('whom a server names', () => {
    const raw =
      'x-server-key|sk_1|X-Device-IP| 203.0.113.9|X-Device-User-Agent|A|x-device-accept-language|pl|User-Agent|curl'.split(
        '|',
      );
    expect(readHeaders(raw)).toMatchObject({
      userAgent: 'curl',
      language: undefined,
      serverKey: 'sk_1',
      device: { address: '203.0.113.9', userAgent: 'A', language: 'pl' },
    });
  });
  test.each(['Sec-Purpose', 'purpose', 'X-Moz'])('%s', (name) => {
    expect(readHeaders([name, 'prefetch;prerender']).prefetch).toBe(true);
    expect(readHeaders([name, 'none']).prefetch).toBe(false);
  });
  test.each([
    ['Sec-GPC', '1', true],
    ['sec-gpc', '1', true],
    ['DNT', '1', true],
    ['dnt', '1', true],
    // The specifications know no other value that says yes.
    ['Sec-GPC', '0', false],
    ['Sec-GPC', 'true', false],
    ['DNT', '0', false],
    ['DNT', '', false],
    ['X-GPC-1', '1', false],
  ])('%s: %j asks not to be followed: %s', (name, value, expected) => {
    expect(readHeaders([name, value]).private).toBe(expected);
  });
});

describe('the language asked for first', () => {
  test.each([
    ['de-DE,de;q=0.9,en;q=0.8', 'de'],
    [' EN', 'en'],
    ['zh-Hant-TW', 'zh'],
    ['*', ''],
    ['fil-PH,en', ''],
    ['e', ''],
    ['{a', ''],
    ['\tpt-BR', 'pt'],
    ['', ''],
    ['\u00ff\u00fe', ''],
    [undefined, ''],
    [`pl,${'x'.repeat(1_000)}`, 'pl'],
  ])('%s', (header, expected) => {
    expect(languageCode(firstLanguage(header))).toBe(expected);
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

test('geography: what is remembered of one address is not said of another', async () => {
  const [geo, countryOf] = [await openGeo(), await openCountries()];
  // More than are remembered, so that many share a place.
  const random = seededRandom(5);
  const addresses = Array.from({ length: 100_000 }, () =>
    Array.from({ length: 4 }, () => Math.floor(random() * 256)).join('.'),
  );
  for (const address of addresses) geo(address);
  const origins = addresses.map(geo);
  expect(origins).toEqual(addresses.map((address) => countryNumber(countryOf(address) ?? '')));
  expect(new Set(origins).size).toBeGreaterThan(100);
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
  expect(userAgentOf(`${phone} ${long}`)).toMatchObject({ client: { device: 2 }, bot: false });
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
    sub_id: 'mail-7',
    region: 'DE-BY',
    os: 'android',
    browser: 'chrome',
    language: 'de',
    cost: '0.25',
    random: '42',
  };
  test.each([
    ['https://shop.example', 'https://shop.example/'],
    ['https://shop.example/?c={click_id}&s={site}', 'https://shop.example/?c=id&s=a%20b.example%2F%C3%BC'],
    ['HTTPS://münchen.example/größe?x=1%202', 'https://xn--mnchen-3ya.example/gr%C3%B6%C3%9Fe?x=1%202'],
    ['https://shop.example/{unknown}/{click_id}', 'https://shop.example/{unknown}/id'],
    ['http://localhost:8081/landing', 'http://localhost:8081/landing'],
    ['https://shop.example/a\r\nSet-Cookie: x', 'https://shop.example/aSet-Cookie:%20x'],
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
    ['/serve?zones=a', { zones: ['a'], exclude: [], keywords: [], size: null, test: false }],
    [
      `/serve?x=1&zones=a%2Cb&test=1&except=${one},nonsense`,
      { zones: ['a', 'b'], exclude: [1], keywords: [], size: null, test: true },
    ],
    [
      '/serve?notzones=x&zones=a&test=0',
      { zones: ['a'], exclude: [], keywords: [], size: null, test: false },
    ],
    [
      `/serve?zones=a&kw=Shoes,%20running%20,,SHOES,%C3%A4pfel,${'x'.repeat(61)}`,
      { zones: ['a'], exclude: [], keywords: ['shoes', 'running', 'äpfel'], size: null, test: false },
    ],
    [
      `/serve?zones=a&kw=${Array.from({ length: 30 }, (_, index) => index).join()}`,
      { zones: ['a'], exclude: [], keywords: [...'0123456789'], size: null, test: false },
    ],
    [
      '/serve?zones=a&kw=%00,b%00d,a%0Ab,a%C2%85b,%09tea%0A,gr%C3%BCn%20%F0%9F%8D%B5',
      { zones: ['a'], exclude: [], keywords: ['tea', 'grün 🍵'], size: null, test: false },
    ],
    [
      '/serve?zones=a&kw=good,\ud83d,a\udf75,\udf75\ud83d',
      { zones: ['a'], exclude: [], keywords: ['good'], size: null, test: false },
    ],
    // What no row can have would stop the database wherever it is looked up.
    [
      `/serve?zones=a&except=cr_zzzzzzzzz,${one},${publicId('creative', 2_147_483_648)},${publicId('creative', 2_147_483_647)}`,
      { zones: ['a'], exclude: [1, 2_147_483_647], keywords: [], size: null, test: false },
    ],
    // A page names what it shows in its order: of too many, the latest stand nearest.
    [
      `/serve?zones=a&except=${Array.from({ length: 70 }, (_, index) => publicId('creative', index)).join()}`,
      {
        zones: ['a'],
        exclude: Array.from({ length: 60 }, (_, index) => index + 10),
        keywords: [],
        size: null,
        test: false,
      },
    ],
    // A server's library writes a space as a plus (application/x-www-form-urlencoded).
    [
      `/serve?${new URLSearchParams({ zones: 'a', kw: 'trail running,c++,grüner tee' })}`,
      {
        zones: ['a'],
        exclude: [],
        keywords: ['trail running', 'c++', 'grüner tee'],
        size: null,
        test: false,
      },
    ],
    [
      '/serve?zones=a&kw=trail+running,+shoes',
      { zones: ['a'], exclude: [], keywords: ['trail running', 'shoes'], size: null, test: false },
    ],
    [
      '/serve?zones=a&size=300x250',
      { zones: ['a'], exclude: [], keywords: [], size: { width: 300, height: 250 }, test: false },
    ],
  ])('%s', (url, query) => {
    expect(parseAdQuery(url)).toEqual({ ok: true, query: { sub: '', measured: false, ...query } });
  });
  test.each(['', '300', '300x', 'x250', '300X250', '0x250', '-1x250', '300x250x1', '3e2x250', '999999x1'])(
    'size=%s is no size',
    (size) => {
      expect(parseAdQuery(`/serve?zones=a&size=${size}`)).toMatchObject({
        ok: false,
        code: 'SIZE_MALFORMED',
      });
    },
  );
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
