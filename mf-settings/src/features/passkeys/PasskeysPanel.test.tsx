import type { FactorList, Passkey, PasskeyInput } from '@ezdash/contracts';
import { type Call, reply, type StubRoutes } from '@ezdash/remote-kit/testing';
import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { CREATION, fakeAuthenticator } from '../../testing/fakeAuthenticator';
import { renderSettings } from '../../testing/renderSettings';
import { factors, provedFirst, signInRoutes } from '../../testing/settingsRoutes';

const OPTIONS = 'POST /api/settings/passkeys/options';
const ADD = 'POST /api/settings/passkeys';
const ONE = '/api/settings/passkeys/:id';
const passkey = (change: Partial<Passkey> = {}): Passkey => ({
  id: 'p1',
  name: 'Windows, Chrome',
  synced: false,
  created_at: '2026-10-01T08:00:00Z',
  last_used_at: null,
  ...change,
});
const YUBI = passkey({ id: 'p2', name: 'Key ring', synced: true, last_used_at: '2026-11-20T08:00:00Z' });

const authenticator = fakeAuthenticator();
beforeEach(() => authenticator.answer('agree'));

function show(routes: StubRoutes = {}, passkeys: Passkey[] = []) {
  const lists: { factors: FactorList } = { factors: factors({ passkeys }) };
  return { ...renderSettings('/settings/password', { ...signInRoutes(lists), ...routes }), lists };
}
const panel = async () => within(await screen.findByRole('region', { name: 'Passkeys' }));
const button = async (name: string) => (await panel()).findByRole('button', { name });
const press = async (name: string) => userEvent.click(await button(name));
const agree = async (title: string, verb: string) =>
  userEvent.click(
    within(await screen.findByRole('dialog', { name: title })).getByRole('button', { name: verb }),
  );

test('added after a proof, under the name of the device', async () => {
  const { route, confirm } = provedFirst(CREATION);
  const { calls, lists } = show({
    [OPTIONS]: route,
    'POST /api/auth/confirm-password': confirm,
    [ADD]: ({ body }: Call) => {
      const added = passkey({ name: (body as PasskeyInput).name });
      lists.factors = factors({ passkeys: [added] });
      return reply(201, added);
    },
  });
  await press('Add a passkey');
  const dialog = within(await screen.findByRole('dialog', { name: 'Confirm that it is you' }));
  await userEvent.type(dialog.getByLabelText('Password', { selector: 'input' }), 'right{Enter}');
  expect(await screen.findByText(/^Passkey “.*” added$/)).toBeTruthy();
  const sent = calls.find(({ method, path }) => method === 'POST' && path === '/api/settings/passkeys');
  expect(sent?.body).toMatchObject({
    response: { id: 'Y3JlZA', type: 'public-key', response: { transports: ['internal'] } },
  });
  await (await panel()).findByText(/not used yet/);
  await waitFor(async () => expect(document.activeElement).toBe(await button('Add a passkey')));
});

test('a window that was closed is no failure; a device that has one already, and one that refuses, say so', async () => {
  const { calls } = show({ [OPTIONS]: CREATION });
  authenticator.answer('NotAllowedError');
  await press('Add a passkey');
  await waitFor(() => expect(calls.some(({ path }) => path.endsWith('/options'))).toBe(true));
  await waitFor(async () => expect((await button('Add a passkey')).hasAttribute('aria-busy')).toBe(false));
  expect((await panel()).queryByRole('alert')).toBeNull();
  authenticator.answer('InvalidStateError');
  await press('Add a passkey');
  expect((await (await panel()).findByRole('alert')).textContent).toContain('already holds a passkey');
  authenticator.answer('SecurityError');
  await press('Add a passkey');
  await (await panel()).findByText(/did not allow it/);
  expect(calls.some(({ method, path }) => method === 'POST' && path === '/api/settings/passkeys')).toBe(
    false,
  );
});

test.each([
  [422, 'WRONG_PASSKEY', 'The passkey could not be checked'],
  [409, 'NO_CHALLENGE', 'It took too long'],
])('%s %s is told in the panel', async (status, code, message) => {
  show({ [OPTIONS]: CREATION, [ADD]: reply(status, { message, code, requestId: 'r' }) });
  await press('Add a passkey');
  const alert = await (await panel()).findByRole('alert');
  expect(alert.textContent).toContain('The passkey was not added');
  expect(alert.textContent).toContain(message);
});

test('renamed where it stands; Escape and an empty name change nothing', async () => {
  const { calls, lists } = show(
    {
      [`PATCH ${ONE}`]: ({ body }: Call) => {
        const renamed = passkey(body as Partial<Passkey>);
        lists.factors = factors({ passkeys: [renamed] });
        return renamed;
      },
    },
    [passkey()],
  );
  await press('Rename “Windows, Chrome”');
  const name = await screen.findByLabelText<HTMLInputElement>('Name of the passkey');
  expect(document.activeElement).toBe(name);
  await userEvent.clear(name);
  await userEvent.keyboard('{Enter}');
  expect(await screen.findByText('Give the passkey a name')).toBeTruthy();
  await userEvent.keyboard('{Escape}');
  await waitFor(async () => expect(document.activeElement).toBe(await button('Rename “Windows, Chrome”')));
  expect(calls.every(({ method }) => method === 'GET')).toBe(true);
  await userEvent.keyboard('{Enter}');
  await userEvent.clear(await screen.findByLabelText('Name of the passkey'));
  await userEvent.keyboard(' Work laptop {Enter}');
  await waitFor(async () => expect(document.activeElement).toBe(await button('Rename “Work laptop”')));
  expect(calls.find(({ method }) => method === 'PATCH')?.body).toEqual({ name: 'Work laptop' });
});

test('removed after a question; the focus goes to the next row, then to what is left', async () => {
  const { calls, lists } = show(
    {
      [`DELETE ${ONE}`]: ({ params }: Call) => {
        const passkeys = lists.factors.passkeys.filter(({ id }) => id !== params.id);
        lists.factors = factors({ passkeys });
        return reply(204);
      },
    },
    [passkey(), YUBI],
  );
  expect(await screen.findByText(/on all devices of your password manager/)).toBeTruthy();
  await press('Remove “Windows, Chrome”');
  await agree('Remove the passkey “Windows, Chrome”?', 'Remove');
  expect(await screen.findByText('Passkey “Windows, Chrome” removed')).toBeTruthy();
  await waitFor(async () => expect(document.activeElement).toBe(await button('Remove “Key ring”')));
  await userEvent.keyboard('{Enter}');
  await agree('Remove the passkey “Key ring”?', 'Remove');
  await waitFor(() => expect(lists.factors.passkeys).toHaveLength(0));
  await waitFor(async () => expect(document.activeElement).toBe(await button('Add a passkey')));
  expect(calls.filter(({ method }) => method === 'DELETE')).toHaveLength(2);
});

test('the only way in stays: why is said', async () => {
  const message = 'This is the only way to sign in to your account. Set a password first';
  show({ [`DELETE ${ONE}`]: reply(409, { message, code: 'LAST_WAY_IN', requestId: 'r' }) }, [passkey()]);
  await press('Remove “Windows, Chrome”');
  await agree('Remove the passkey “Windows, Chrome”?', 'Remove');
  expect((await (await panel()).findByRole('alert')).textContent).toContain(message);
  expect(await button('Remove “Windows, Chrome”')).toBeTruthy();
});

test('a browser without passkeys says so, and still lists them', async () => {
  authenticator.remove();
  show({}, [YUBI]);
  expect(await screen.findByText('This browser cannot make passkeys.')).toBeTruthy();
  expect(await button('Remove “Key ring”')).toBeTruthy();
  expect((await panel()).queryByRole('button', { name: 'Add a passkey' })).toBeNull();
});
