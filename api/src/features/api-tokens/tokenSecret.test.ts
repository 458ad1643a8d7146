import { hashSecret, hintOf, isSecret, makeSecret } from './tokenSecret';

it('makes tokens of 256 random bits behind a prefix, never the same twice', () => {
  const made = Array.from({ length: 50 }, makeSecret);
  expect(new Set(made).size).toBe(50);
  for (const secret of made) {
    expect(isSecret(secret)).toBe(true);
    expect(Buffer.from(secret.slice(4), 'base64url')).toHaveLength(32);
    expect(secret.endsWith(hintOf(secret))).toBe(true);
  }
});

it.each([
  '',
  'ezt_',
  `ezt_${'a'.repeat(42)}`,
  `ezt_${'a'.repeat(44)}`,
  `EZT_${'a'.repeat(43)}`,
  `ezt_${'a'.repeat(42)}!`,
])('takes %s for no token', (text) => expect(isSecret(text)).toBe(false));

it('stores SHA-256 in hex', () => {
  expect(hashSecret('ezt_abc')).toBe('de304cb770d59b7864ca41fbc575a21e48a7bdcb866c991976bf4aa935c5c752');
});
