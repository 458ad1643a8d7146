import fc from 'fast-check';
import { splitSpan } from './spans';

const DAY_MS = 86_400_000;
const HOUR_MS = 3_600_000;
const FIRST = Date.UTC(2026, 9, 20);
const dayAt = (index: number) => new Date(FIRST + index * DAY_MS).toISOString().slice(0, 10);

test('a period in UTC: folded days by the day, today by the hour', () => {
  const span = { start: new Date(FIRST), end: new Date(FIRST + 3 * DAY_MS) };
  expect(splitSpan(span, new Set([dayAt(0), dayAt(1)]))).toEqual({
    daily: [{ start: new Date(FIRST), end: new Date(FIRST + 2 * DAY_MS) }],
    hourly: [{ start: new Date(FIRST + 2 * DAY_MS), end: new Date(FIRST + 3 * DAY_MS) }],
  });
});

test('days of another timezone: what is cut off at both ends is read by the hour', () => {
  const span = { start: new Date(FIRST - 2 * HOUR_MS), end: new Date(FIRST + DAY_MS + 22 * HOUR_MS) };
  const { daily, hourly } = splitSpan(span, new Set([dayAt(-1), dayAt(0), dayAt(1)]));
  expect(daily).toEqual([{ start: new Date(FIRST), end: new Date(FIRST + DAY_MS) }]);
  expect(hourly).toHaveLength(2);
});

test('every hour lies in exactly one span, and in a daily one only with its whole day', () => {
  fc.assert(
    fc.property(
      fc.integer({ min: -30, max: 30 }),
      fc.integer({ min: 1, max: 240 }),
      fc.array(fc.integer({ min: -3, max: 12 })),
      (startHour, hours, folded) => {
        const days = new Set(folded.map(dayAt));
        const start = FIRST + startHour * HOUR_MS;
        const end = start + hours * HOUR_MS;
        const { daily, hourly } = splitSpan({ start: new Date(start), end: new Date(end) }, days);
        for (let at = start; at < end; at += HOUR_MS) {
          const within = (span: { start: Date; end: Date }) =>
            span.start.getTime() <= at && at < span.end.getTime();
          const midnight = Math.floor(at / DAY_MS) * DAY_MS;
          const isWhole = midnight >= start && midnight + DAY_MS <= end;
          const isDaily = isWhole && days.has(new Date(midnight).toISOString().slice(0, 10));
          expect([daily.filter(within).length, hourly.filter(within).length]).toEqual(
            isDaily ? [1, 0] : [0, 1],
          );
        }
      },
    ),
  );
});
