import { envelopeAddress, isNetworkNoise, REPORT_RATES } from './errorReports';
import { textWithoutSecrets, withoutSecrets } from './withoutSecrets';

const values = (...texts: string[]) => ({ exception: { values: texts.map((value) => ({ value })) } });

test('a hundredth of the visits is recorded, every error, and every trace', () => {
  expect(REPORT_RATES).toEqual({ replaySessions: 0.01, replayOnError: 1, traces: 1 });
});

test.each<[string, Parameters<typeof isNetworkNoise>, boolean]>([
  ['the message of an event', [{ message: 'Network request failed' }], true],
  ['the message of a line of the log', [{ logentry: { message: 'A Network Error' } }], true],
  ['the first exception', [values('Network Error', 'It did not load')], true],
  ['the last exception', [values('down', 'Axios: Network Error')], true],
  ['what was thrown', [{}, new Error('NetworkError when attempting to fetch')], true],
  ['a text that was thrown', [{}, 'Network down'], true],
  ['anything with a message that was thrown', [{}, { message: 'Network' }], true],
  ['another letter case', [values('the network is down')], false],
  ['another error', [values('x is not a function'), new TypeError('x is not a function')], false],
  ['an event without anything', [{}, undefined], false],
  ['a message that is none', [{ exception: {} }, { message: 7 }], false],
])('"Network" in %s', (_where, parts, isNoise) => {
  expect(isNetworkNoise(...parts)).toBe(isNoise);
});

test.each([
  ['https://key@o1.ingest.example.com/42', 'https://o1.ingest.example.com/api/42/envelope/'],
  ['http://key@127.0.0.1:9000/7', 'http://127.0.0.1:9000/api/7/envelope/'],
  ['https://key@errors.example.com/sentry/3', 'https://errors.example.com/sentry/api/3/envelope/'],
])('%s takes reports at %s', (dsn, address) => {
  expect(envelopeAddress(dsn)).toBe(address);
});

test.each([
  ['https://app.test/auth/reset-password?token=abc#x', 'https://app.test/auth/reset-password'],
  ['/auth/verify-email#a1b2c3', '/auth/verify-email'],
  ['GET /api/campaigns?search=ines failed', 'GET /api/campaigns failed'],
  ['at Table (https://app.test/remotes/mf-x/1.0.0/App.1a2b3c4d.js:1:20)', null],
  ['/api/exports/Zk3vQ9sT1uV5wX7yZ0aB2cD4', '/api/exports/[hidden]'],
  ['/api/campaigns/c_1k7/creatives', null],
  ['no account ines.vidal+ads@mail.example.co.uk here', 'no account [email] here'],
  ['/u/ines%40demo.test/x', '/u/[email]/x'],
  ['Authorization was Bearer abc.def-123', 'Authorization was Bearer [hidden]'],
  ['{"csrf_token":"a1b2","name":"x"}', '{"csrf_token":"[hidden]","name":"x"}'],
  ['Why? Because #1 is 5 > 3', null],
])('%s', (text, cleaned) => {
  expect(textWithoutSecrets(text)).toBe(cleaned ?? text);
});

// From each of its letters on, any of these would take most of a minute, and the whole server would wait.
test.each(['a', 'token', 'http://', '/', 'a.'])('a very long text of %j is read once', (part) => {
  const long = part.repeat(Math.ceil(150_000 / part.length));
  expect(textWithoutSecrets(long) === long).toBe(true);
});

test('names of secrets are hidden whatever they hold, everything else is kept', () => {
  const given = { a: [1, null, { deep: 'x@y.test' }], 'X-CSRF-TOKEN': { left: 1 }, password: 'p', ok: true };
  expect(withoutSecrets(given)).toEqual({
    a: [1, null, { deep: '[email]' }],
    'X-CSRF-TOKEN': '[hidden]',
    password: '[hidden]',
    ok: true,
  });
  expect(given.password).toBe('p');
});

test('what leads back into itself ends', () => {
  const round: Record<string, unknown> = {};
  round.again = round;
  expect(JSON.stringify(withoutSecrets(round))).toContain('[hidden]');
});
