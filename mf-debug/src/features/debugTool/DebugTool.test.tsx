import { STORAGE_KEYS } from '@ezdash/contracts/constants';
import {
  fillIn,
  type RenderedRemote,
  renderRemote,
  reply,
  type StubRoutes,
} from '@ezdash/remote-kit/testing';
import { page, storage } from '@ezdash/store';
import { Dialog, TextInput } from '@ezdash/ui';
import { act, fireEvent, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { useState } from 'react';
import texts from '../../locales/en.json';
import { debugAnswers, debugSession } from '../../testing/debugData';
import { DebugTool } from './DebugTool';
import { resetSending } from './writeLog';

const session = debugSession;
const signedIn = debugAnswers;

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

  const refuse = (code: string, message: string) => ({
    ...signedIn,
    'POST /debug-tool/activate': reply(422, { message, code }),
  });

  test('a code is asked for after the password was right: its field appears, and what was typed stays', async () => {
    const { remote, email, password } = await open(
      refuse('CODE_NEEDED', 'Enter the six digits of your authenticator app'),
    );
    expect(screen.queryByRole('textbox', { name: 'Code' })).toBeNull();
    await fillIn(email, 'mara@ezdash.test');
    await userEvent.type(password, 'secret{Enter}');
    const code = await screen.findByRole('textbox', { name: 'Code' });
    expect(document.activeElement).toBe(code);
    expect(screen.getByRole('alert').textContent).toContain('Enter the six digits');
    expect(screen.getByRole<HTMLButtonElement>('button', { name: 'Login' }).disabled).toBe(true);

    remote.answer(refuse('CODE_WRONG', 'That code is not right'));
    await userEvent.type(code, '000000{Enter}');
    expect((await screen.findByText(/That code is not right/)).getAttribute('role')).toBe('alert');
    remote.answer(signedIn);
    await userEvent.type(code, '{Backspace}1{Enter}');
    expect(await screen.findByRole('region', { name: 'Debug tool' })).toBeTruthy();
    const sent = remote.calls.filter(({ path }) => path === '/debug-tool/activate').map(({ body }) => body);
    const both = { admin_email: 'mara@ezdash.test', admin_password: 'secret' };
    expect(sent).toEqual([both, { ...both, code: '000000' }, { ...both, code: '000001' }]);
  });

  test('who must have an authenticator and has none is told where to set one up', async () => {
    const { email, password } = await open(
      refuse('SECOND_FACTOR_MISSING', 'Set up an authenticator app first'),
    );
    await fillIn(email, 'mara@ezdash.test');
    await userEvent.type(password, 'secret{Enter}');
    const link = await screen.findByRole('link', { name: 'Set up an authenticator app' });
    expect(link.getAttribute('href')).toBe('/settings/password');
    expect(screen.queryByRole('textbox', { name: 'Code' })).toBeNull();
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
    await userEvent.keyboard('{ArrowLeft}');
    expect(screen.getByRole('tab', { name: /Logs/, selected: true })).toBe(document.activeElement);
    await userEvent.keyboard('{ArrowRight}');
    expect(screen.getByRole('tab', { name: /Page/, selected: true })).toBe(document.activeElement);
    await userEvent.keyboard('{End}{Home}{ArrowRight}');
    expect(screen.getByRole('tab', { name: /User/, selected: true })).toBe(document.activeElement);
    await userEvent.keyboard('{Escape}');
    expect(document.activeElement).toBe(screen.getByRole('button', { name: 'Show debug tool' }));
  });

  test('has six tabs in their order, and no seventh', async () => {
    await openPanel();
    expect(screen.getAllByRole('tab').map((tab) => tab.textContent?.replace(/\d+$/, ''))).toEqual([
      'Page',
      'User',
      'Promo',
      'Xero',
      'Inspector',
      'Logs',
    ]);
  });

  test('keeps the chosen tab while the page lives', async () => {
    await openPanel();
    await userEvent.click(screen.getByRole('tab', { name: 'Promo' }));
    await userEvent.keyboard('{Escape}');
    await userEvent.click(screen.getByRole('button', { name: 'Show debug tool' }));
    expect(await screen.findByRole('tab', { name: 'Promo', selected: true })).toBeTruthy();
  });

  test('asks for what is seen, and for nothing else', async () => {
    const remote = await openPanel();
    await userEvent.click(screen.getByRole('tab', { name: 'Promo' }));
    await screen.findByText('WELCOME10');
    expect(pathsOf(remote)).not.toContain('GET /debug-tool/user/current');
    expect(pathsOf(remote)).not.toContain('GET /debug-tool/xero/status');
  });

  test('a key that is pressed in it is not the page’s, but for the shortcut', async () => {
    await openPanel();
    const pressed = jest.fn();
    document.addEventListener('keydown', pressed);
    await userEvent.keyboard('a');
    expect(pressed).not.toHaveBeenCalled();
    document.removeEventListener('keydown', pressed);
    await act(async () => {
      fireEvent.keyDown(screen.getByRole('tab', { name: /Page/ }), {
        key: 'd',
        code: 'KeyD',
        ctrlKey: true,
        shiftKey: true,
      });
    });
    expect(screen.queryByRole('region', { name: 'Debug tool' })).toBeNull();
  });
});

/** A page with a dialog of its own that is open. */
function PageWithDialog() {
  const [opened, setOpened] = useState(true);
  return (
    <>
      <Dialog opened={opened} onClose={() => setOpened(false)} title="Of the page">
        <TextInput label="Budget" data-autofocus />
      </Dialog>
      <DebugTool />
    </>
  );
}

describe('over a dialog of the page', () => {
  const open = async () => {
    storage.set(STORAGE_KEYS.debugToken, 'half');
    rendered = renderRemote(<PageWithDialog />, { routes: signedIn, texts: { debug: texts } });
    await screen.findByRole('dialog', { name: 'Of the page' });
    await press({ shiftKey: true });
    await screen.findByRole('region', { name: 'Debug tool' });
  };
  const pageDialog = () => screen.queryByRole('dialog', { name: 'Of the page' });

  test('the keys move in the panel, and Escape closes the panel alone', async () => {
    await open();
    expect(document.activeElement).toBe(screen.getByRole('tab', { name: /Page/ }));
    await userEvent.keyboard('{End}');
    expect(document.activeElement).toBe(screen.getByRole('tab', { name: /Logs/ }));
    await userEvent.tab();
    expect(screen.getByRole('region', { name: 'Debug tool' }).contains(document.activeElement)).toBe(true);
    await userEvent.keyboard('{Escape}');
    expect(screen.queryByRole('region', { name: 'Debug tool' })).toBeNull();
    expect(pageDialog()).not.toBeNull();
    await userEvent.keyboard('{Escape}');
    await waitFor(() => expect(pageDialog()).toBeNull());
  });

  test('turning the wheel over the panel is not the dialog’s to stop', async () => {
    await open();
    const told = jest.fn();
    document.addEventListener('wheel', told);
    fireEvent.wheel(screen.getByRole('tabpanel'), { deltaY: 10 });
    expect(told).not.toHaveBeenCalled();
    document.removeEventListener('wheel', told);
  });

  test('Escape closes the log-in alone', async () => {
    rendered = renderRemote(<PageWithDialog />, { routes: signedIn, texts: { debug: texts } });
    await screen.findByRole('dialog', { name: 'Of the page' });
    await press({ shiftKey: true });
    const email = await screen.findByRole('textbox', { name: 'E-mail' });
    await waitFor(() => expect(document.activeElement).toBe(email));
    await userEvent.keyboard('{Escape}');
    await waitFor(() => expect(screen.queryByRole('dialog', { name: 'Debug login' })).toBeNull());
    expect(pageDialog()).not.toBeNull();
  });
});
