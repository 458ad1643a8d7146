import { failureOf } from './XeroFailure';

const answered = (statusCode: number, body: unknown = '', headers: Record<string, string> = {}) =>
  failureOf(JSON.stringify({ response: { statusCode, body, headers }, body }));

it.each([
  [200, 'unclear'],
  [400, 'refused'],
  [401, 'unauthorised'],
  [403, 'forbidden'],
  [404, 'missing'],
  [412, 'refused'],
  [429, 'limited'],
  [500, 'unclear'],
  [503, 'unclear'],
  [0, 'unclear'],
])('an answer of %i is %s', (status, kind) => expect(answered(status).kind).toBe(kind));

it('tells what Xero said of each element, once', () => {
  const body = {
    Message: 'A validation exception occurred',
    Elements: [{ ValidationErrors: [{ Message: 'No account' }, { Message: 'No account' }] }],
  };
  expect(answered(400, body).message).toBe('A validation exception occurred No account');
});

it('a key that was used for something else says nothing of what became of it', () => {
  expect(answered(400, { Message: 'The Idempotency-Key has been used before' }).kind).toBe('unclear');
});

it.each([
  ['7', 7_000],
  ['0', 1_000],
  [undefined, 60_000],
  ['soon', 60_000],
  ['999999', 90_000_000],
])('Retry-After %s is %i ms', (text, ms) =>
  expect(answered(429, '', text === undefined ? {} : { 'retry-after': text }).retryAfterMs).toBe(ms),
);

it('whatever else is thrown is unclear, without its words', () => {
  for (const error of [new Error('connect ECONNREFUSED 10.0.0.1'), undefined, 'no json', { a: 1 }])
    expect(failureOf(error)).toMatchObject({ kind: 'unclear', message: 'Xero was not heard' });
});
