import { maskedRequest } from './maskedRequest';

test('a key is never shown, wherever it stands and however it is written', () => {
  expect(maskedRequest({ goal: 'g_1001', key: 'guess' })).toBe('goal=g_1001&key=…');
  expect(maskedRequest({ KEY: 'guess', value: 'ezk_abc-_1' })).toBe('KEY=…&value=…');
  expect(maskedRequest({ key: ['one', 'two'] })).toBe('key=…&key=…');
  expect(maskedRequest({ tx: 'a ezk_abc b' })).toBe('tx=a … b');
});

test('what cannot be stored is replaced, and it ends somewhere', () => {
  expect(maskedRequest({ tx: 'a\0b\ud800' })).toBe('tx=a\uFFFDb\uFFFD');
  const long = maskedRequest({ tx: '😀'.repeat(2_000) });
  expect(long.length).toBeLessThanOrEqual(2_000);
  // No half of a sign at its end.
  expect(Buffer.from(long).toString()).toBe(long);
});
