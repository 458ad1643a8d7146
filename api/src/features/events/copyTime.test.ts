import fc from 'fast-check';
import { utcDay } from './billing';
import { copyTime } from './events.repo';

test('a timestamp for COPY is the moment that Date means', () => {
  fc.assert(
    fc.property(fc.integer({ min: 0, max: 4_102_444_800_000 }), (timeMs) => {
      expect(copyTime(timeMs)).toBe(new Date(timeMs).toISOString().replace('T', ' ').replace('Z', '+00'));
      expect(utcDay(timeMs)).toBe(new Date(timeMs).toISOString().slice(0, 10));
    }),
  );
});
