import { page } from '@ezdash/store';
import { renderHook } from '@testing-library/react';
import { useReloadAtEnd } from './useReloadAtEnd';

const NOW = Date.parse('2026-11-21T15:35:00Z');
const HALF_HOUR_MS = 30 * 60_000;
const GRACE_MS = 2_000;
const until = (ms: number) => new Date(NOW + ms).toISOString();

beforeEach(() => {
  jest.useFakeTimers({ now: NOW });
  jest.spyOn(page, 'reload').mockImplementation(() => {});
});
afterEach(() => {
  jest.useRealTimers();
  jest.restoreAllMocks();
});

test('the page is loaded anew a moment after the end, and not before', () => {
  renderHook(() => useReloadAtEnd(until(HALF_HOUR_MS)));
  jest.advanceTimersByTime(HALF_HOUR_MS + GRACE_MS - 1);
  expect(page.reload).not.toHaveBeenCalled();
  jest.advanceTimersByTime(1);
  expect(page.reload).toHaveBeenCalledTimes(1);
});

test('a browser whose clock says that it was over before does not load it again and again', () => {
  renderHook(() => useReloadAtEnd(until(-1)));
  jest.advanceTimersByTime(HALF_HOUR_MS);
  expect(page.reload).not.toHaveBeenCalled();
});

test('a page that was left waits for nothing', () => {
  const { unmount } = renderHook(() => useReloadAtEnd(until(HALF_HOUR_MS)));
  unmount();
  jest.advanceTimersByTime(HALF_HOUR_MS * 2);
  expect(page.reload).not.toHaveBeenCalled();
});
