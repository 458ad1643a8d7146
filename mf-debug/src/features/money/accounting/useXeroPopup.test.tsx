import { act, renderHook } from '@testing-library/react';
import { useXeroPopup } from './useXeroPopup';
import { resetXeroWindow, XERO_POPUP } from './xeroWindow';

const URL = 'https://login.xero.example/authorize';

/** A window as far as the page sees one of another origin. */
function fakeWindow() {
  const popup = { closed: false, close: jest.fn(), location: { replace: jest.fn() } };
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
  act(() => resetXeroWindow());
  jest.useRealTimers();
  opened.mockRestore();
});

const show = () => renderHook(() => useXeroPopup());
type Shown = ReturnType<typeof show>;
const open = ({ result }: Shown, begin: () => Promise<string> = async () => URL) =>
  act(() => result.current.open(begin, refreshed));
async function start(): Promise<Shown> {
  const hook = show();
  await open(hook);
  return hook;
}
function say(data: unknown, { origin = window.location.origin, source = popup as unknown } = {}) {
  const event = new MessageEvent('message', { data, origin });
  // jsdom takes real windows alone as a source.
  Object.defineProperty(event, 'source', { value: source });
  act(() => void window.dispatchEvent(event));
}
const pass = (ms: number) => act(() => void jest.advanceTimersByTime(ms));

test('opens a window of 600 × 700 in the press itself, and leads it to the sign-in once that is known', async () => {
  const { result } = show();
  let tell: (url: string) => void = () => {};
  const begin = jest.fn(() => new Promise<string>((resolve) => (tell = resolve)));
  let done: Promise<void> = Promise.resolve();
  act(() => {
    done = result.current.open(begin, refreshed);
  });
  expect(opened.mock.calls).toEqual([['', 'xero-auth', expect.stringContaining('width=600,height=700')]]);
  expect(result.current.isOpen).toBe(false);
  expect(popup.location.replace).not.toHaveBeenCalled();
  await act(async () => {
    tell(URL);
    await done;
  });
  expect(popup.location.replace.mock.calls).toEqual([[URL]]);
  expect(result.current.isOpen).toBe(true);
});

test('closes the window again when there is nowhere to go, and hands the reason on', async () => {
  const { result } = show();
  const refusal = new Error('refused');
  let thrown: unknown;
  await act(async () => {
    thrown = await result.current.open(() => Promise.reject(refusal), refreshed).catch((error) => error);
  });
  expect(thrown).toBe(refusal);
  expect(popup.close).toHaveBeenCalledTimes(1);
  pass(120_000);
  expect(result.current).toMatchObject({ isOpen: false, outcome: null });
  expect(refreshed).not.toHaveBeenCalled();
});

test('asks for the status a second after the window has closed, and not before', async () => {
  const { result } = await start();
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

test('hears a word that arrives behind its end', async () => {
  const { result } = await start();
  popup.closed = true;
  pass(300);
  say({ type: 'xero-auth-success' });
  expect(result.current).toMatchObject({ isOpen: false, outcome: { kind: 'success' } });
  pass(XERO_POPUP.refreshAfterMs);
  expect(refreshed).toHaveBeenCalledTimes(1);
  say({ type: 'xero-auth-error', error: 'long after' });
  expect(result.current.outcome).toEqual({ kind: 'success' });
});

test('tells what the window says went wrong', async () => {
  const { result } = await start();
  say({ type: 'xero-auth-error', error: 'access_denied' });
  expect(result.current.outcome).toEqual({ kind: 'error', error: 'access_denied' });
});

test('an error without words of its own is an error', async () => {
  const { result } = await start();
  say({ type: 'xero-auth-error', error: { toString: 1 } });
  expect(result.current.outcome).toEqual({ kind: 'error', error: '' });
});

test.each([
  ['of another origin', { type: 'xero-auth-success' }, { origin: 'https://evil.example' }],
  ['of another window', { type: 'xero-auth-success' }, { source: window }],
  ['of another kind', { type: 'something-else' }, {}],
  ['that is nothing', null, {}],
])('heeds no message %s', async (_, data, from) => {
  const { result } = await start();
  say(data, from);
  expect(result.current.outcome).toBeNull();
});

test('closes the window after a minute, and asks for the status', async () => {
  const { result } = await start();
  pass(XERO_POPUP.closeAfterMs - 1);
  expect(popup.close).not.toHaveBeenCalled();
  pass(1);
  expect(popup.close).toHaveBeenCalledTimes(1);
  expect(result.current).toMatchObject({ isOpen: false, outcome: { kind: 'too-late' } });
  pass(XERO_POPUP.refreshAfterMs);
  expect(refreshed).toHaveBeenCalledTimes(1);
});

test('says so when the browser opens none, and opens it in a press of its own', async () => {
  opened.mockImplementation(() => null);
  const { result } = await start();
  const { outcome } = result.current;
  expect(result.current).toMatchObject({ isOpen: false, outcome: { kind: 'blocked' } });
  opened.mockImplementation(() => popup as unknown as Window);
  act(() => {
    if (outcome?.kind === 'blocked') outcome.open();
  });
  expect(opened).toHaveBeenLastCalledWith(URL, 'xero-auth', expect.stringContaining('width=600,height=700'));
  expect(result.current).toMatchObject({ isOpen: true, outcome: null });
  popup.closed = true;
  pass(300 + XERO_POPUP.refreshAfterMs);
  expect(refreshed).toHaveBeenCalledTimes(1);
});

test('a second window takes the place of the first, whose minute is over then', async () => {
  const hook = await start();
  const first = popup;
  pass(XERO_POPUP.closeAfterMs - 10);
  popup = fakeWindow();
  await open(hook);
  say({ type: 'xero-auth-success' }, { source: first });
  pass(10);
  expect(hook.result.current).toMatchObject({ isOpen: true, outcome: null });
  expect(popup.close).not.toHaveBeenCalled();
});

describe('when the place that opened it is left', () => {
  test('the window is closed after its minute all the same, and the status asked for a second later', async () => {
    const { unmount } = await start();
    unmount();
    pass(XERO_POPUP.closeAfterMs - 1);
    expect(popup.close).not.toHaveBeenCalled();
    pass(1);
    expect(popup.close).toHaveBeenCalledTimes(1);
    pass(XERO_POPUP.refreshAfterMs - 1);
    expect(refreshed).not.toHaveBeenCalled();
    pass(1);
    expect(refreshed).toHaveBeenCalledTimes(1);
    // Who comes back learns of it, once.
    const back = show();
    expect(back.result.current.outcome).toEqual({ kind: 'too-late' });
    await act(async () => back.unmount());
    expect(show().result.current.outcome).toBeNull();
  });

  test('what the window says is heard, and told whoever comes back', async () => {
    const { unmount } = await start();
    await act(async () => unmount());
    say({ type: 'xero-auth-success' });
    expect(show().result.current).toMatchObject({ isOpen: true, outcome: { kind: 'success' } });
  });
});
