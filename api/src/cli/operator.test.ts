import { momentOf } from './operator';
import { basisPoints } from './revenueShare';
import { UsageError } from './withDatabase';

it.each([
  ['2026-11-01', Date.UTC(2026, 10, 1)],
  ['2026-11-01T10:30Z', Date.UTC(2026, 10, 1, 10, 30)],
  ['2026-11-01T10:30:05.250Z', Date.UTC(2026, 10, 1, 10, 30, 5, 250)],
])('%s is a moment in UTC', (text, timeMs) => expect(momentOf(text, '--from')).toBe(timeMs));

it.each(['', 'yesterday', '2026-11-01T10:30', '01.11.2026', '2026-11-31', '2026-13-01', '2026-11-01T25:00Z'])(
  '%j is none',
  (text) => expect(() => momentOf(text, '--from')).toThrow(UsageError),
);

it.each([
  ['0', 0],
  ['80', 8_000],
  ['82.5', 8_250],
  ['33.33', 3_333],
  ['100', 10_000],
])('%s percent are %s basis points', (text, bps) => expect(basisPoints(text)).toBe(bps));

it.each(['', '-1', '100.01', '101', '33.333', '5,5', '1e1'])('%j is no share', (text) =>
  expect(() => basisPoints(text)).toThrow(UsageError),
);
