import { isOver, SESSION_LIFETIMES } from './sessionLifetimes';

const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;
const NOW_MS = Date.UTC(2026, 10, 21);

test.each`
  role            | signedInAgo     | usedAgo          | over     | why
  ${'advertiser'} | ${29 * DAY_MS}  | ${29 * DAY_MS}   | ${false} | ${'used within a month'}
  ${'advertiser'} | ${31 * DAY_MS}  | ${31 * DAY_MS}   | ${true}  | ${'a month unused'}
  ${'publisher'}  | ${89 * DAY_MS}  | ${HOUR_MS}       | ${false} | ${'in use, not yet three months'}
  ${'publisher'}  | ${91 * DAY_MS}  | ${HOUR_MS}       | ${true}  | ${'three months, whatever the use'}
  ${'admin'}      | ${11 * HOUR_MS} | ${HOUR_MS}       | ${false} | ${'a working day'}
  ${'admin'}      | ${13 * HOUR_MS} | ${1_000}         | ${true}  | ${'longer than a working day'}
  ${'admin'}      | ${3 * HOUR_MS}  | ${2.5 * HOUR_MS} | ${true}  | ${'left alone for two hours'}
  ${'admin'}      | ${3 * HOUR_MS}  | ${2 * HOUR_MS}   | ${false} | ${'the note of use may be late'}
`('$role: $why', ({ role, signedInAgo, usedAgo, over }) => {
  expect(isOver(role, { signedInAt: NOW_MS - signedInAgo, usedAt: NOW_MS - usedAgo }, NOW_MS)).toBe(over);
});

test('use is noted often enough to keep a session in use', () => {
  for (const { idleMs, noteEveryMs } of Object.values(SESSION_LIFETIMES))
    expect(noteEveryMs).toBeLessThan(idleMs / 10);
});
