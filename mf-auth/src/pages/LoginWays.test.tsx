import { reply, testUser } from '@ezdash/remote-kit/testing';
import { csrfToken, page, setCsrfToken, setStoreWords } from '@ezdash/store';
import { screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { installPasskeys, PASSKEY_OPTIONS, removePasskeys } from '../testing/passkeys';
import { PROVIDERS, refusal, renderAuth } from '../testing/renderAuth';

const OPTIONS = 'POST /api/auth/passkey/options';
const VERIFY = 'POST /api/auth/passkey/verify';
const ANSWER = { user: testUser(), csrf_token: 'token-of-ines' };
const config = { social_providers: PROVIDERS };

const passkeyButton = () => screen.getByRole('button', { name: 'Use a passkey' });
const alertText = async () => (await screen.findByRole('alert')).textContent;

beforeEach(() => setCsrfToken('token-of-a-guest'));
afterEach(removePasskeys);

test('by keyboard: e-mail, password and its eye, the forgotten one, sign in, passkey, accounts elsewhere, help, language, theme', async () => {
  installPasskeys();
  renderAuth('/auth/login?next=%2Fsettings%2Fapi', {}, { config });
  const names = [];
  for (let i = 0; i < 11; i++) {
    const at = document.activeElement;
    names.push(at?.getAttribute('name') ?? at?.getAttribute('aria-label') ?? at?.textContent);
    await userEvent.tab();
  }
  expect(names).toEqual([
    'email',
    'password',
    'Show the password',
    'Forgot your password?',
    'Sign in',
    'Use a passkey',
    'Continue with Halden ID',
    'Continue with Northwind',
    'Help',
    'Language: English',
    'Theme: System',
  ]);
});

test('an account elsewhere is a page load away, with where the person wanted to go when that is safe', () => {
  const { unmount } = renderAuth('/auth/login?next=%2Fsettings%2Fapi', {}, { config });
  const href = () => screen.getByRole('link', { name: 'Continue with Halden ID' }).getAttribute('href');
  expect(href()).toBe('/auth/social/halden-id/start?intent=login&next=%2Fsettings%2Fapi');
  unmount();
  renderAuth('/auth/login?next=%2F%2Fevil.test', {}, { config });
  expect(href()).toBe('/auth/social/halden-id/start?intent=login');
});

test('without passkeys and other services there is nothing to choose from', () => {
  renderAuth('/auth/login');
  expect(screen.queryByText('or')).toBeNull();
  expect(screen.queryByRole('button', { name: 'Use a passkey' })).toBeNull();
});

test('a passkey signs in by itself', async () => {
  const browser = installPasskeys();
  const { calls } = renderAuth('/auth/login', { [OPTIONS]: PASSKEY_OPTIONS, [VERIFY]: ANSWER });
  await userEvent.click(passkeyButton());
  await waitFor(() => expect(browser.asked).toEqual([{ mediation: undefined, challenge: 'challenge' }]));
  browser.choose();
  await waitFor(() => expect(csrfToken()).toBe('token-of-ines'));
  expect(calls.at(-1)).toMatchObject({
    path: '/api/auth/passkey/verify',
    body: { response: { id: 'cGFzc2tleQ', type: 'public-key', clientExtensionResults: {} } },
  });
});

test('a question that was closed: said quietly, and it can be asked again', async () => {
  const browser = installPasskeys();
  renderAuth('/auth/login', { [OPTIONS]: PASSKEY_OPTIONS, [VERIFY]: ANSWER });
  await userEvent.click(passkeyButton());
  await waitFor(() => expect(browser.asked).toHaveLength(1));
  browser.close();
  await screen.findByText('No passkey was used.');
  await userEvent.click(passkeyButton());
  await waitFor(() => expect(browser.asked).toHaveLength(2));
  expect(screen.queryByText('No passkey was used.')).toBeNull();
  browser.choose();
  await waitFor(() => expect(csrfToken()).toBe('token-of-ines'));
});

test.each([
  ['WRONG_PASSKEY', 422, 'This passkey is not known here'],
  ['NO_CHALLENGE', 409, 'The passkey came too late. Try again'],
  ['TOO_MANY_REQUESTS', 429, 'Wait 5 minutes'],
])('%s of a passkey is said above the form', async (code, status, message) => {
  const browser = installPasskeys();
  renderAuth('/auth/login', { [OPTIONS]: PASSKEY_OPTIONS, [VERIFY]: reply(status, refusal(code, message)) });
  await userEvent.click(passkeyButton());
  await waitFor(() => expect(browser.asked).toHaveLength(1));
  browser.choose();
  expect(await alertText()).toContain(message);
  expect(csrfToken()).toBe('token-of-a-guest');
});

test('where the browser fills in passkeys, one is offered in its list; a choice from it signs in', async () => {
  const browser = installPasskeys({ autofill: true });
  renderAuth('/auth/login', { [OPTIONS]: PASSKEY_OPTIONS, [VERIFY]: ANSWER });
  await waitFor(() => expect(browser.asked).toEqual([{ mediation: 'conditional', challenge: 'challenge' }]));
  expect(screen.getByLabelText('E-mail').getAttribute('autocomplete')).toBe('username webauthn');
  browser.choose();
  await waitFor(() => expect(csrfToken()).toBe('token-of-ines'));
});

test('that the list has no passkey to offer is nobody’s concern, and the button takes its place', async () => {
  const browser = installPasskeys({ autofill: true });
  const { answer, calls } = renderAuth('/auth/login', { [OPTIONS]: reply(429, refusal('TOO_MANY', 'Wait')) });
  await waitFor(() => expect(calls).toHaveLength(1));
  expect(screen.queryByRole('alert')).toBeNull();
  answer({ [OPTIONS]: PASSKEY_OPTIONS, [VERIFY]: ANSWER });
  await userEvent.click(passkeyButton());
  await waitFor(() => expect(browser.asked).toEqual([{ mediation: undefined, challenge: 'challenge' }]));
});

test.each([
  ['cancelled', 'Nothing was confirmed.'],
  ['failed', 'The other service did not confirm who you are.'],
  ['expired', 'That took too long.'],
  ['email_taken', 'There is an account with this e-mail address.'],
  ['email_unverified', 'This provider does not confirm your address.'],
  ['linked_elsewhere', 'This account is linked to someone else here.'],
  ['other_account', 'That was another account than the one that is linked.'],
  ['suspended', 'This account is suspended.'],
])('back from a provider with %s', (outcome, text) => {
  renderAuth(`/auth/login?social=${outcome}`);
  expect(screen.getByText(text)).toBeTruthy();
});

test('an outcome that nobody knows is not repeated', () => {
  renderAuth('/auth/login?social=%3Cb%3Ehello');
  expect(screen.queryByRole('alert')).toBeNull();
  expect(screen.queryByRole('note')).toBeNull();
});

test('who was signed out without asking for it is told so, and no other reason is repeated', () => {
  const { unmount } = renderAuth('/auth/login?next=%2Fsettings%2Fprofile&reason=signed-out');
  expect(screen.getByText('You were signed out.').parentElement?.textContent).toContain(
    'Sign in again to go on.',
  );
  unmount();
  renderAuth('/auth/login?reason=%3Cb%3Ehello');
  expect(screen.queryByText('You were signed out.')).toBeNull();
});

test('without cookies the list of passkeys asks once, in silence; the button says what is missing', async () => {
  const go = jest.spyOn(page, 'go').mockImplementation(() => {});
  setStoreWords({ cookiesNeeded: () => 'Allow cookies' });
  installPasskeys({ autofill: true });
  const { calls } = renderAuth('/auth/login', {
    [OPTIONS]: reply(419, { ...refusal('CSRF_MISMATCH', 'Too old'), redirect: '/auth/login' }),
    'GET /api/auth/me': { user: null, csrf_token: 'never taken' },
  });
  await waitFor(() => expect(calls).toHaveLength(3));
  expect(screen.queryByRole('alert')).toBeNull();
  await userEvent.click(passkeyButton());
  expect(await alertText()).toContain('Allow cookies');
  expect(go).not.toHaveBeenCalled();
  go.mockRestore();
});

test('after a new password the page says that every device was signed out', () => {
  renderAuth('/auth/login?done=reset');
  expect(screen.getByText('Your password is changed.').parentElement?.textContent).toContain(
    'Every device has been signed out. Sign in with the new password.',
  );
});
