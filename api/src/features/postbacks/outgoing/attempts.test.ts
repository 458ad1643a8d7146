import fc from 'fast-check';
import { DAY_MS, nextAttempt, restMs } from './attempts';

const NOW = new Date('2026-11-21T12:00:00Z');

test('pauses grow, each by chance a fifth longer or shorter, and end within a day', () => {
  fc.assert(
    fc.property(
      fc.array(fc.double({ min: 0, max: 0.999, noNaN: true }), { minLength: 9, maxLength: 9 }),
      (chances) => {
        let at = NOW;
        let before = 0;
        for (const [index, chance] of chances.entries()) {
          const next = nextAttempt({ attempts: index + 1, since: NOW, status: 500 }, at, () => chance);
          // The last ones may lie beyond the day already.
          if (next === null) break;
          const pause = next.getTime() - at.getTime();
          expect(pause).toBeGreaterThan(before / 2);
          before = pause;
          at = next;
        }
        expect(at.getTime() - NOW.getTime()).toBeLessThan(1.2 * DAY_MS);
        expect(nextAttempt({ attempts: 10, since: NOW, status: 500 }, at, () => 0.5)).toBeNull();
      },
    ),
  );
});

test('410 and the end of the day end it', () => {
  expect(nextAttempt({ attempts: 1, since: NOW, status: 410 }, NOW, () => 0.5)).toBeNull();
  const late = new Date(NOW.getTime() + DAY_MS);
  expect(nextAttempt({ attempts: 1, since: NOW, status: 500 }, late, () => 0.5)).toBeNull();
  expect(nextAttempt({ attempts: 1, since: NOW, status: null }, NOW, () => 0.5)).toEqual(
    new Date(NOW.getTime() + 10_000),
  );
});

test.each([
  [4, 0],
  [5, 60_000],
  [6, 120_000],
  [10, 1_800_000],
  [1_000, 1_800_000],
])('after %i failures in a row an address rests %i ms', (failures, ms) => expect(restMs(failures)).toBe(ms));
