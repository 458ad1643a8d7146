import { readUserAgent } from './visitor';

const WINDOWS_EDGE =
  'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/142.0.0.0 Safari/537.36 Edg/142.0.3595.53';
const ANDROID =
  'Mozilla/5.0 (Linux; Android 15; Pixel 9) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/142.0.7444.48 Mobile Safari/537.36';
const IPAD =
  'Mozilla/5.0 (iPad; CPU OS 18_5 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.5 Mobile/15E148 Safari/604.1';

it.each([
  ['a computer', WINDOWS_EDGE, { device: 'desktop', browser: 'Microsoft Edge 142', system: 'Windows' }],
  ['a phone', ANDROID, { device: 'phone', browser: 'Chrome 142', system: 'Android' }],
  ['a tablet', IPAD, { device: 'tablet', browser: 'Safari 18', system: 'iOS' }],
  ['nothing said', undefined, { device: 'desktop', browser: null, system: null }],
  ['nothing but blanks', '  ', { device: 'desktop', browser: null, system: null }],
])('%s', (_, header, expected) => expect(readUserAgent(header)).toEqual(expected));

it.each([
  `${'x'.repeat(5_000)}/1.0`,
  '\u00a0/ x',
  'Call +49 900 123 now/ x',
  'Mozilla/5.0 (Your account is closed) Call/1 me/2',
])('repeats nothing that strangers make up: %s', (header) => {
  expect(readUserAgent(header)).toEqual({ device: 'desktop', browser: null, system: null });
});

it('takes no more of a version than a number', () => {
  expect(readUserAgent('Mozilla/5.0 Firefox/145<b>.0').browser).toMatch(/^Firefox( 145)?$/);
});
