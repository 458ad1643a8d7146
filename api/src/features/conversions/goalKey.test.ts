import { createGoalKeys } from './goalKey';

const keys = createGoalKeys('a secret of the tests, long enough for anybody');

test('a key has 256 random bits and opens for its goal alone', () => {
  const sealed = keys.make(501);
  const key = keys.open(sealed, 501);
  expect(key).toMatch(/^ezk_[\w-]{43}$/);
  expect(keys.open(keys.make(501), 501)).not.toBe(key);
  expect(sealed.toString('latin1')).not.toContain(key);
  expect(() => keys.open(sealed, 502)).toThrow();
});

test.each(['', 'ezk_', 'x'.repeat(100), 'ü'])('%p does not fit', (given) => {
  const sealed = keys.make(501);
  expect(keys.fits(sealed, 501, given)).toBe(false);
  expect(keys.fits(sealed, 501, keys.open(sealed, 501))).toBe(true);
});
