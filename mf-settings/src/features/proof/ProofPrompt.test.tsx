import type { User } from '@ezdash/contracts';
import { renderRemote, reply, type StubRoutes, testUser } from '@ezdash/remote-kit/testing';
import { api, failureOf, ProofCancelled, toApiError, useWithProof } from '@ezdash/store';
import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { useState } from 'react';
import en from '../../locales/en.json';
import { fakeAuthenticator, REQUEST } from '../../testing/fakeAuthenticator';
import { connection, factors, provedFirst, REAUTH, signInRoutes } from '../../testing/settingsRoutes';
import { ProofPrompt } from './ProofPrompt';

const standing = {
  registration_complete: true,
  profile_complete: true,
  has_password: true,
  status_reason: null,
};
const USER = testUser({ standing });
const NO_PASSWORD = testUser({ standing: { ...standing, has_password: false } });
const CONFIRM = 'POST /api/auth/confirm-password';

const testApi = api.injectEndpoints({
  overrideExisting: true,
  endpoints: (build) => ({
    settingsTestDanger: build.mutation<{ done: string }, string>({
      query: (what) => ({ url: '/api/danger', method: 'POST', body: { what } }),
    }),
  }),
});

function Danger() {
  const { run, ensureProof } = useWithProof();
  const [danger] = testApi.useSettingsTestDangerMutation();
  const [text, setText] = useState('');
  const act = (name: string) =>
    run(() => danger(name).unwrap()).then(
      ({ done }) => setText(`did ${done}`),
      (error: unknown) =>
        setText(
          error instanceof ProofCancelled && failureOf(error) === null
            ? 'left it'
            : `failed: ${toApiError(error)?.message}`,
        ),
    );
  return (
    <>
      <button type="button" onClick={() => void act('it')}>
        Act
      </button>
      <button type="button" onClick={() => void Promise.all([act('it'), act('more')])}>
        Act twice
      </button>
      <button type="button" onClick={async () => setText((await ensureProof()) ? 'download' : 'no download')}>
        Ensure
      </button>
      <p>{text}</p>
    </>
  );
}

const show = (routes: StubRoutes, user: User = USER) =>
  renderRemote(
    <>
      <Danger />
      <ProofPrompt />
    </>,
    { path: '/settings/api', user, routes: { ...signInRoutes(), ...routes }, texts: { settings: en } },
  );
const press = (name: string) => userEvent.click(screen.getByRole('button', { name }));
const dialog = async () => within(await screen.findByRole('dialog', { name: 'Confirm that it is you' }));
const type = async (text: string) =>
  userEvent.type((await dialog()).getByLabelText('Password', { selector: 'input' }), text);
const dangers = (calls: { path: string }[]) => calls.filter(({ path }) => path === '/api/danger').length;

test('a visit to a linked account that confirmed it is said', async () => {
  renderRemote(
    <>
      <Danger />
      <ProofPrompt />
    </>,
    {
      path: '/settings/api?tab=1&social=confirmed',
      user: NO_PASSWORD,
      routes: signInRoutes(),
      texts: { settings: en },
    },
  );
  expect(await screen.findByText('Confirmed. Do once more what you wanted to do.')).toBeTruthy();
});

test('what needs no proof just runs', async () => {
  const { calls } = show({ 'POST /api/danger': { done: 'it' } });
  await press('Act');
  expect(await screen.findByText('did it')).toBeTruthy();
  expect(calls).toHaveLength(1);
});

test('the password is asked for, a wrong one again, and then the action is repeated', async () => {
  const { route, confirm } = provedFirst({ done: 'it' });
  const { calls } = show({ 'POST /api/danger': route, [CONFIRM]: confirm });
  await press('Act');
  const field = (await dialog()).getByLabelText('Password', { selector: 'input' });
  await waitFor(() => expect(document.activeElement).toBe(field));
  await userEvent.click((await dialog()).getByRole('button', { name: 'Confirm' }));
  expect((await dialog()).getByText('Enter your password')).toBeTruthy();
  await type('wrong{Enter}');
  expect(await (await dialog()).findByText('Wrong password')).toBeTruthy();
  await waitFor(() => expect(document.activeElement).toBe(field));
  await userEvent.clear(field);
  await type('right{Enter}');
  expect(await screen.findByText('did it')).toBeTruthy();
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  expect(dangers(calls)).toBe(2);
  expect(document.activeElement).toBe(screen.getByRole('button', { name: 'Act' }));
});

test('to cancel rejects quietly, and the focus is back where it was', async () => {
  const { calls } = show({ 'POST /api/danger': REAUTH });
  await press('Act');
  await userEvent.click((await dialog()).getByRole('button', { name: 'Cancel' }));
  expect(await screen.findByText('left it')).toBeTruthy();
  await waitFor(() => expect(document.activeElement).toBe(screen.getByRole('button', { name: 'Act' })));
  expect(dangers(calls)).toBe(1);
});

test('another failure, also after the proof, is the caller’s', async () => {
  const { route, confirm } = provedFirst(reply(409, { message: 'Too many', code: 'TOO_MANY' }));
  const { answer } = show({ 'POST /api/danger': reply(429, { message: 'Later', code: 'RATE' }) });
  await press('Act');
  expect(await screen.findByText('failed: Later')).toBeTruthy();
  answer({ 'POST /api/danger': route, [CONFIRM]: confirm });
  await press('Act');
  await type('right{Enter}');
  expect(await screen.findByText('failed: Too many')).toBeTruthy();
});

test('two at once share one question', async () => {
  const { route, confirm } = provedFirst(({ body }: { body: { what: string } }) => ({ done: body.what }));
  const { calls } = show({ 'POST /api/danger': route, [CONFIRM]: confirm });
  await press('Act twice');
  await type('right{Enter}');
  await waitFor(() => expect(dangers(calls)).toBe(4));
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
});

test.each([
  [429, 'RATE', 'Try again in 30 seconds'],
  [409, 'NO_PASSWORD', 'The account has no password'],
])('%s %s is told in the dialog', async (status, code, message) => {
  show({ 'POST /api/danger': REAUTH, [CONFIRM]: reply(status, { message, code, requestId: 'r' }) });
  await press('Act');
  await type('right{Enter}');
  expect((await (await dialog()).findByRole('alert')).textContent).toContain(message);
});

test('a proof beforehand, for downloads, is asked for once', async () => {
  const { confirm } = provedFirst({});
  show({ [CONFIRM]: confirm });
  await press('Ensure');
  await userEvent.click((await dialog()).getByRole('button', { name: 'Cancel' }));
  expect(await screen.findByText('no download')).toBeTruthy();
  await press('Ensure');
  await type('right{Enter}');
  expect(await screen.findByText('download')).toBeTruthy();
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  await press('Ensure');
  expect(screen.queryByRole('dialog')).toBeNull();
  expect(screen.getByText('download')).toBeTruthy();
});

describe('with a passkey', () => {
  const created_at = '2026-10-01T08:00:00Z';
  const key = { id: 'p1', name: 'Laptop', synced: false, created_at, last_used_at: null };
  const list = { factors: factors({ passkeys: [key] }) };

  test('it proves as well as the password; a closed window leaves the question open', async () => {
    const device = fakeAuthenticator();
    const { route, confirm } = provedFirst({ done: 'it' });
    const { calls } = show({
      ...signInRoutes(list),
      'POST /api/danger': route,
      'POST /api/auth/passkey/options': REQUEST,
      'POST /api/auth/confirm-passkey': confirm,
    });
    await press('Act');
    device.answer('NotAllowedError');
    const use = async () =>
      userEvent.click(await (await dialog()).findByRole('button', { name: 'Use a passkey' }));
    await use();
    await waitFor(() => expect(calls.some(({ path }) => path === '/api/auth/passkey/options')).toBe(true));
    expect((await dialog()).queryByRole('alert')).toBeNull();
    device.answer('SecurityError');
    await waitFor(async () =>
      expect((await dialog()).getByRole('button', { name: 'Use a passkey' }).ariaBusy).not.toBe('true'),
    );
    await use();
    expect((await (await dialog()).findByRole('alert')).textContent).toContain('did not allow it');
    device.answer('agree');
    await use();
    expect(await screen.findByText('did it')).toBeTruthy();
    expect(calls.find(({ path }) => path === '/api/auth/confirm-passkey')?.body).toMatchObject({
      response: { id: 'Y3JlZA', response: { signature: expect.any(String) } },
    });
    device.remove();
  });

  test.each([
    [422, 'WRONG_PASSKEY', 'The passkey is not one of yours'],
    [409, 'NO_CHALLENGE', 'It took too long'],
  ])('%s %s is told', async (status, code, message) => {
    const device = fakeAuthenticator();
    show(
      {
        ...signInRoutes(list),
        'POST /api/danger': REAUTH,
        'POST /api/auth/passkey/options': REQUEST,
        'POST /api/auth/confirm-passkey': reply(status, { message, code, requestId: 'r' }),
      },
      NO_PASSWORD,
    );
    await press('Act');
    await userEvent.click(await (await dialog()).findByRole('button', { name: 'Use a passkey' }));
    expect((await (await dialog()).findByRole('alert')).textContent).toContain(message);
    expect((await dialog()).queryByLabelText('Password', { selector: 'input' })).toBeNull();
    device.remove();
  });

  test('in a browser without passkeys a linked account is the way', async () => {
    const linked = { email: null, linked_at: '2026-11-01T08:00:00Z', last_used_at: null };
    const connections = [connection({ linked }), connection({ id: 'other', name: 'Other' })];
    show({ ...signInRoutes({ ...list, connections }), 'POST /api/danger': REAUTH }, NO_PASSWORD);
    await press('Act');
    const way = await (await dialog()).findByRole('link', { name: 'Continue with Acme' });
    expect(way.getAttribute('href')).toBe('/auth/social/acme/start?intent=confirm&next=%2Fsettings%2Fapi');
    expect((await dialog()).queryByRole('link', { name: /Other/ })).toBeNull();
    expect((await dialog()).getByText('Your passkeys cannot be used in this browser.')).toBeTruthy();
  });
});

test('without a password, ways that could not be loaded can be tried again', async () => {
  const { answer } = show(
    { 'POST /api/danger': REAUTH, 'GET /api/settings/factors': reply(500, { message: 'x', code: 'X' }) },
    NO_PASSWORD,
  );
  await press('Act');
  const alert = await (await dialog()).findByText('Your ways to sign in could not be loaded.');
  answer(signInRoutes());
  await userEvent.click((await dialog()).getByRole('button', { name: 'Try again' }));
  await waitFor(() => expect(alert.isConnected).toBe(false));
});
