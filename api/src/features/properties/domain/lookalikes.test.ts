import { domainToASCII } from 'node:url';
import { foldDomain, hasMixedScripts, isOneEditAway } from './foldDomain';
import { isPublicSuffix, looksLike, registeredOf } from './lookalikes';

test.each(['com', 'co.uk', 'github.io', 'xn--p1ai'])('%s is an ending that many share', (domain) => {
  expect(isPublicSuffix(domain)).toBe(true);
});
test.each(['example.com', 'example.co.uk', 'someone.github.io', 'localhost:4100'])(
  '%s is somebody’s own',
  (domain) => {
    expect(isPublicSuffix(domain)).toBe(false);
  },
);

test('what somebody registered is the part before the ending that many share', () => {
  expect(registeredOf('news.example.co.uk')).toBe('example.co.uk');
  expect(registeredOf('blog.someone.github.io')).toBe('someone.github.io');
  expect(registeredOf('localhost:4100')).toBe('localhost:4100');
});

test.each([
  // All Cyrillic: no mixed label, and the same to the eye.
  [domainToASCII('аррӏе.com'), 'apple.com'],
  [domainToASCII('exämple.com'), 'example.com'],
  ['examp1e.com', 'example.com'],
  ['g00gle.com', 'google.com'],
  ['rnodern-times.com', 'modern-times.com'],
  ['alpineweather.example', 'alpine-weather.example'],
  ['river-news.example', 'rivernews.example'],
  ['rivemews.example', 'river-news.example'],
  ['alpinewaether.example', 'alpineweather.example'],
  ['alpineweathers.example', 'alpineweather.example'],
  ['blog.alpinweather.example', 'alpineweather.example'],
])('%s looks like %s', (copy, site) => {
  expect(looksLike(copy, site)).toBe(true);
  expect(looksLike(site, copy)).toBe(true);
});

test.each([
  ['example.com', 'example.com'],
  ['news.example.com', 'example.com'],
  ['bats.com', 'cats.com'],
  ['alpineweather.net', 'alpineweather.com'],
  ['mountainshop1.com', 'mountainshop2.com'],
  ['alpineweather.com', 'oceanweather.com'],
  ['one.github.io', 'two.github.io'],
])('%s does not look like %s', (one, other) => {
  expect(looksLike(one, other)).toBe(false);
});

test.each(['pаypal.com', 'αpple.com', 'shop.exаmple.de'])('%s mixes scripts', (domain) => {
  expect(hasMixedScripts(domainToASCII(domain))).toBe(true);
});
test.each(['пример.com', '日本ニュースnews.jp', 'münchen-24.de', 'example.com', 'νέα.gr'])(
  '%s mixes none that languages keep apart',
  (domain) => {
    expect(hasMixedScripts(domainToASCII(domain))).toBe(false);
  },
);

test('folding makes equal what looks equal, and an edit is one letter or one exchange', () => {
  expect(foldDomain('ClOUD-0ne.example')).toBe(foldDomain('cloudone.example'));
  expect(isOneEditAway('abcdef', 'abcdef')).toBe(false);
  expect(isOneEditAway('abcdef', 'abdcef')).toBe(true);
  expect(isOneEditAway('abcdef', 'abxdef')).toBe(true);
  expect(isOneEditAway('abcdef', 'abcdefg')).toBe(true);
  expect(isOneEditAway('abcdef', 'abcdefgh')).toBe(false);
  expect(isOneEditAway('abcdef', 'bacdfe')).toBe(false);
});
