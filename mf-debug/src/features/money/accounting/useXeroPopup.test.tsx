import { act, renderHook } from '@testing-library/react';
import { useXeroPopup, XERO_POPUP } from './useXeroPopup';

const URL = 'https://login.xero.example/authorize';

/** A window as far as the page sees one of another origin. */
function fakeWindow() {
  const popup = { closed: false, close: jest.fn() };
  popup.close.mockImplementation(() => {
    popup.closed = true;
  });
  return popup;
}
type Fake = ReturnType<typeof fakeWindow>;

let popup: Fake;
let opened: jest.SpyInstance;
const refreshed = jest.fn();
beforeEach(() => {
  jest.useFakeTimers();
  refreshed.mockReset();
  popup = fakeWindow();
  opened = jest.spyOn(window, 'open').mockImplementation(() => popup as unknown as Window);
});
afterEach(() => {
  jest.useRealTimers();
  opened.mockRestore();
});

function start() {
  const hook = renderHook(() => useXeroPopup(refreshed));
  act(() => hook.result.current.open(URL));
  return hook;
}
function say(data: unknown, { origin = window.location.origin, source = popup as unknown } = {}) {
  const event = new MessageEvent('message', { data, origin });
  // jsdom takes real windows alone as a source.
  Object.defineProperty(event, 'source', { value: source });
  act(() => void window.dispatchEvent(event));
}
const pass = (ms: number) => act(() => void jest.advanceTimersByTime(ms));

test('opens a window of 600 × 700', () => {
  const { result } = start();
  expect(opened).toHaveBeenCalledWith(URL, 'xero-auth', expect.stringContaining('width=600,height=700'));
  expect(result.current.isOpen).toBe(true);
});

test('asks for the status a second after the window has closed, and not before', () => {
  const { result } = start();
  say({ type: 'xero-auth-success' });
  expect(result.current.outcome).toEqual({ kind: 'success' });
  popup.closed = true;
  pass(300);
  expect(result.current.isOpen).toBe(false);
  pass(XERO_POPUP.refreshAfterMs - 1);
  expect(refreshed).not.toHaveBeenCalled();
  pass(1);
  expect(refreshed).toHaveBeenCalledTimes(1);
});

test('hears a word that arrives behind its end', () => {
  const { result } = start();
  popup.closed = true;
  pass(300);
  say({ type: 'xero-auth-success' });
  expect(result.current).toMatchObject({ isOpen: false, outcome: { kind: 'success' } });
  pass(XERO_POPUP.refreshAfterMs);
  expect(refreshed).toHaveBeenCalledTimes(1);
  say({ type: 'xero-auth-error', error: 'long after' });
  expect(result.current.outcome).toEqual({ kind: 'success' });
});

test('tells what the window says went wrong', () => {
  const { result } = start();
  say({ type: 'xero-auth-error', error: 'access_denied' });
  expect(result.current.outcome).toEqual({ kind: 'error', error: 'access_denied' });
});

test('an error without words of its own is an error', () => {
  const { result } = start();
  say({ type: 'xero-auth-error', error: { toString: 1 } });
  expect(result.current.outcome).toEqual({ kind: 'error', error: '' });
});

test.each([
  ['of another origin', { type: 'xero-auth-success' }, { origin: 'https://evil.example' }],
  ['of another window', { type: 'xero-auth-success' }, { source: window }],
  ['of another kind', { type: 'something-else' }, {}],
  ['that is nothing', null, {}],
])('heeds no message %s', (_, data, from) => {
  const { result } = start();
  say(data, from);
  expect(result.current.outcome).toBeNull();
});

test('closes the window after a minute, and asks for the status', () => {
  const { result } = start();
  pass(XERO_POPUP.closeAfterMs - 1);
  expect(popup.close).not.toHaveBeenCalled();
  pass(1);
  expect(popup.close).toHaveBeenCalledTimes(1);
  expect(result.current).toMatchObject({ isOpen: false, outcome: { kind: 'too-late' } });
  pass(XERO_POPUP.refreshAfterMs);
  expect(refreshed).toHaveBeenCalledTimes(1);
});

test('says so when the browser opens none', () => {
  opened.mockImplementation(() => null);
  const { result } = start();
  expect(result.current).toMatchObject({ isOpen: false, outcome: { kind: 'blocked', url: URL } });
});

test('a second window takes the place of the first, whose minute is over then', () => {
  const { result } = start();
  const first = popup;
  pass(XERO_POPUP.closeAfterMs - 10);
  popup = fakeWindow();
  act(() => result.current.open(URL));
  say({ type: 'xero-auth-success' }, { source: first });
  pass(10);
  expect(result.current).toMatchObject({ isOpen: true, outcome: null });
  expect(popup.close).not.toHaveBeenCalled();
});

test('a page that was left hears and asks nothing more', () => {
  const { unmount } = start();
  popup.closed = true;
  pass(300);
  unmount();
  pass(120_000);
  expect(refreshed).not.toHaveBeenCalled();
});
