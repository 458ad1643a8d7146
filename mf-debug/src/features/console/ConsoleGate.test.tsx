import { STORAGE_KEYS } from '@ezdash/contracts/constants';
import {
  fillIn,
  type RenderedRemote,
  renderRemote,
  reply,
  type StubRoutes,
} from '@ezdash/remote-kit/testing';
import { api, page, storage } from '@ezdash/store';
import { Drawer } from '@ezdash/ui';
import { act, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { type ReactNode, useState } from 'react';
import texts from '../../locales/en.json';
import { admin } from '../../testing/consoleData';
import { DebugTool } from '../debugTool/DebugTool';
import { useDebugDeactivateMutation } from '../debugTool/debugTool.api';
import { resetSending } from '../debugTool/writeLog';
import { ConsoleGate } from './ConsoleGate';

const probe = api.injectEndpoints({
  overrideExisting: true,
  endpoints: (build) => ({
    debugGateProbe: build.query<{ waiting: number }, void>({ query: () => '/api/operator/probe' }),
    debugGateAct: build.mutation<unknown, void>({
      query: () => ({ url: '/api/operator/probe', method: 'POST' }),
    }),
  }),
});

/** A page of the console in miniature: something loaded, something typed in a drawer, something done. */
function Page() {
  const { data, error } = probe.useDebugGateProbeQuery();
  const [act] = probe.useDebugGateActMutation();
  const [isOpen, setOpen] = useState(true);
  return (
    <>
      <h1>Inside</h1>
      <p>{data ? `${data.waiting} wait` : error ? 'not loaded' : 'loading'}</p>
      <input aria-label="Note" />
      <button type="button" onClick={() => void act()}>
        Decide
      </button>
      <Drawer opened={isOpen} onClose={() => setOpen(false)} title="A drawer of the page">
        <input aria-label="Reason" />
      </Drawer>
    </>
  );
}

/** A call of the tool that lies over the page. */
function ToolCall() {
  const [call] = useDebugDeactivateMutation();
  return (
    <button type="button" onClick={() => void call()}>
      Call
    </button>
  );
}

const session = {
  session_token: 'half-a-credential',
  expires_at: '2099-11-21T16:05:00Z',
  admin: { email: 'Mara@ezdash.test' },
};
const verified = { valid: true, expires_at: session.expires_at, admin: session.admin };
const LOCKED = reply(401, { message: 'Your sign-in to the console is over', code: 'CONSOLE_LOCKED' });

let rendered: RenderedRemote | undefined;
function show(routes: StubRoutes = {}, beside: ReactNode = null): RenderedRemote {
  rendered = renderRemote(
    <>
      <ConsoleGate>
        <Page />
      </ConsoleGate>
      {beside}
    </>,
    {
      path: '/admin',
      user: admin,
      texts: { debug: texts },
      routes: {
        'POST /debug-tool/activate': session,
        'POST /debug-tool/log': {},
        'GET /debug-tool/verify': verified,
        'GET /api/operator/probe': { waiting: 3 },
        ...routes,
      },
    },
  );
  return rendered;
}
const signIn = async () => {
  await fillIn(screen.getByLabelText('Password'), 'a password');
  await userEvent.click(screen.getByRole('button', { name: 'Login' }));
};
const gate = () => screen.findByRole('dialog', { name: 'Your sign-in to the console is over' });

beforeEach(() => {
  window.localStorage.clear();
  resetSending();
  jest.spyOn(page, 'reload').mockImplementation(() => {});
});
afterEach(() => {
  rendered?.unmount();
  jest.restoreAllMocks();
});

test('without a debug session the sign-in stands in place of the page, and nothing of it is asked for', async () => {
  const remote = show();
  expect(await screen.findByRole('heading', { name: 'Sign in to the console' })).toBeTruthy();
  expect(document.title).toBe('Sign in to the console - EzDash');
  const email = screen.getByLabelText<HTMLInputElement>('E-mail');
  expect([email.value, email.readOnly]).toEqual([admin.email, true]);
  expect(screen.queryByRole('heading', { name: 'Inside' })).toBeNull();
  expect(remote.calls).toEqual([]);
  await signIn();
  expect(await screen.findByText('3 wait')).toBeTruthy();
  const call = remote.calls.find(({ path }) => path === '/debug-tool/activate');
  expect(call?.body).toEqual({ admin_email: admin.email, admin_password: 'a password' });
});

test('a stored token opens the page once the server has confirmed it', async () => {
  storage.set(STORAGE_KEYS.debugToken, 'half');
  show();
  expect(screen.queryByRole('heading', { name: 'Inside' })).toBeNull();
  expect(await screen.findByText('3 wait')).toBeTruthy();
});

test('the tool, which is there at the same moment, and the gate share one question', async () => {
  storage.set(STORAGE_KEYS.debugToken, 'half');
  const remote = show({}, <DebugTool />);
  expect(await screen.findByText('3 wait')).toBeTruthy();
  await waitFor(() =>
    expect(screen.getByRole('button', { name: 'Show debug tool', hidden: true })).toBeTruthy(),
  );
  expect(remote.calls.filter(({ path }) => path === '/debug-tool/verify')).toHaveLength(1);
  expect(storage.get(STORAGE_KEYS.debugToken)).toBe('half');
});

test('a token that is worth nothing any more leads to the sign-in', async () => {
  storage.set(STORAGE_KEYS.debugToken, 'half');
  show({ 'GET /debug-tool/verify': { ...verified, valid: false } });
  expect(await screen.findByRole('heading', { name: 'Sign in to the console' })).toBeTruthy();
  expect(storage.get(STORAGE_KEYS.debugToken)).toBeNull();
});

test('a debug session of another admin does not open it, and the form says so', async () => {
  storage.set(STORAGE_KEYS.debugToken, 'half');
  show({ 'GET /debug-tool/verify': { ...verified, admin: { email: 'someone@ezdash.test' } } });
  expect(await screen.findByText(/signed in as somebody else/)).toBeTruthy();
  await signIn();
  expect(await screen.findByText('3 wait')).toBeTruthy();
});

test('without an answer nothing is thrown away, and one may ask again', async () => {
  storage.set(STORAGE_KEYS.debugToken, 'half');
  const remote = show({ 'GET /debug-tool/verify': reply(0) });
  expect(
    await screen.findByText('The server does not say whether you are signed in', {}, { timeout: 10_000 }),
  ).toBeTruthy();
  expect(storage.get(STORAGE_KEYS.debugToken)).toBe('half');
  remote.answer({ 'GET /debug-tool/verify': verified });
  await userEvent.click(screen.getByRole('button', { name: 'Try again' }));
  expect(await screen.findByText('3 wait')).toBeTruthy();
});

test('when it is over the sign-in comes over the page: what was typed stays, what failed is asked for again', async () => {
  const remote = show();
  await screen.findByRole('heading', { name: 'Sign in to the console' });
  remote.answer({ 'GET /api/operator/probe': LOCKED });
  await signIn();
  // The first call of the page is refused already: the session was ended elsewhere.
  await gate();
  expect(storage.get(STORAGE_KEYS.debugToken)).toBeNull();
  expect(page.reload).not.toHaveBeenCalled();
  const heading = screen.getByRole('heading', { name: 'Inside', hidden: true });
  expect(heading.closest('[inert]')).toBeTruthy();
  remote.answer({ 'GET /api/operator/probe': { waiting: 4 }, 'POST /api/operator/probe': LOCKED });
  await signIn();
  expect(await screen.findByText('4 wait')).toBeTruthy();
  await waitFor(() => expect(screen.queryByRole('dialog', { name: /is over/ })).toBeNull());

  await fillIn(screen.getByLabelText('Reason'), 'half a sentence');
  await fillIn(screen.getByLabelText('Note'), 'a note');
  await userEvent.click(screen.getByRole('button', { name: 'Decide', hidden: true }));
  const dialog = within(await gate());
  const password = dialog.getByLabelText('Password');
  password.focus();
  await userEvent.keyboard('{Escape}');
  expect(screen.getByLabelText<HTMLInputElement>('Reason').value).toBe('half a sentence');
  await signIn();
  await waitFor(() => expect(screen.queryByRole('dialog', { name: /is over/ })).toBeNull());
  expect(screen.getByLabelText<HTMLInputElement>('Reason').value).toBe('half a sentence');
  expect(screen.getByLabelText<HTMLInputElement>('Note').value).toBe('a note');
  expect(heading.closest('[inert]')).toBeNull();
});

test('a call of the tool that finds the session over lets the page stay too', async () => {
  const ended = reply(401, { message: 'Invalid session', code: 'SESSION_INVALID' });
  storage.set(STORAGE_KEYS.debugToken, 'half-a-credential');
  show({ 'POST /debug-tool/deactivate': ended }, <ToolCall />);
  await screen.findByText('3 wait');
  await fillIn(screen.getByLabelText('Note'), 'a note');
  await userEvent.click(screen.getByRole('button', { name: 'Call', hidden: true }));
  await gate();
  expect(page.reload).not.toHaveBeenCalled();
  expect(screen.getByLabelText<HTMLInputElement>('Note').value).toBe('a note');
});

test('who does not want to sign in again may leave', async () => {
  const remote = show();
  await screen.findByRole('heading', { name: 'Sign in to the console' });
  await signIn();
  await screen.findByText('3 wait');
  act(() => storage.remove(STORAGE_KEYS.debugToken));
  await userEvent.click(within(await gate()).getByRole('button', { name: 'Leave the console' }));
  expect(remote.address()).toBe('/settings/profile');
});

test('a sign-in in another tab opens it here as well', async () => {
  show();
  await screen.findByRole('heading', { name: 'Sign in to the console' });
  window.localStorage.setItem(STORAGE_KEYS.debugToken, 'of the other tab');
  act(() => void window.dispatchEvent(new StorageEvent('storage')));
  expect(await screen.findByText('3 wait')).toBeTruthy();
});
