import { fillIn, type RenderedRemote, reply, testUser } from '@ezdash/remote-kit/testing';
import { csrfToken, setCsrfToken } from '@ezdash/store';
import { screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { refusal, renderAuth } from '../testing/renderAuth';

const LOGIN = 'POST /api/auth/login';
const SECOND = 'POST /api/auth/second-factor';
const WAITS = { user: null, csrf_token: 'token-that-waits', second_factor: ['totp', 'recovery'] };
const ANSWER = { user: testUser(), csrf_token: 'token-of-ines' };

const code = () => screen.getByLabelText<HTMLInputElement>('Code');
const submit = () => userEvent.click(screen.getByRole('button', { name: 'Sign in' }));

async function passFirstStep(routes: Record<string, unknown>): Promise<RenderedRemote> {
  const rendered = renderAuth('/auth/login?next=%2Fsettings%2Fapi', { [LOGIN]: WAITS, ...routes });
  await fillIn(screen.getByLabelText('E-mail'), 'ines@halden.test');
  await userEvent.type(screen.getByLabelText('Password'), 'a long secret{Enter}');
  await screen.findByRole('heading', { name: 'One more step' });
  return rendered;
}

beforeEach(() => setCsrfToken('token-of-a-guest'));

test('after the password comes the code of the app, in the session that waits', async () => {
  const { calls } = await passFirstStep({ [SECOND]: ANSWER });
  expect(csrfToken()).toBe('token-that-waits');
  expect(document.activeElement).toBe(code());
  expect([code().autocomplete, code().inputMode]).toEqual(['one-time-code', 'numeric']);
  await userEvent.type(code(), '123 456{Enter}');
  await waitFor(() => expect(csrfToken()).toBe('token-of-ines'));
  expect(calls.at(-1)?.body).toEqual({ method: 'totp', code: '123 456' });
});

test('a recovery code instead, and back to the app', async () => {
  const { calls } = await passFirstStep({ [SECOND]: ANSWER });
  await userEvent.click(screen.getByRole('button', { name: 'Use a recovery code instead' }));
  const field = screen.getByLabelText<HTMLInputElement>('Recovery code');
  expect(document.activeElement).toBe(field);
  expect(field.autocomplete).toBe('off');
  await userEvent.click(screen.getByRole('button', { name: 'Use the app instead' }));
  expect(document.activeElement).toBe(code());
  await userEvent.click(screen.getByRole('button', { name: 'Use a recovery code instead' }));
  await userEvent.type(screen.getByLabelText('Recovery code'), 'K7M2Q-9XW4D{Enter}');
  await waitFor(() => expect(csrfToken()).toBe('token-of-ines'));
  expect(calls.at(-1)?.body).toEqual({ method: 'recovery', code: 'K7M2Q-9XW4D' });
});

test('what cannot be a code is not sent; a wrong one is said at its field', async () => {
  const { calls } = await passFirstStep({
    [SECOND]: reply(422, refusal('WRONG_CODE', 'Wrong code', { code: ['This code is wrong or was used'] })),
  });
  await fillIn(code(), '12345');
  await submit();
  expect(screen.getByText('Enter the six digits that the app shows')).toBeTruthy();
  await waitFor(() => expect(document.activeElement).toBe(code()));
  expect(calls).toHaveLength(1);
  await userEvent.type(code(), '6');
  await submit();
  expect(await screen.findByText('This code is wrong or was used')).toBeTruthy();
  await waitFor(() => expect(document.activeElement).toBe(code()));
  expect(code().getAttribute('aria-invalid')).toBe('true');
  expect(screen.queryByRole('alert')).toBeNull();
});

test('too many codes: the sentence of the server', async () => {
  await passFirstStep({ [SECOND]: reply(429, refusal('TOO_MANY_REQUESTS', 'Wait 15 minutes')) });
  await userEvent.type(code(), '123456{Enter}');
  expect((await screen.findByRole('alert')).textContent).toContain('Wait 15 minutes');
});

test('a log-in that waited too long begins anew, with the address that was typed', async () => {
  await passFirstStep({ [SECOND]: reply(409, refusal('NO_LOGIN', 'No log-in waits')) });
  await userEvent.type(code(), '123456{Enter}');
  expect(await screen.findByText('The code came too late.')).toBeTruthy();
  expect(screen.getByLabelText<HTMLInputElement>('E-mail').value).toBe('ines@halden.test');
  expect(screen.getByLabelText<HTMLInputElement>('Password').value).toBe('');
});

test('after a sign-in at a provider the address opens the second step; starting over leaves it', async () => {
  const { address } = renderAuth('/auth/login?step=second-factor&next=%2Fsettings%2Fapi');
  expect(code()).toBeTruthy();
  expect(screen.getByRole('button', { name: 'Use a recovery code instead' })).toBeTruthy();
  await userEvent.click(screen.getByRole('button', { name: 'Start over' }));
  expect(screen.getByRole('heading', { level: 1, name: 'Sign in' })).toBeTruthy();
  expect(screen.queryByText('The code came too late.')).toBeNull();
  expect(address()).toBe('/auth/login?next=%2Fsettings%2Fapi');
});
