import { readCursor, writeCursor } from './metricsCursor';

const read = (group: 'date' | 'hour', key: string) =>
  readCursor(writeCursor({ figure: null, keys: [key] }), [group], false);

test.each([
  ['date', '2026-11-21'],
  ['date', '2024-02-29'],
  ['hour', '2026-11-21T23:00:00Z'],
] as const)('by %s, %s is a place to go on from', (group, key) => {
  expect(read(group, key)).toEqual({ figure: null, keys: [key] });
});

// The database would refuse to read them.
test.each([
  ['date', '2024-02-31'],
  ['date', '2023-02-29'],
  ['date', '2026-13-01'],
  ['date', '0000-01-01'],
  ['hour', '2024-02-31T10:00:00Z'],
  ['hour', '2026-11-21T24:00:00Z'],
  ['hour', '2026-11-21T10:60:00Z'],
] as const)('by %s, %s is none', (group, key) => {
  expect(read(group, key)).toBeNull();
});
