import { STORAGE_KEYS } from '@ezdash/contracts/constants';
import { type RenderedRemote, renderRemote, type StubRoutes } from '@ezdash/remote-kit/testing';
import { page, storage } from '@ezdash/store';
import { act, fireEvent, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import texts from '../../locales/en.json';
import { debugAnswers, makeChange, makeDebugUser } from '../../testing/debugData';
import { resetXeroWindow, XERO_POPUP } from '../money/accounting/xeroWindow';
import { DebugTool } from './DebugTool';
import { resetSending } from './writeLog';

let rendered: RenderedRemote | undefined;
async function open(tab: string, routes: StubRoutes = {}): Promise<RenderedRemote> {
  storage.set(STORAGE_KEYS.debugToken, 'half');
  rendered = renderRemote(<DebugTool />, { routes: { ...debugAnswers, ...routes }, texts: { debug: texts } });
  await userEvent.click(screen.getByRole('button', { name: 'Show debug tool' }));
  await userEvent.click(await screen.findByRole('tab', { name: tab }));
  return rendered;
}

beforeEach(() => {
  window.localStorage.clear();
  resetSending();
  jest.spyOn(page, 'reload').mockImplementation(() => {});
  jest.spyOn(console, 'warn').mockImplementation(() => {});
});
afterEach(() => {
  rendered?.unmount();
  resetXeroWindow();
  jest.restoreAllMocks();
});

test('a button that is gone after its work leaves the focus in the panel', async () => {
  const remote = await open('User', { 'GET /debug-tool/user/changes': { changes: [makeChange()] } });
  const undo = await screen.findByRole('button', { name: /^Undo/ });
  const undone = makeChange({ undone_at: '2026-11-21T14:01:00Z', can_undo: false });
  remote.answer({
    'POST /debug-tool/user/undo': { user: makeDebugUser(), change: undone },
    'GET /debug-tool/user/changes': { changes: [undone] },
  });
  undo.focus();
  await userEvent.keyboard('{Enter}');
  await waitFor(() => expect(undo.isConnected).toBe(false));
  await waitFor(() => expect(document.activeElement).toBe(screen.getByRole('tabpanel')));
});

test('what goes elsewhere on the page moves no focus', async () => {
  await open('Inspector');
  const button = document.createElement('button');
  document.body.append(button);
  button.focus();
  await userEvent.keyboard('a');
  button.remove();
  fireEvent.click(screen.getByRole('tab', { name: 'Promo' }));
  await screen.findByText('WELCOME10');
  expect(document.activeElement).toBe(document.body);
});

test('a press in it closes nothing that is open on the page', async () => {
  await open('Inspector');
  const pressed = jest.fn();
  for (const name of ['mousedown', 'touchstart']) document.addEventListener(name, pressed);
  const pick = screen.getByRole('button', { name: 'Pick an element' });
  fireEvent.mouseDown(pick);
  fireEvent.touchStart(pick);
  expect(pressed).not.toHaveBeenCalled();
  fireEvent.mouseDown(document.body);
  expect(pressed).toHaveBeenCalledTimes(1);
  for (const name of ['mousedown', 'touchstart']) document.removeEventListener(name, pressed);
});

test('each tab begins at its top', async () => {
  await open('Promo');
  screen.getByRole('tabpanel').scrollTop = 400;
  await userEvent.click(screen.getByRole('tab', { name: 'Xero' }));
  expect(screen.getByRole('tabpanel').scrollTop).toBe(0);
});

test('nothing is sent with the token of the session that Sign out has ended', async () => {
  const remote = await open('Inspector', { 'POST /debug-tool/deactivate': { success: true } });
  await userEvent.click(screen.getByRole('button', { name: 'Sign out' }));
  await waitFor(() => expect(storage.get(STORAGE_KEYS.debugToken)).toBeNull());
  const after = remote.calls.findIndex(({ path }) => path === '/debug-tool/deactivate');
  expect(after).toBeGreaterThan(-1);
  expect(remote.calls.slice(after + 1)).toEqual([]);
});

test.each([
  ['another tab is chosen', () => fireEvent.click(screen.getByRole('tab', { name: 'Page' }))],
  ['the panel is closed', () => fireEvent.click(screen.getByRole('button', { name: 'Close' }))],
])(
  'the window of the Xero sign-in is closed after 60 s and the status asked for, also when %s',
  async (_, leave) => {
    const popup = { closed: false, close: jest.fn(), location: { replace: jest.fn() } };
    popup.close.mockImplementation(() => {
      popup.closed = true;
    });
    jest.spyOn(window, 'open').mockReturnValue(popup as unknown as Window);
    const remote = await open('Xero', {
      'POST /debug-tool/xero/auth': { success: true, auth_url: 'https://login.xero.example/a' },
    });
    const asked = () => remote.calls.filter(({ path }) => path === '/debug-tool/xero/status').length;
    const connect = await screen.findByRole('button', { name: 'Connect again' });
    jest.useFakeTimers();
    const pass = (ms: number) => act(() => jest.advanceTimersByTimeAsync(ms));
    try {
      fireEvent.click(connect);
      await pass(500);
      expect(popup.location.replace).toHaveBeenCalledWith('https://login.xero.example/a');
      leave();
      const before = asked();
      await pass(XERO_POPUP.closeAfterMs - 501);
      expect(popup.close).not.toHaveBeenCalled();
      await pass(1);
      expect(popup.close).toHaveBeenCalledTimes(1);
      await pass(XERO_POPUP.refreshAfterMs - 1);
      expect(asked()).toBe(before);
      await pass(500);
      expect(asked()).toBe(before + 1);
    } finally {
      jest.useRealTimers();
    }
  },
);
