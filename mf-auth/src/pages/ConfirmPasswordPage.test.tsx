import { reply, testUser } from '@ezdash/remote-kit/testing';
import { page } from '@ezdash/store';
import { screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { installPasskeys, PASSKEY_OPTIONS, removePasskeys } from '../testing/passkeys';
import { PROVIDERS, refusal, renderAuth } from '../testing/renderAuth';

const CONFIRM = 'POST /api/auth/confirm-password';
const FACTORS = 'GET /api/settings/factors';
const CONNECTIONS = 'GET /api/settings/social-connections';
const ANSWER = { confirmed_until: '2026-11-21T14:00:00Z' };
const PATH = '/auth/confirm-password?next=%2Fsettings%2Fapi%3Fnew%3D1';
const NO_FACTORS = { totp: null, recovery_codes_left: 0, passkeys: [] };
const passkey = {
  id: 'p_1',
  name: 'Laptop',
  synced: true,
  created_at: '2026-01-01T00:00:00Z',
  last_used_at: null,
};
const standing = {
  registration_complete: true,
  profile_complete: true,
  has_password: true,
  status_reason: null,
};
const user = testUser({ standing });
const social = testUser({ standing: { ...standing, has_password: false } });

const password = () => screen.getByLabelText<HTMLInputElement>('Password');

afterEach(removePasskeys);

test('the password once more, and on to what needed it', async () => {
  const { calls, address } = renderAuth(PATH, { [CONFIRM]: ANSWER, [FACTORS]: NO_FACTORS }, { user });
  expect(document.title).toBe('Confirm password - EzDash');
  expect(document.activeElement).toBe(password());
  await userEvent.type(password(), 'a long secret{Enter}');
  await waitFor(() => expect(address()).toBe('/settings/api?new=1'));
  expect(calls.at(-1)?.body).toEqual({ password: 'a long secret' });
});

test.each([
  '//evil.test',
  'https://evil.test/',
  '/auth/login',
  '/\\evil.test',
  '/.//evil.test',
  '/auth/social/x/start',
])('next=%s is not followed: the shell leads on', async (next) => {
  const { address } = renderAuth(
    `/auth/confirm-password?next=${encodeURIComponent(next)}`,
    { [CONFIRM]: ANSWER, [FACTORS]: NO_FACTORS },
    { user },
  );
  await userEvent.type(password(), 'a long secret{Enter}');
  await waitFor(() => expect(address()).toBe('/auth/login'));
});

test('a wrong password is said at its field; other refusals above it', async () => {
  const { answer } = renderAuth(
    PATH,
    { [CONFIRM]: reply(422, refusal('WRONG_PASSWORD', 'Wrong password')), [FACTORS]: NO_FACTORS },
    { user },
  );
  await userEvent.click(screen.getByRole('button', { name: 'Confirm' }));
  expect(screen.getByText('Enter your password')).toBeTruthy();
  await userEvent.type(password(), 'a bad secret{Enter}');
  expect(await screen.findByText('Wrong password')).toBeTruthy();
  await waitFor(() => expect(document.activeElement).toBe(password()));
  for (const [status, code] of [
    [409, 'NO_PASSWORD'],
    [429, 'TOO_MANY_REQUESTS'],
  ] as const) {
    answer({ [CONFIRM]: reply(status, refusal(code, `Refused: ${code}`)) });
    await userEvent.type(password(), '!{Enter}');
    await waitFor(() => expect(screen.getByRole('alert').textContent).toContain(`Refused: ${code}`));
  }
});

test('a passkey of theirs does as well', async () => {
  const browser = installPasskeys();
  const { address, calls } = renderAuth(
    PATH,
    {
      [FACTORS]: { ...NO_FACTORS, passkeys: [passkey] },
      'POST /api/auth/passkey/options': PASSKEY_OPTIONS,
      'POST /api/auth/confirm-passkey': ANSWER,
    },
    { user },
  );
  await userEvent.click(await screen.findByRole('button', { name: 'Use a passkey' }));
  await waitFor(() => expect(browser.asked).toHaveLength(1));
  browser.choose();
  await waitFor(() => expect(address()).toBe('/settings/api?new=1'));
  expect(calls.at(-1)).toMatchObject({
    path: '/api/auth/confirm-passkey',
    body: { response: { id: 'cGFzc2tleQ' } },
  });
});

test('a passkey that is refused is said; who has none is not offered one', async () => {
  const browser = installPasskeys();
  const routes = {
    [FACTORS]: { ...NO_FACTORS, passkeys: [passkey] },
    'POST /api/auth/passkey/options': PASSKEY_OPTIONS,
    'POST /api/auth/confirm-passkey': reply(422, refusal('WRONG_PASSKEY', 'This is not a passkey of yours')),
  };
  const { unmount } = renderAuth(PATH, routes, { user });
  await userEvent.click(await screen.findByRole('button', { name: 'Use a passkey' }));
  await waitFor(() => expect(browser.asked).toHaveLength(1));
  browser.choose();
  expect((await screen.findByRole('alert')).textContent).toContain('This is not a passkey of yours');
  unmount();
  const { calls } = renderAuth(PATH, { [FACTORS]: NO_FACTORS }, { user });
  await waitFor(() => expect(calls).toHaveLength(1));
  expect(screen.queryByRole('button', { name: 'Use a passkey' })).toBeNull();
});

test('without a password a linked account elsewhere proves it, by a page load', async () => {
  const connections = PROVIDERS.map((one, i) => ({
    ...one,
    linked: i === 0 ? { email: null, linked_at: '2026-01-01T00:00:00Z', last_used_at: null } : null,
    last_way_in: i === 0,
  }));
  renderAuth(PATH, { [CONNECTIONS]: { connections }, [FACTORS]: NO_FACTORS }, { user: social });
  const link = await screen.findByRole('link', { name: 'Continue with Halden ID' });
  expect(link.getAttribute('href')).toBe(
    '/auth/social/halden-id/start?intent=confirm&next=%2Fsettings%2Fapi%3Fnew%3D1',
  );
  expect(screen.queryByRole('link', { name: 'Continue with Northwind' })).toBeNull();
  expect(screen.queryByLabelText('Password')).toBeNull();
});

test('without any way left it says how to go on; when links cannot be read, all are offered', async () => {
  const { unmount } = renderAuth(
    PATH,
    { [CONNECTIONS]: { connections: [] }, [FACTORS]: NO_FACTORS },
    { user: social },
  );
  expect(await screen.findByText(/Sign out and in again/)).toBeTruthy();
  unmount();
  renderAuth(
    PATH,
    { [CONNECTIONS]: reply(500, refusal('INTERNAL', 'x')), [FACTORS]: NO_FACTORS },
    { user: social, config: { social_providers: PROVIDERS } },
  );
  expect(await screen.findByRole('link', { name: 'Continue with Northwind' })).toBeTruthy();
});

test('what was asked for is to link an account elsewhere: the server begins it', async () => {
  const go = jest.spyOn(page, 'go').mockImplementation(() => undefined);
  const link = '/auth/social/northwind/start?intent=link';
  const path = `/auth/confirm-password?next=${encodeURIComponent(link)}`;
  const { unmount } = renderAuth(path, { [CONFIRM]: ANSWER, [FACTORS]: NO_FACTORS }, { user });
  await userEvent.type(password(), 'a long secret{Enter}');
  await waitFor(() => expect(go).toHaveBeenCalledWith(link));
  unmount();
  renderAuth(
    path,
    { [CONNECTIONS]: reply(500, refusal('INTERNAL', 'x')), [FACTORS]: NO_FACTORS },
    { user: social, config: { social_providers: PROVIDERS } },
  );
  const confirm = await screen.findByRole('link', { name: 'Continue with Halden ID' });
  expect(confirm.getAttribute('href')).toBe(
    `/auth/social/halden-id/start?intent=confirm&next=${encodeURIComponent(link)}`,
  );
  go.mockRestore();
});

test('back from the provider without a proof: it is said why', async () => {
  const { queryByRole } = renderAuth(
    `${PATH}&social=other_account`,
    { [CONNECTIONS]: { connections: [] }, [FACTORS]: NO_FACTORS },
    { user: social },
  );
  await waitFor(() =>
    expect(queryByRole('alert')?.textContent).toContain('another account than the one that is linked'),
  );
});
