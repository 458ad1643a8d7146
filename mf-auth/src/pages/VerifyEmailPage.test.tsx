import { fillIn, reply, testUser } from '@ezdash/remote-kit/testing';
import { csrfToken, setCsrfToken } from '@ezdash/store';
import { screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { refusal, renderAuth } from '../testing/renderAuth';

const VERIFY = 'POST /api/auth/verify-email';
const RESEND = 'POST /api/auth/register/resend';
const RESEND_MINE = 'POST /api/auth/verify-email/resend';
const TOKEN = 'a'.repeat(43);
const WITH_TOKEN = `/auth/verify-email?token=${TOKEN}`;
const SESSION = { user: testUser(), csrf_token: 'token-of-ines' };
const ACCEPTED = reply(202, { accepted: true });
const unverified = testUser({ verified: false });

const title = (name: string) => screen.findByRole('heading', { level: 1, name });

beforeEach(() => setCsrfToken('token-of-a-guest'));

test('the link opens by itself, once, signs in and leads on; the token leaves the address at once', async () => {
  const { calls, address } = renderAuth(WITH_TOKEN, { [VERIFY]: { verified: true, session: SESSION } });
  expect(window.location.search).toBe('');
  expect(document.title).toBe('Verify e-mail - EzDash');
  await waitFor(() => expect(csrfToken()).toBe('token-of-ines'));
  // Where that is, the shell decides at the door of the log-in page.
  await waitFor(() => expect(address()).toBe('/auth/login'));
  // StrictMode mounts everything twice.
  expect(calls.map(({ path, body }) => [path, body])).toEqual([['/api/auth/verify-email', { token: TOKEN }]]);
});

test('in another browser it asks for the password; a wrong one is said at its field', async () => {
  const { calls, answer, address } = renderAuth(WITH_TOKEN, {
    [VERIFY]: reply(422, refusal('PASSWORD_NEEDED', 'Enter the password that you chose')),
  });
  await title('Enter your password');
  const field = screen.getByLabelText<HTMLInputElement>('Password');
  expect(document.activeElement).toBe(field);
  const submit = screen.getByRole('button', { name: 'Confirm and sign in' });
  await userEvent.click(submit);
  expect(screen.getByText('Enter your password', { selector: 'p' })).toBeTruthy();
  answer({ [VERIFY]: reply(422, refusal('WRONG_PASSWORD', 'Wrong password')) });
  await fillIn(field, 'a bad secret');
  await userEvent.click(submit);
  expect(await screen.findByText('Wrong password')).toBeTruthy();
  await waitFor(() => expect(document.activeElement).toBe(field));
  answer({ [VERIFY]: { verified: true, session: SESSION } });
  await userEvent.type(field, '!{Enter}');
  await waitFor(() => expect(address()).toBe('/auth/login'));
  expect(calls.map(({ body }) => body)).toEqual([
    { token: TOKEN },
    { token: TOKEN, password: 'a bad secret' },
    { token: TOKEN, password: 'a bad secret!' },
  ]);
});

test('a link that works no more: a new one by mail, whatever the address', async () => {
  const { calls } = renderAuth(WITH_TOKEN, {
    [VERIFY]: reply(422, refusal('LINK_EXPIRED', 'No more', { token: ['No more'] })),
    [RESEND]: ACCEPTED,
  });
  await title('This link works no more');
  await userEvent.click(screen.getByRole('button', { name: 'Send a new link' }));
  expect(screen.getByText(/^Enter an e-mail address/)).toBeTruthy();
  await userEvent.type(screen.getByLabelText('E-mail'), 'ines@halden.test{Enter}');
  const sent = await title('Check your mail');
  expect(sent.nextElementSibling?.textContent).toContain('If a confirmation for ines@halden.test is open');
  expect(calls.at(-1)).toMatchObject({
    path: '/api/auth/register/resend',
    body: { email: 'ines@halden.test' },
  });
  await userEvent.click(screen.getByRole('button', { name: 'Use another address' }));
  expect(screen.getByLabelText<HTMLInputElement>('E-mail').value).toBe('ines@halden.test');
});

test('the link of a registration that ends while the password is typed', async () => {
  const { answer } = renderAuth(WITH_TOKEN, { [VERIFY]: reply(422, refusal('PASSWORD_NEEDED', 'x')) });
  await title('Enter your password');
  answer({ [VERIFY]: reply(422, refusal('LINK_EXPIRED', 'No more', { token: ['No more'] })) });
  await userEvent.type(screen.getByLabelText('Password'), 'a long secret{Enter}');
  await title('This link works no more');
});

test('a server that does not answer: it is tried again by hand, not by itself', async () => {
  const { calls, answer, address } = renderAuth(WITH_TOKEN, { [VERIFY]: reply(0) });
  expect((await screen.findByRole('alert')).textContent).toContain('The address was not confirmed');
  expect(calls).toHaveLength(1);
  answer({ [VERIFY]: { verified: true, session: SESSION } });
  await userEvent.click(screen.getByRole('button', { name: 'Try again' }));
  await waitFor(() => expect(address()).toBe('/auth/login'));
});

test('too many links: the sentence of the server', async () => {
  renderAuth(WITH_TOKEN, { [VERIFY]: reply(429, refusal('TOO_MANY_REQUESTS', 'Wait 15 minutes')) });
  expect((await screen.findByRole('alert')).textContent).toContain('Wait 15 minutes');
});

test('the link of an account that is there confirms its address and leads on', async () => {
  renderAuth(
    WITH_TOKEN,
    { [VERIFY]: { verified: true }, 'GET /api/auth/me': { user: testUser(), csrf_token: 'x' } },
    { user: unverified },
  );
  await title('Your address is confirmed');
  expect(screen.getByRole('link', { name: 'Go on' }).getAttribute('href')).toBe('/auth/login');
});

test('a link that is not one’s own confirms nothing, and says so to who is confirmed already', async () => {
  renderAuth(
    WITH_TOKEN,
    { [VERIFY]: reply(422, refusal('LINK_EXPIRED', 'No more', { token: ['No more'] })) },
    { user: testUser() },
  );
  const said = await title('This link works no more');
  expect(said.nextElementSibling?.textContent).toContain(
    'The address of yours, ines@halden.test, is confirmed',
  );
  expect(screen.queryByText('Your address is confirmed')).toBeNull();
  expect(screen.getByRole('link', { name: 'Go on' }).getAttribute('href')).toBe('/auth/login');
});

test('who is signed in without a confirmed address has the mail sent again', async () => {
  const { calls, answer } = renderAuth(
    '/auth/verify-email',
    { [RESEND_MINE]: reply(429, refusal('TOO_MANY_REQUESTS', 'Wait 2 minutes')) },
    { user: unverified },
  );
  await title('Confirm your e-mail address');
  const send = screen.getByRole('button', { name: 'Send a link to ines@halden.test' });
  await userEvent.click(send);
  expect((await screen.findByRole('alert')).textContent).toContain('Wait 2 minutes');
  answer({ [RESEND_MINE]: ACCEPTED });
  await userEvent.click(send);
  await title('Check your mail');
  expect(calls.map(({ path }) => path)).toEqual(Array(2).fill('/api/auth/verify-email/resend'));
  expect(screen.queryByRole('button', { name: 'Use another address' })).toBeNull();
});

test('a guest without a link may ask for one; who is confirmed is told so', async () => {
  const { unmount } = renderAuth('/auth/verify-email');
  await title('Confirm your e-mail address');
  expect(screen.getByLabelText('E-mail')).toBeTruthy();
  unmount();
  renderAuth('/auth/verify-email', {}, { user: testUser() });
  await title('Your address is confirmed');
});
