import { appPath, textParts } from './textParts';

const links = (text: string) => textParts(text).flatMap(({ href }) => href ?? []);

test.each([
  ['See https://ex.test/a?b=1#c now', ['https://ex.test/a?b=1#c']],
  ['It is on http://ex.test/a.', ['http://ex.test/a']],
  ['(https://ex.test/a)', ['https://ex.test/a']],
  ['https://ex.test/wiki/A_(b)', ['https://ex.test/wiki/A_(b)']],
  ['„https://ex.test/a“, https://ex.test/b!', ['https://ex.test/a%E2%80%9C', 'https://ex.test/b']],
  ['HTTPS://EX.test/A', ['https://ex.test/A']],
  ['javascript:alert(1) data:text/html,x ftp://ex.test', []],
  ['https://bank.test@evil.test/', []],
  ['https:// and http://', []],
  ['no address', []],
  ['', []],
])('%s', (text, hrefs) => {
  expect(links(text)).toEqual(hrefs);
  expect(
    textParts(text)
      .map((part) => part.text)
      .join(''),
  ).toBe(text);
});

test('an address of this site is a path of the app, any other is not', () => {
  expect(appPath('https://app.test/help?article=tag#x', 'https://app.test')).toBe('/help?article=tag#x');
  expect(appPath('https://app.test.evil.test/help', 'https://app.test')).toBeNull();
  expect(appPath('http://app.test/help', 'https://app.test')).toBeNull();
  // As a path alone these would lead to evil.test.
  expect(appPath('https://app.test//evil.test/help', 'https://app.test')).toBeNull();
  expect(appPath('https://app.test/\\evil.test/help', 'https://app.test')).toBeNull();
});
