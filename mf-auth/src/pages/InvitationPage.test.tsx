import { fillIn, reply } from '@ezdash/remote-kit/testing';
import { page } from '@ezdash/store';
import { screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { refusal, renderAuth } from '../testing/renderAuth';

const ACCEPT = 'POST /api/auth/accept-invitation';
const TOKEN = 'c'.repeat(43);
const WITH_TOKEN = `/auth/invitation?token=${TOKEN}`;

const title = (name: string) => screen.findByRole('heading', { level: 1, name });
const password = () => screen.getByLabelText<HTMLInputElement>('New password');
const submit = () => userEvent.click(screen.getByRole('button', { name: 'Become an admin' }));

let go: jest.SpyInstance;
beforeEach(() => {
  go = jest.spyOn(page, 'go').mockImplementation(() => undefined);
});
afterEach(() => jest.restoreAllMocks());

test('an invitation: a password is chosen, and the sign-in follows', async () => {
  const { calls } = renderAuth(WITH_TOKEN, { [ACCEPT]: reply(204) });
  expect(window.location.search).toBe('');
  expect(document.title).toBe('Invitation - EzDash');
  expect(password().autocomplete).toBe('new-password');
  await fillIn(password(), 'correct horse battery');
  await submit();
  await waitFor(() => expect(go).toHaveBeenCalledWith('/auth/login?done=invitation'));
  expect(calls.map(({ body }) => body)).toEqual([{ token: TOKEN, password: 'correct horse battery' }]);
});

test('the sign-in says that it worked', async () => {
  renderAuth('/auth/login?done=invitation');
  expect(await screen.findByText('You are an admin now.')).toBeTruthy();
});

test.each([
  [422, 'INVITATION_USED', 'This invitation was used'],
  [422, 'INVITATION_WITHDRAWN', 'This invitation was withdrawn'],
  [422, 'LINK_EXPIRED', 'This invitation works no more'],
  [409, 'ADDRESS_TAKEN', 'There is an account with your address already'],
])('%i %s: says what became of the link, and what to do', async (status, code, heading) => {
  const errors = status === 422 ? { token: ['It works no more'] } : undefined;
  renderAuth(WITH_TOKEN, { [ACCEPT]: reply(status, refusal(code, 'Refused', errors)) });
  await fillIn(password(), 'correct horse battery');
  await submit();
  expect(await title(heading)).toBe(document.activeElement);
  expect(screen.getByRole('link', { name: 'Sign in' }).getAttribute('href')).toBe('/auth/login');
  expect(go).not.toHaveBeenCalled();
});

test('a weak password is said at its field, and the link stays', async () => {
  const { calls } = renderAuth(WITH_TOKEN, {
    [ACCEPT]: reply(422, refusal('INVALID_INPUT', 'Check it', { password: ['Among the most used ones'] })),
  });
  await fillIn(password(), 'short');
  await submit();
  expect(screen.getByText('Use at least 10 characters')).toBeTruthy();
  expect(calls).toEqual([]);
  await fillIn(password(), 'password1234');
  await submit();
  expect(await screen.findByText('Among the most used ones')).toBeTruthy();
});

test('without a link the page says where one comes from; a server that breaks leaves what was typed', async () => {
  const { unmount } = renderAuth('/auth/invitation');
  await title('Open the link in the mail');
  unmount();
  renderAuth(WITH_TOKEN, { [ACCEPT]: reply(500, refusal('INTERNAL', 'Internal')) });
  await fillIn(password(), 'correct horse battery');
  await submit();
  expect((await screen.findByRole('alert')).textContent).toContain('You are not an admin yet');
  expect(password().value).toBe('correct horse battery');
});
