import fc from 'fast-check';
import { splitHours, splitSpan } from './spans';

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

test.each([
  ['18:30', '24:00', ['19:00-24:00'], ['18:30-19:00']],
  ['18:00', '18:30', [], ['18:00-18:30']],
  ['18:15', '18:45', [], ['18:15-18:45']],
  ['18:30', '19:30', [], ['18:30-19:00', '19:00-19:30']],
  ['11:15', '15:45', ['12:00-15:00'], ['11:15-12:00', '15:00-15:45']],
  ['11:00', '15:00', ['11:00-15:00'], []],
])('%s to %s has these whole hours and parts of hours', (start, end, whole, within) => {
  const at = (time: string) => new Date(Date.parse('2026-11-20') + minutesOf(time) * 60_000);
  const minutesOf = (time: string) => Number(time.slice(0, 2)) * 60 + Number(time.slice(3));
  const split = splitHours([{ start: at(start), end: at(end) }]);
  const spans = (texts: string[]) =>
    texts.map((text) => ({ start: at(text.slice(0, 5)), end: at(text.slice(6)) }));
  expect(split).toEqual({ whole: spans(whole), within: spans(within) });
});
