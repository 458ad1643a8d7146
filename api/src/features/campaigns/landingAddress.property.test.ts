import { checkLandingMacros, parseUrl, readWebAddress, webUrl } from '@ezdash/contracts';
import fc from 'fast-check';
import { expandLanding, parseLanding } from '../serving/hot/index/landing';

/** What stands where in an address, right and wrong; joined at random, every odd address comes up. */
const part = (...values: string[]) => fc.constantFrom(...values);
const odd = fc
  .tuple(
    part('', ' ', '\t', '\u00a0'),
    part('https:', 'http:', 'HTTPS:', 'ht\ntps:', 'javascript:', 'ftp:', '', '//'),
    part('//', '/', '', '\\\\', '/\\', '///'),
    part('', '', '', 'me@', 'me:secret@', ':secret@', '@', 'shop.example@'),
    fc.oneof(
      part(
        'shop.example',
        'SHOP.Example',
        'käse.example',
        'shop.example.',
        'a..b',
        'shop',
        'localhost',
        '.example',
      ),
      part('127.1', '2130706433', '203.0.113.7', '[2001:db8::7]', '[::]', '0.0.0.0', '256.1.1.1', '[2001'),
      part(
        'shop,x.example',
        'shop example',
        '{site}.example',
        '%7bsite%7d.example',
        'ｓｈｏｐ.example',
        'xn--a',
        '',
      ),
      fc.string({ maxLength: 12 }),
    ),
    part('', '', ':', ':443', ':80', ':8443', ':0', ':22', ':6000', ':65536', ':x', ':00080'),
    part('', '/', '\\a\\b', '/a b', '/{click_id}', '/ü', '/%zz', '/../..', '{x}', '/"<>'),
    part('', '?', '?c={click_id}', '?a=b\\c', '?{nope}', '?ü={site:raw}'),
    part('', '#', '#top', '#{click_id}', '#a b\n'),
    part('', ' ', '\r\n'),
  )
  .map((parts) => parts.join(''));

const VALUES = new Proxy({} as Parameters<typeof expandLanding>[1], { get: () => 'a b' });

test('an address that is saved can be served and opened, and stays as it was saved', () => {
  let saved = 0;
  fc.assert(
    fc.property(fc.oneof(odd, fc.webUrl()), (written) => {
      const read = webUrl.safeParse(written);
      if (!read.success || checkLandingMacros(read.data)) return;
      saved += 1;
      expect(readWebAddress(read.data)).toEqual({ url: read.data });
      const landing = parseLanding(read.data);
      if (!landing) throw new Error('The engine has no landing for what was saved');
      const opened = parseUrl(expandLanding(landing, VALUES));
      expect(opened?.host).toBe(parseUrl(read.data)?.host);
      // As a browser understands what was written.
      expect(opened?.host).toBe(parseUrl(written.trim())?.host);
    }),
    { numRuns: 20_000, seed: 1 },
  );
  expect(saved).toBeGreaterThan(500);
});

test.each([
  ['https:/shop.example/', 'https://shop.example/'],
  ['http:shop.example', 'http://shop.example/'],
  ['https:\\\\shop.example\\a?b=c\\d', 'https://shop.example/a?b=c\\d'],
  ['  HTTPS://SHOP.example:443  ', 'https://shop.example/'],
  ['https://käse.example?c={click_id}#Top', 'https://xn--kse-qla.example/?c={click_id}#Top'],
  ['https://shop.example:8443/{device}', 'https://shop.example:8443/{device}'],
  ['https://3405803783/', 'https://203.0.113.7/'],
])('%s is saved as %s', (written, saved) => {
  expect(webUrl.parse(written)).toBe(saved);
});

test.each([
  ['shop.example', 'address'],
  ['javascript:alert(1)', 'address'],
  ['https:///', 'address'],
  ['https://me:secret@shop.example/', 'userinfo'],
  ['https://{site}/', 'macro'],
  ['https://shop.example:22/', 'port'],
  ['https://shop.example:99999/', 'port'],
  ['https://https://shop.example/', 'domain'],
  ['https://shop..example/', 'domain'],
  ['https://0.0.0.0/', 'domain'],
])('%s is refused: %s', (written, problem) => {
  expect(readWebAddress(written)).toEqual({ problem });
});
