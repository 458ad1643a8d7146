import { clickTimeMs } from './clickTime';

test('a click id begins with its time', () => {
  const timeMs = Date.UTC(2026, 10, 21, 12);
  const hex = timeMs.toString(16).padStart(12, '0');
  expect(clickTimeMs(`${hex.slice(0, 8)}-${hex.slice(8)}-7abc-8def-0123456789ab`)).toBe(timeMs);
});
