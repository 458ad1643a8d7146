import { UsageError } from './failures';
import { addressAndToken, momentOf, numberOf, readArguments, remoteOf, subjectOf, versionOf } from './values';

const NOW = Date.parse('2026-11-22T18:00:00.000Z');

test.each([
  ['+90m', '2026-11-22T19:30:00.000Z'],
  ['+2h', '2026-11-22T20:00:00.000Z'],
  ['+1d', '2026-11-23T18:00:00.000Z'],
  ['2026-12-01T06:00:00+01:00', '2026-12-01T06:00:00+01:00'],
])('%s is a moment', (text, moment) => expect(momentOf(text, NOW)).toBe(moment));

test.each(['tomorrow', '+2w', '2026-12-01', '06:00', ''])('"%s" is none', (text) =>
  expect(() => momentOf(text, NOW)).toThrow(UsageError),
);

test.each([
  ['5', 5],
  ['0.5', 0.5],
  ['12.5%', 12.5],
  ['7 %', 7],
])('%s is a share', (text, number) => expect(numberOf(text, 'The share')).toBe(number));

test.each([undefined, '', '%', 'half'])('%s is no number', (text) =>
  expect(() => numberOf(text, 'The share')).toThrow('The share is missing, or no number.'),
);

test('names and versions are those that the server takes', () => {
  expect(remoteOf('mf-weather')).toBe('mf-weather');
  expect(() => remoteOf('weather')).toThrow('The remote: A remote is named mf-<letters>.');
  expect(versionOf('1.4.0-rc.1+abc')).toBe('1.4.0-rc.1+abc');
  expect(() => versionOf('../1.4.0')).toThrow(UsageError);
  expect(() => versionOf(undefined)).toThrow('The version is missing: 1.4.0.');
  expect(() => remoteOf(undefined)).toThrow('Say which remote: mf-NAME.');
});

test('a pin is for one: an account or a session', () => {
  expect(subjectOf({ user: 'ines@halden.test' })).toEqual({ user: 'ines@halden.test' });
  expect(subjectOf({ session: 'abc' })).toEqual({ session: 'abc' });
  expect(() => subjectOf({})).toThrow(UsageError);
  expect(() => subjectOf({ user: 'a', session: 'b' })).toThrow(UsageError);
});

test('an option that there is not is refused, and so is one without its value', () => {
  expect(readArguments(['mf-weather', '--why', 'It is cold', '--json'])).toMatchObject({
    words: ['mf-weather'],
    texts: { why: 'It is cold' },
    given: ['why', 'json'],
  });
  expect(() => readArguments(['--force'])).toThrow(/^Unknown option '--force'$/);
  expect(() => readArguments(['--why'])).toThrow(UsageError);
});

test('the address has a default, the token has none', () => {
  expect(addressAndToken({ REMOTES_TOKEN: 'rel_x' })).toEqual({
    url: 'http://localhost:8080',
    token: 'rel_x',
  });
  expect(addressAndToken({ REMOTES_TOKEN: ' rel_x\n' }).token).toBe('rel_x');
  expect(() => addressAndToken({})).toThrow(/^REMOTES_TOKEN is unset/);
  expect(() => addressAndToken({ REMOTES_TOKEN: 'rel_…' })).toThrow(/^REMOTES_TOKEN is no token/);
  expect(() => addressAndToken({ REMOTES_TOKEN: 'rel_x rel_y' })).toThrow(/^REMOTES_TOKEN is no token/);
  expect(() => addressAndToken({ REMOTES_TOKEN: 'x', REMOTES_URL: 'http://[' })).toThrow(
    'REMOTES_URL is no address: http://[',
  );
  expect(() => addressAndToken({ REMOTES_TOKEN: 'x', REMOTES_URL: 'ads.example.com' })).toThrow(
    'REMOTES_URL is no address: ads.example.com',
  );
});
