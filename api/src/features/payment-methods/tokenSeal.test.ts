import { createTokenSeal } from './tokenSeal';

const seal = createTokenSeal('a secret of the tests, long enough for anybody');

test('opens what it sealed, in ever different bytes that do not show it', () => {
  const [one, other] = [seal.seal('tok_123456', 'a'), seal.seal('tok_123456', 'a')];
  expect(seal.open(one, 'a')).toBe('tok_123456');
  expect(one.equals(other)).toBe(false);
  expect(one.includes('tok_')).toBe(false);
});

test('opens nothing of another row, under another key, or changed', () => {
  const sealed = seal.seal('tok_123456', 'a');
  expect(() => seal.open(sealed, 'b')).toThrow();
  expect(() => createTokenSeal('another secret, as long as that one').open(sealed, 'a')).toThrow();
  for (const at of [0, 1, 13, sealed.length - 1]) {
    const changed = Buffer.from(sealed);
    changed[at] = (changed[at] ?? 0) ^ 1;
    expect(() => seal.open(changed, 'a')).toThrow();
  }
});
