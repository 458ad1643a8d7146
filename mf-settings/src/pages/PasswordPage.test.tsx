import type { ApiToken } from '@ezdash/contracts';
import { fillIn, reply, type StubRoutes, testUser } from '@ezdash/remote-kit/testing';
import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { renderSettings } from '../testing/renderSettings';
import { provedFirst, signInRoutes } from '../testing/settingsRoutes';

const PUT = 'PUT /api/settings/password';
const standing = {
  registration_complete: true,
  profile_complete: true,
  has_password: true,
  status_reason: null,
};
const USER = testUser({ standing });
const SOCIAL_USER = testUser({ standing: { ...standing, has_password: false } });
const show = (routes: StubRoutes = {}, path = '/settings/password', user = USER) =>
  renderSettings(path, { ...signInRoutes(), ...routes }, user);
const token = (name: string, change: Partial<ApiToken> = {}): ApiToken => ({
  id: name,
  name,
  hint: 'a1b2',
  scopes: ['read'],
  addresses: [],
  created_at: '2026-11-20T08:12:00Z',
  expires_at: '2027-11-20T08:12:00Z',
  expired: false,
  last_used_at: null,
  ...change,
});
const press = async (name: string | RegExp) => userEvent.click(await screen.findByRole('button', { name }));
const field = (name: string) => screen.findByLabelText<HTMLInputElement>(name, { selector: 'input' });
const type = async (name: string, text: string) => fillIn(await field(name), text);

test('the password is changed, and how many other devices were signed out is said', async () => {
  const { calls } = show({ [PUT]: { ended: 2, revoked_tokens: 0 } });
  await type('Current password', 'old and trusted');
  await type('New password', 'a longer new password');
  expect(screen.getByText('Strong')).toBeTruthy();
  await press('Change password');
  expect(await screen.findByText('Password changed. 2 other devices were signed out')).toBeTruthy();
  expect(calls.find(({ method }) => method === 'PUT')?.body).toEqual({
    current_password: 'old and trusted',
    password: 'a longer new password',
    revoke_api_tokens: false,
  });
  expect((await field('Current password')).value).toBe('');
  expect(document.title).toBe('Password and sign-in - EzDash');
  // The list of devices is read again.
  await waitFor(() =>
    expect(calls.filter(({ path }) => path === '/api/settings/sessions').length).toBeGreaterThan(1),
  );
});

test('API tokens that live on are named, and go with the old password where that is ticked', async () => {
  const tokens = [token('Nightly report'), token('Old script', { expired: true })];
  const { calls } = show({
    'GET /api/settings/api-tokens': { tokens },
    [PUT]: { ended: 0, revoked_tokens: 1 },
  });
  expect(await screen.findByText('Nightly report')).toBeTruthy();
  expect(screen.queryByText('Old script')).toBeNull();
  await type('Current password', 'old and trusted');
  await type('New password', 'a longer new password');
  await userEvent.click(screen.getByRole('checkbox', { name: 'Revoke it too' }));
  await press('Change password');
  expect(
    await screen.findByText('Password changed. No other device was signed in. One API token was revoked'),
  ).toBeTruthy();
  expect(calls.find(({ method }) => method === 'PUT')?.body).toMatchObject({ revoke_api_tokens: true });
});

test('tokens that cannot be listed are said to live on all the same', async () => {
  show({ 'GET /api/settings/api-tokens': reply(500, { message: 'x', code: 'INTERNAL', requestId: 'r' }) });
  expect(await screen.findByText('Your API tokens stay valid.')).toBeTruthy();
  expect(screen.getByRole('checkbox', { name: 'Revoke them too' })).toBeTruthy();
});

test('nobody else signed in is said so', async () => {
  show({ [PUT]: { ended: 0, revoked_tokens: 0 } });
  await type('Current password', 'old and trusted');
  await type('New password', 'a longer new password');
  await press('Change password');
  expect(await screen.findByText('Password changed. No other device was signed in')).toBeTruthy();
});

test('what is missing is said before anything is sent', async () => {
  const { calls } = show();
  await press('Change password');
  expect(screen.getByText('Enter your current password')).toBeTruthy();
  expect(screen.getByText('Use at least 10 characters')).toBeTruthy();
  await type('Current password', 'the same as before');
  await type('New password', 'the same as before');
  expect(screen.getByText('Choose another one than before')).toBeTruthy();
  expect(calls.every(({ method }) => method === 'GET')).toBe(true);
});

test('a wrong password goes to its field and takes the focus', async () => {
  const errors = { current_password: ['Wrong password'] };
  const refusal = { message: 'Wrong password', code: 'WRONG_PASSWORD', errors, requestId: 'r' };
  show({ [PUT]: reply(422, refusal) });
  await type('Current password', 'not this one');
  await type('New password', 'a longer new password');
  await press('Change password');
  expect(await screen.findByText('Wrong password')).toBeTruthy();
  await waitFor(async () => expect(document.activeElement).toBe(await field('Current password')));
  expect((await field('New password')).value).toBe('a longer new password');
});

test.each([
  [429, { message: 'Try again in 40 seconds', code: 'TOO_MANY_REQUESTS' }, /Try again in 40 seconds/],
  [500, { message: 'x', code: 'INTERNAL', requestId: 'req_9' }, /Something broke on our side.*Request req_9/],
  [0, {}, /The server did not answer/],
])('status %s is told above the form', async (status, body, text) => {
  show({ [PUT]: reply(status, body) });
  await type('Current password', 'old and trusted');
  await type('New password', 'a longer new password');
  await press('Change password');
  const alert = await screen.findByRole('alert');
  expect(alert.textContent).toContain('The password was not changed');
  expect(alert.textContent).toMatch(text);
});

test('who has no password is led to set one, and back once it is set', async () => {
  const { route, confirm } = provedFirst({ ended: 1, revoked_tokens: 0 });
  let user = SOCIAL_USER;
  const { address, calls } = show(
    {
      'POST /api/settings/set-password': (call: unknown) => {
        const answer = (route as (call: unknown) => unknown)(call);
        if (answer instanceof Object && 'ended' in answer) user = USER;
        return answer;
      },
      'GET /api/auth/me': () => ({ user, csrf_token: 'x' }),
      'GET /api/settings/social-connections': {
        connections: [
          {
            id: 'acme',
            name: 'Acme',
            linked: { email: null, linked_at: '2026-11-01T08:00:00Z', last_used_at: null },
            last_way_in: true,
          },
        ],
      },
      'POST /api/auth/confirm-password': confirm,
    },
    '/settings/password',
    SOCIAL_USER,
  );
  await waitFor(() => expect(address()).toBe('/settings/set-password'));
  const pages = within(screen.getByRole('navigation', { name: 'Settings' }));
  const entry = pages.getByRole('link', { name: 'Password and sign-in' });
  expect(entry.getAttribute('href')).toBe('/settings/set-password');
  expect(entry.getAttribute('aria-current')).toBe('page');
  await type('Password', 'a long first password');
  await press('Set password');
  // Without password and passkey the way is the linked account, by a full page load.
  const dialog = within(await screen.findByRole('dialog', { name: 'Confirm that it is you' }));
  const link = await dialog.findByRole('link', { name: 'Continue with Acme' });
  expect(link.getAttribute('href')).toBe(
    '/auth/social/acme/start?intent=confirm&next=%2Fsettings%2Fset-password',
  );
  await userEvent.click(dialog.getByRole('button', { name: 'Cancel' }));
  // To change one's mind is no failure, and nothing typed is lost.
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  expect(screen.queryByRole('alert')).toBeNull();
  expect((await field('Password')).value).toBe('a long first password');
  (confirm as (call: { body: unknown }) => unknown)({ body: {} });
  // The focus settles before the button can be pressed again.
  const button = screen.getByRole('button', { name: 'Set password' });
  await waitFor(() => expect(button.getAttribute('aria-busy')).toBeNull());
  await press('Set password');
  await waitFor(() => expect(address()).toBe('/settings/password'));
  expect(await screen.findByText('Password set. One other device was signed out')).toBeTruthy();
  expect(calls.filter(({ path }) => path === '/api/settings/set-password')).toHaveLength(2);
});

test('who has a password does not set one', async () => {
  const { address } = show({}, '/settings/set-password');
  await waitFor(() => expect(address()).toBe('/settings/password'));
});

test('the list of the settings shows what the role may use', async () => {
  show({}, '/settings/password', testUser({ standing, role: 'admin' }));
  const pages = within(screen.getByRole('navigation', { name: 'Settings' }));
  const names = pages.getAllByRole('link').map(({ textContent }) => textContent);
  const everybodys = ['Profile', 'Appearance', 'Alerts', 'Password and sign-in', 'Connections'];
  expect(names).toEqual(expect.arrayContaining(everybodys));
  for (const ofCustomers of ['Payment methods', 'API']) expect(names).not.toContain(ofCustomers);
  const opener = pages.getByRole('button', { name: 'Settings: Password and sign-in' });
  expect(opener.getAttribute('aria-expanded')).toBe('false');
  await userEvent.click(opener);
  expect(opener.getAttribute('aria-expanded')).toBe('true');
  await userEvent.click(pages.getByRole('link', { name: 'Appearance' }));
  expect(pages.getByRole('button', { name: 'Settings: Appearance' }).getAttribute('aria-expanded')).toBe(
    'false',
  );
});
