import { LocaleContext } from '@ezdash/ui';
import { renderHook } from '@testing-library/react';
import type { ReactNode } from 'react';
import { useClock } from './useClock';

const clockIn = (locale: string, timezone: string) => {
  const wrapper = ({ children }: { children: ReactNode }) => (
    <LocaleContext value={{ locale, timezone }}>{children}</LocaleContext>
  );
  return renderHook(() => useClock(), { wrapper }).result.current;
};

test.each([
  ['en', 'UTC', '16:05 UTC'],
  ['de', 'Europe/Berlin', '17:05 MEZ'],
  ['en', 'Asia/Tokyo', '01:05 GMT+9'],
])('in %s, %s: %s', (locale, timezone, expected) => {
  expect(clockIn(locale, timezone).time('2026-11-21T16:05:00Z')).toBe(expected);
});

test('a zone has another name in summer', () => {
  expect(clockIn('de', 'Europe/Berlin').zone('2026-07-01T00:00:00Z')).toBe('MESZ');
});
