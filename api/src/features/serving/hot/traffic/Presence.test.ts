import { Presence, STAFF } from './Presence';

const NOW_MS = 1_800_000_000_000;
const HOUR_MS = 3_600_000;

test('an account works from an address for an hour after its last call', () => {
  const presence = new Presence();
  presence.note(1, 7, NOW_MS);
  expect(presence.has(1, [undefined, 7], NOW_MS + HOUR_MS - 1)).toBe(true);
  expect(presence.has(1, [7], NOW_MS + HOUR_MS)).toBe(false);
  expect(presence.has(1, [8], NOW_MS)).toBe(false);
  expect(presence.has(2, [7], NOW_MS)).toBe(false);
  presence.note(1, 7, NOW_MS + HOUR_MS);
  expect(presence.has(1, [7], NOW_MS + HOUR_MS)).toBe(true);
});

test('the operator’s own people are internal to everybody', () => {
  const presence = new Presence();
  presence.note(1, STAFF, NOW_MS);
  expect(presence.has(1, [], NOW_MS)).toBe(true);
});

test('several accounts behind one address, and only the latest of many', () => {
  const presence = new Presence();
  for (let user = 1; user <= 40; user += 1) presence.note(1, user, NOW_MS);
  expect([24, 25, 40].map((user) => presence.has(1, [user], NOW_MS))).toEqual([false, true, true]);
});

test('its memory is bounded', () => {
  const presence = new Presence();
  for (let address = 1; address <= 20_001; address += 1) presence.note(address, 7, NOW_MS);
  expect([1, 2, 20_001].map((address) => presence.has(address, [7], NOW_MS))).toEqual([false, true, true]);
});
