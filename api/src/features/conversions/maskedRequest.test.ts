import { maskedRequest } from './maskedRequest';

test('a key is never shown, wherever it stands and however it is written', () => {
  expect(maskedRequest({ goal: 'g_1001', key: 'guess' })).toBe('goal=g_1001&key=…');
  expect(maskedRequest({ KEY: 'guess', value: 'ezk_abc-_1' })).toBe('KEY=…&value=…');
  expect(maskedRequest({ key: ['one', 'two'] })).toBe('key=…&key=…');
  expect(maskedRequest({ tx: 'a ezk_abc b' })).toBe('tx=a … b');
});

test('what no report is asked for is named alone: trackers send along where a visitor is', () => {
  expect(
    maskedRequest({ goal: 'g_1001', ip: '203.0.113.77', ua: 'Mozilla/5.0', cid: 'c', payout: '1' }),
  ).toBe('goal=g_1001&ip=…&ua=…&cid=c&payout=1');
  expect(maskedRequest({ tx: '203.0.113.77', click_id: ' 2001:db8::1 ', '203.0.113.78': '' })).toBe(
    'tx=…&click_id=…&…=…',
  );
});

test('what cannot be seen hides no part of a key', () => {
  expect(maskedRequest({ tx: 'ezk_ab\u200Bcd \u202Eef' })).toBe('tx=… ef');
});

test('what cannot be stored is replaced, and it ends somewhere', () => {
  expect(maskedRequest({ tx: 'a\0b\ud800' })).toBe('tx=a\uFFFDb\uFFFD');
  const long = maskedRequest({ tx: '😀'.repeat(2_000) });
  expect(long.length).toBeLessThanOrEqual(2_000);
  // No half of a sign at its end.
  expect(Buffer.from(long).toString()).toBe(long);
});
