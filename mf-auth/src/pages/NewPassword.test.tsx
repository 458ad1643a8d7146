import { fillIn, reply } from '@ezdash/remote-kit/testing';
import { page } from '@ezdash/store';
import { screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { refusal, renderAuth } from '../testing/renderAuth';

const FORGOT = 'POST /api/auth/forgot-password';
const RESET = 'POST /api/auth/reset-password';
const TOKEN = 'b'.repeat(43);
const WITH_TOKEN = `/auth/reset-password?token=${TOKEN}`;

const title = (name: string) => screen.findByRole('heading', { level: 1, name });
const newPassword = () => screen.getByLabelText<HTMLInputElement>('New password');
const setIt = () => screen.getByRole('button', { name: 'Set the password' });

let go: jest.SpyInstance;
beforeEach(() => {
  go = jest.spyOn(page, 'go').mockImplementation(() => undefined);
});
afterEach(() => jest.restoreAllMocks());

test('a forgotten password: the answer is the same whether or not there is an account', async () => {
  const { calls } = renderAuth('/auth/forgot-password', { [FORGOT]: reply(202, { accepted: true }) });
  expect(document.title).toBe('Forgot password - EzDash');
  await fillIn(screen.getByLabelText('E-mail'), ' ines@halden.test ');
  await userEvent.click(screen.getByRole('button', { name: 'Send the link' }));
  const sent = await title('Check your mail');
  expect(document.activeElement).toBe(sent);
  expect(sent.nextElementSibling?.textContent).toContain(
    'If there is an account with ines@halden.test, a mail',
  );
  expect(calls.map(({ body }) => body)).toEqual([{ email: 'ines@halden.test' }]);
});

test('an address that is none is not sent; what the server refuses stands at the field or above', async () => {
  const { calls, answer } = renderAuth('/auth/forgot-password', {
    [FORGOT]: reply(422, refusal('INVALID_INPUT', 'Check it', { email: ['Enter an e-mail address'] })),
  });
  const submit = screen.getByRole('button', { name: 'Send the link' });
  await userEvent.click(submit);
  expect(screen.getByText(/such as name@example.com/)).toBeTruthy();
  expect(calls).toEqual([]);
  await userEvent.type(screen.getByLabelText('E-mail'), 'ines@halden.test{Enter}');
  expect(await screen.findByText('Enter an e-mail address')).toBeTruthy();
  await waitFor(() => expect(document.activeElement).toBe(screen.getByLabelText('E-mail')));
  answer({ [FORGOT]: reply(429, refusal('TOO_MANY_REQUESTS', 'Wait 10 minutes')) });
  await userEvent.click(submit);
  expect((await screen.findByRole('alert')).textContent).toContain('Wait 10 minutes');
});

test('a new password by the mailed link; then everything begins anew at the sign-in', async () => {
  const { calls } = renderAuth(WITH_TOKEN, { [RESET]: reply(204) });
  expect(window.location.search).toBe('');
  expect(document.title).toBe('Reset password - EzDash');
  expect(document.activeElement).toBe(newPassword());
  expect(newPassword().autocomplete).toBe('new-password');
  await fillIn(newPassword(), 'correct horse battery');
  expect(screen.getByText('Strong')).toBeTruthy();
  await userEvent.click(setIt());
  await waitFor(() => expect(go).toHaveBeenCalledWith('/auth/login?done=reset'));
  expect(calls.map(({ body }) => body)).toEqual([{ token: TOKEN, password: 'correct horse battery' }]);
});

test('a password that is too short is not sent; one the server refuses is said at its field', async () => {
  const { calls } = renderAuth(WITH_TOKEN, {
    [RESET]: reply(422, refusal('INVALID_INPUT', 'Check it', { password: ['Among the most used ones'] })),
  });
  await fillIn(newPassword(), 'short');
  await userEvent.click(setIt());
  expect(screen.getByText('Use at least 10 characters')).toBeTruthy();
  expect(calls).toEqual([]);
  await userEvent.type(newPassword(), ' no more{Enter}');
  expect(await screen.findByText('Among the most used ones')).toBeTruthy();
  await waitFor(() => expect(document.activeElement).toBe(newPassword()));
  expect(go).not.toHaveBeenCalled();
});

test.each([
  ['LINK_EXPIRED', { token: ['This link works no more'] }],
  ['INVALID_INPUT', { token: ['This link is not whole'] }],
])('%s: the link works no more, and a new one can be asked for', async (code, errors) => {
  renderAuth(WITH_TOKEN, { [RESET]: reply(422, refusal(code, 'Check it', errors)) });
  await userEvent.type(newPassword(), 'correct horse{Enter}');
  expect(await title('This link works no more')).toBe(document.activeElement);
  expect(screen.getByRole('link', { name: 'Ask for a new link' }).getAttribute('href')).toBe(
    '/auth/forgot-password',
  );
});

test('without a link the page says where one comes from', async () => {
  renderAuth('/auth/reset-password');
  await title('Open the link in the mail');
  expect(screen.getByRole('link', { name: 'Ask for a new link' })).toBeTruthy();
});

test('a server that breaks leaves what was typed', async () => {
  renderAuth(WITH_TOKEN, { [RESET]: reply(500, refusal('INTERNAL', 'Internal')) });
  await userEvent.type(newPassword(), 'correct horse{Enter}');
  expect((await screen.findByRole('alert')).textContent).toContain('The password was not changed');
  expect(newPassword().value).toBe('correct horse');
});
