import { act, renderHook } from '@testing-library/react';
import { REFRESH_MS, useRefresh } from './useRefresh';

const asked = jest.fn();
let visibility: DocumentVisibilityState;
beforeEach(() => {
  jest.useFakeTimers();
  asked.mockReset();
  visibility = 'visible';
  jest.spyOn(document, 'visibilityState', 'get').mockImplementation(() => visibility);
});
afterEach(() => {
  jest.useRealTimers();
  jest.restoreAllMocks();
});

const pass = (ms: number) => act(() => void jest.advanceTimersByTime(ms));
function turn(next: DocumentVisibilityState) {
  visibility = next;
  act(() => void document.dispatchEvent(new Event('visibilitychange')));
}
const calls = () => asked.mock.calls.length;

test('every 30 s while it is seen, and not before', () => {
  renderHook(() => useRefresh(asked));
  pass(REFRESH_MS - 1);
  expect(calls()).toBe(0);
  pass(1);
  expect(calls()).toBe(1);
  pass(REFRESH_MS);
  expect(calls()).toBe(2);
});

test('never while the page is hidden; what became too old is asked for when it is seen again', () => {
  renderHook(() => useRefresh(asked));
  turn('hidden');
  pass(REFRESH_MS * 10);
  expect(calls()).toBe(0);
  turn('visible');
  expect(calls()).toBe(1);
});

test('what comes next counts from the last time', () => {
  renderHook(() => useRefresh(asked));
  turn('hidden');
  pass(REFRESH_MS + 10_000);
  turn('visible');
  expect(calls()).toBe(1);
  pass(REFRESH_MS - 1);
  expect(calls()).toBe(1);
  pass(1);
  expect(calls()).toBe(2);
});

test('a short look elsewhere asks nothing', () => {
  renderHook(() => useRefresh(asked));
  turn('hidden');
  pass(1_000);
  turn('visible');
  expect(calls()).toBe(0);
});

test('a tab that is left asks nothing more', () => {
  const { unmount } = renderHook(() => useRefresh(asked));
  unmount();
  pass(REFRESH_MS * 2);
  turn('visible');
  expect(calls()).toBe(0);
});

test('asks with what the tab last gave', () => {
  const later = jest.fn();
  const { rerender } = renderHook(({ refresh }) => useRefresh(refresh), { initialProps: { refresh: asked } });
  rerender({ refresh: later });
  pass(REFRESH_MS);
  expect([calls(), later.mock.calls.length]).toEqual([0, 1]);
});
