import { STORAGE_KEYS } from '@ezdash/contracts/constants';
import {
  fillIn,
  type RenderedRemote,
  renderRemote,
  reply,
  type StubRoutes,
} from '@ezdash/remote-kit/testing';
import { page, storage } from '@ezdash/store';
import { act, fireEvent, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import texts from '../../locales/en.json';
import { DebugTool } from './DebugTool';
import { resetSending } from './writeLog';

const session = {
  session_token: 'half-a-credential',
  expires_at: '2026-11-21T16:05:00Z',
  admin: { email: 'mara@ezdash.test' },
};
const pageData = {
  timestamp: '2026-11-21T14:06:21Z',
  uri: '/advertiser/dashboard',
  url: 'http://localhost/advertiser/dashboard',
  authenticated: true,
  user: { id: 4821, email: 'ines@halden.test', role: 'advertiser' },
  memory_usage: 48_200_000,
  is_spa: true,
};
const signedIn: StubRoutes = {
  'POST /debug-tool/activate': session,
  'GET /debug-tool/verify': { valid: true, expires_at: session.expires_at, admin: session.admin },
  'POST /debug-tool/deactivate': {},
  'GET /debug-tool/page-data': pageData,
  'POST /debug-tool/log': {},
};

// A busy machine needs longer than the usual 5 s.
jest.setTimeout(30_000);

let rendered: RenderedRemote | undefined;
function show(path = '/', routes: StubRoutes = signedIn): RenderedRemote {
  rendered = renderRemote(<DebugTool />, { path, routes, texts: { debug: texts } });
  return rendered;
}
const press = (init: KeyboardEventInit) =>
  act(async () => void fireEvent.keyDown(document.body, { key: 'd', code: 'KeyD', ctrlKey: true, ...init }));
const pathsOf = ({ calls }: RenderedRemote) => calls.map(({ method, path }) => `${method} ${path}`);
const openPanel = async () => {
  storage.set(STORAGE_KEYS.debugToken, 'half');
  const remote = show();
  await userEvent.click(screen.getByRole('button', { name: 'Show debug tool' }));
  await screen.findByRole('tab', { name: /Page/ });
  return remote;
};

beforeEach(() => {
  window.localStorage.clear();
  resetSending();
  jest.spyOn(page, 'reload').mockImplementation(() => {});
  jest.spyOn(console, 'warn').mockImplementation(() => {});
});
afterEach(() => {
  rendered?.unmount();
  jest.restoreAllMocks();
});

describe('the button', () => {
  test('is not there for everybody', () => {
    show();
    expect(screen.queryByRole('button')).toBeNull();
  });
  test('is asked for by the address', () => {
    show('/?debug=true');
    expect(screen.getByRole('button', { name: 'Show debug tool' })).toBeTruthy();
  });
  test.each([
    [STORAGE_KEYS.debugVisible, 'true'],
    [STORAGE_KEYS.debugToken, 'half'],
  ])('is shown when %s is stored', (key, value) => {
    storage.set(key, value);
    show();
    expect(screen.getByRole('button', { name: 'Show debug tool' })).toBeTruthy();
  });
});

describe('the shortcut', () => {
  test.each([{ shiftKey: true }, { altKey: true, key: '∂' }])(
    '%p opens the log-in without a session',
    async (keys) => {
      show();
      await press(keys);
      expect(await screen.findByRole('dialog', { name: 'Debug login' })).toBeTruthy();
    },
  );
  test.each([{}, { shiftKey: true, metaKey: true }, { shiftKey: true, key: 'f', code: 'KeyF' }])(
    '%p is another key',
    async (keys) => {
      show();
      await press(keys);
      expect(screen.queryByRole('dialog')).toBeNull();
    },
  );
  test('toggles the panel with a session', async () => {
    storage.set(STORAGE_KEYS.debugToken, 'half');
    show();
    await press({ shiftKey: true });
    expect(await screen.findByRole('region', { name: 'Debug tool' })).toBeTruthy();
    await press({ altKey: true });
    expect(screen.queryByRole('region', { name: 'Debug tool' })).toBeNull();
  });
});

test('the head names the admin, and when the session ends in which zone, each on its own', async () => {
  await openPanel();
  expect(screen.getByText('mara@ezdash.test')).toBeTruthy();
  expect(screen.getByText('ends 16:05 UTC')).toBeTruthy();
});

describe('the log-in', () => {
  const open = async (routes?: StubRoutes) => {
    const remote = show('/?debug=true', routes);
    await userEvent.click(screen.getByRole('button', { name: 'Show debug tool' }));
    const dialog = await screen.findByRole('dialog');
    return {
      remote,
      dialog,
      email: within(dialog).getByRole('textbox', { name: 'E-mail' }),
      password: within(dialog).getByLabelText('Password', { selector: 'input' }),
      button: within(dialog).getByRole<HTMLButtonElement>('button', { name: 'Login' }),
    };
  };

  test('needs both fields: the button waits, and Enter says so', async () => {
    const { remote, email, password, button } = await open();
    expect(button.disabled).toBe(true);
    await userEvent.type(email, 'mara@ezdash.test{Enter}');
    expect(screen.getByRole('alert').textContent).toBe('Please fill in all fields');
    expect(button.disabled).toBe(true);
    await userEvent.type(password, 'x');
    expect(button.disabled).toBe(false);
    expect(pathsOf(remote)).not.toContain('POST /debug-tool/activate');
  });

  test('Enter signs in: the token is stored and the panel opens', async () => {
    const { remote, email, password } = await open();
    await fillIn(email, 'mara@ezdash.test');
    await userEvent.type(password, 'secret words{Enter}');
    expect(await screen.findByRole('region', { name: 'Debug tool' })).toBeTruthy();
    expect(screen.queryByRole('dialog')).toBeNull();
    expect(storage.get(STORAGE_KEYS.debugToken)).toBe('half-a-credential');
    const call = remote.calls.find(({ path }) => path === '/debug-tool/activate');
    expect(call?.body).toEqual({ admin_email: 'mara@ezdash.test', admin_password: 'secret words' });
  });

  test('the button is disabled while the request runs', async () => {
    let release = () => {};
    const waiting = new Promise<void>((resolve) => {
      release = resolve;
    });
    const { email, password, button } = await open({
      ...signedIn,
      'POST /debug-tool/activate': () => waiting.then(() => session),
    });
    await fillIn(email, 'mara@ezdash.test');
    await userEvent.type(password, 'secret{Enter}');
    expect(button.disabled).toBe(true);
    await act(async () => release());
    await screen.findByRole('region', { name: 'Debug tool' });
  });

  test.each([
    [
      reply(422, { message: 'Wrong e-mail or password', code: 'WRONG_CREDENTIALS' }),
      'Wrong e-mail or password',
    ],
    [reply(401, { error: 'Invalid credentials' }), 'Invalid credentials'],
    [reply(500, {}), 'Login failed'],
    [reply(0), 'Login failed'],
    [{}, 'Login failed'],
  ])('a failure %# shows the server message or Login failed', async (answer, text) => {
    const { email, password } = await open({ ...signedIn, 'POST /debug-tool/activate': answer });
    await fillIn(email, 'mara@ezdash.test');
    await userEvent.type(password, 'secret{Enter}');
    expect((await screen.findByRole('alert')).textContent).toBe(text);
    expect(storage.get(STORAGE_KEYS.debugToken)).toBeNull();
    expect(page.reload).not.toHaveBeenCalled();
  });

  test('Escape closes it and the focus goes back to the button', async () => {
    await open();
    await userEvent.keyboard('{Escape}');
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    expect(document.activeElement).toBe(screen.getByRole('button', { name: 'Show debug tool' }));
  });
});

describe('a stored session', () => {
  test.each([
    ['is refused', { valid: false }, false],
    ['meets a broken server', reply(500, {}), false],
    ['meets no server', reply(0), true],
    ['stands', signedIn['GET /debug-tool/verify'], true],
  ])('that %s: kept %#', async (_, answer, isKept) => {
    storage.set(STORAGE_KEYS.debugToken, 'half');
    const remote = show('/', { ...signedIn, 'GET /debug-tool/verify': answer });
    const tries = isKept && answer !== signedIn['GET /debug-tool/verify'] ? 3 : 1;
    await waitFor(
      () => expect(pathsOf(remote).filter((path) => path.endsWith('/verify'))).toHaveLength(tries),
      {
        timeout: 3_000,
      },
    );
    await act(() => new Promise((resolve) => setTimeout(resolve, 20)));
    expect(storage.get(STORAGE_KEYS.debugToken)).toBe(isKept ? 'half' : null);
  });

  test('that ends while the panel is open drops the token and reloads the page', async () => {
    storage.set(STORAGE_KEYS.debugToken, 'half');
    show('/', {
      ...signedIn,
      'GET /debug-tool/page-data': reply(401, { message: 'Invalid session', code: 'SESSION_INVALID' }),
    });
    await userEvent.click(screen.getByRole('button', { name: 'Show debug tool' }));
    await waitFor(() => expect(page.reload).toHaveBeenCalledTimes(1));
    expect(storage.get(STORAGE_KEYS.debugToken)).toBeNull();
  });

  test('is ended by Sign out, whatever the server answers', async () => {
    const remote = await openPanel();
    remote.answer({ 'POST /debug-tool/deactivate': reply(500, {}) });
    await userEvent.click(screen.getByRole('button', { name: 'Sign out' }));
    await waitFor(() => expect(storage.get(STORAGE_KEYS.debugToken)).toBeNull());
    expect(pathsOf(remote)).toContain('POST /debug-tool/deactivate');
    await waitFor(() => expect(screen.queryByRole('button', { name: 'Show debug tool' })).toBeNull());
  });
});

describe('the panel', () => {
  test('takes the focus, moves by arrow keys, and gives the focus back', async () => {
    await openPanel();
    expect(document.activeElement).toBe(screen.getByRole('tab', { name: /Page/ }));
    await userEvent.keyboard('{ArrowRight}');
    expect(screen.getByRole('tab', { name: /Logs/, selected: true })).toBe(document.activeElement);
    await userEvent.keyboard('{ArrowRight}');
    expect(screen.getByRole('tab', { name: /Page/, selected: true })).toBe(document.activeElement);
    await userEvent.keyboard('{Escape}');
    expect(document.activeElement).toBe(screen.getByRole('button', { name: 'Show debug tool' }));
  });

  test('shows only what is built', async () => {
    await openPanel();
    expect(screen.getAllByRole('tab').map((tab) => tab.textContent?.replace(/\d+$/, ''))).toEqual([
      'Page',
      'Logs',
    ]);
  });
});
