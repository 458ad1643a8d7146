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

it('keeps what strangers make up short', () => {
  const { browser, system } = readUserAgent(`${'x'.repeat(5_000)}/1.0`);
  expect((browser ?? '').length).toBeLessThanOrEqual(40);
  expect((system ?? '').length).toBeLessThanOrEqual(40);
});
