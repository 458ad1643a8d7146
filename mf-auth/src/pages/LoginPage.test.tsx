import { fillIn, reply, testUser } from '@ezdash/remote-kit/testing';
import { csrfToken, setCsrfToken } from '@ezdash/store';
import { screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { refusal, renderAuth } from '../testing/renderAuth';

const LOGIN = 'POST /api/auth/login';
const ANSWER = { user: testUser(), csrf_token: 'token-of-ines' };

const email = () => screen.getByRole<HTMLInputElement>('textbox', { name: 'E-mail' });
const password = () => screen.getByLabelText<HTMLInputElement>('Password');
const submit = () => screen.getByRole('button', { name: 'Sign in' });
async function signIn(secret = 'a long secret') {
  await fillIn(email(), 'ines@halden.test');
  await fillIn(password(), secret);
  await userEvent.keyboard('{Enter}');
}

beforeEach(() => setCsrfToken('token-of-a-guest'));

test('e-mail and password go to the server, and its new token into the page', async () => {
  const { calls } = renderAuth('/auth/login', { [LOGIN]: ANSWER });
  expect(document.title).toBe('Sign in - EzDash');
  expect(document.activeElement).toBe(email());
  await signIn();
  await waitFor(() => expect(csrfToken()).toBe('token-of-ines'));
  expect(calls.map(({ method, path, body }) => [method, path, body])).toEqual([
    ['POST', '/api/auth/login', { email: 'ines@halden.test', password: 'a long secret' }],
  ]);
  expect(screen.queryByRole('alert')).toBeNull();
});

test('guests find the help from here', () => {
  renderAuth('/auth/login');
  expect(screen.getByRole('link', { name: 'Help' }).getAttribute('href')).toBe('/help');
});

test('who leaves the empty e-mail to change the language is not told off; who leaves half of one is', async () => {
  renderAuth('/auth/login');
  await userEvent.click(screen.getByRole('button', { name: 'Language: English' }));
  expect(screen.queryByText(/Enter an e-mail address/)).toBeNull();
  await fillIn(email(), 'ines');
  await userEvent.tab();
  expect(await screen.findByText(/Enter an e-mail address/)).toBeTruthy();
});

test('a wrong password: the e-mail stays, the password is selected to be typed anew', async () => {
  const { answer } = renderAuth('/auth/login', {
    [LOGIN]: reply(422, refusal('WRONG_CREDENTIALS', 'Wrong e-mail or password')),
  });
  await signIn('a bad secret');
  const alert = await screen.findByRole('alert');
  expect(alert.textContent).toBe(
    'Wrong e-mail or password. Just registered? Open the link in the mail first.',
  );
  expect(email().value).toBe('ines@halden.test');
  await waitFor(() => expect(document.activeElement).toBe(password()));
  expect([password().selectionStart, password().selectionEnd]).toEqual([0, 'a bad secret'.length]);
  answer({ [LOGIN]: ANSWER });
  await userEvent.keyboard('a long secret{Enter}');
  await waitFor(() => expect(csrfToken()).toBe('token-of-ines'));
  expect(screen.queryByRole('alert')).toBeNull();
});

test('a server that breaks: our sentence and the request, not its words', async () => {
  renderAuth('/auth/login', { [LOGIN]: reply(500, refusal('INTERNAL', 'Internal server error')) });
  await signIn();
  const text = (await screen.findByRole('alert')).textContent;
  expect(text).toContain('Login failed');
  expect(text).toContain('what you entered is not the reason');
  expect(text).toContain('Request req_1');
  expect(text).not.toContain('Internal');
});

test('too many tries: the sentence of the server, and the focus stays where it was', async () => {
  renderAuth('/auth/login', { [LOGIN]: reply(429, refusal('TOO_MANY_REQUESTS', 'Wait 15 minutes')) });
  await fillIn(email(), 'ines@halden.test');
  await userEvent.type(password(), 'x');
  await userEvent.click(submit());
  expect((await screen.findByRole('alert')).textContent).toContain('Wait 15 minutes');
  expect(document.activeElement).toBe(submit());
});

test('without a network it says so, and asks nobody to try another password', async () => {
  const { calls } = renderAuth('/auth/login', { [LOGIN]: reply(0) });
  await signIn();
  const alert = await screen.findByRole('alert');
  expect(alert.textContent).toContain('Login failed');
  expect(alert.textContent).toContain('Check your connection and try again');
  // Nobody knows whether the first try arrived: it is not repeated.
  expect(calls).toHaveLength(1);
});

test('fields the server refuses say why, and the first one gets the focus', async () => {
  const errors = { email: ['Enter an e-mail address'] };
  renderAuth('/auth/login', { [LOGIN]: reply(422, { ...refusal('INVALID_INPUT', 'Check it'), errors }) });
  await signIn();
  expect(await screen.findByText('Enter an e-mail address')).toBeTruthy();
  await waitFor(() => expect(document.activeElement).toBe(email()));
  expect(email().getAttribute('aria-invalid')).toBe('true');
  expect(screen.queryByRole('alert')).toBeNull();
});

test('what is missing is said on leaving a field, then while typing, and nothing is sent', async () => {
  const { calls } = renderAuth('/auth/login');
  await fillIn(email(), 'ines@');
  expect(screen.queryByText(/^Enter an e-mail address/)).toBeNull();
  await userEvent.tab();
  expect(screen.getByText('Enter an e-mail address such as name@example.com')).toBeTruthy();
  await fillIn(email(), 'halden.test');
  expect(screen.queryByText(/^Enter an e-mail address/)).toBeNull();
  await userEvent.click(submit());
  expect(screen.getByText('Enter your password')).toBeTruthy();
  await waitFor(() => expect(document.activeElement).toBe(password()));
  expect(calls).toEqual([]);
});

test('who has no account is led to one, and on to where they wanted to go', () => {
  renderAuth('/auth/login?next=%2Fadvertiser%2Fcampaigns%2Fnew%3Fstep%3Dgeneral');
  expect(screen.getByRole('link', { name: 'Create an account' }).getAttribute('href')).toBe(
    '/auth/register?next=%2Fadvertiser%2Fcampaigns%2Fnew%3Fstep%3Dgeneral',
  );
});
