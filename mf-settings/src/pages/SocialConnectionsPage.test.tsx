import type { SocialConnection } from '@ezdash/contracts';
import { reply, type StubRoutes, testUser } from '@ezdash/remote-kit/testing';
import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { renderSettings } from '../testing/renderSettings';
import { connection, provedFirst, signInRoutes } from '../testing/settingsRoutes';

const PATH = '/settings/social-connections';
const UNLINK = 'DELETE /api/settings/social-connections/:id';
const linked = { email: 'ines@acme.test', linked_at: '2026-10-01T08:00:00Z', last_used_at: null };
const ACME = connection({ linked });
const OTHER = connection({ id: 'other', name: 'Other' });

function show(routes: StubRoutes = {}, connections: SocialConnection[] = [ACME, OTHER], path = PATH) {
  const lists = { connections };
  return { ...renderSettings(path, { ...signInRoutes(lists), ...routes }), lists };
}
const button = (name: string) => screen.findByRole('button', { name });
const agree = async () =>
  userEvent.click(
    within(await screen.findByRole('dialog', { name: 'Unlink Acme?' })).getByRole('button', {
      name: 'Unlink',
    }),
  );

test('what is linked since when, and where the link to another begins', async () => {
  show();
  await screen.findByText(/ines@acme.test · linked 1 Oct · not used yet/);
  expect(screen.getAllByText('Not linked')).toHaveLength(1);
  expect((await screen.findByRole('link', { name: 'Link Other' })).getAttribute('href')).toBe(
    '/auth/social/other/start?intent=link&next=%2Fsettings%2Fsocial-connections',
  );
  expect(document.title).toBe('Connections - EzDash');
});

test('unlinked after a question and a proof; the focus goes to the way back', async () => {
  const { route, confirm } = provedFirst(() => {
    view.lists.connections = [connection(), OTHER];
    return reply(204);
  });
  const view = show({ [UNLINK]: route, 'POST /api/auth/confirm-password': confirm });
  await userEvent.click(await button('Unlink Acme'));
  await agree();
  const dialog = within(await screen.findByRole('dialog', { name: 'Confirm that it is you' }));
  await userEvent.type(dialog.getByLabelText('Password', { selector: 'input' }), 'right{Enter}');
  expect(await screen.findByText('Acme unlinked')).toBeTruthy();
  const link = await screen.findByRole('link', { name: 'Link Acme' });
  await waitFor(() => expect(document.activeElement).toBe(link));
  expect(view.calls.filter(({ method }) => method === 'DELETE')).toHaveLength(2);
});

test('the last way in has no button but a reason and the way to another', async () => {
  const user = testUser({
    standing: {
      registration_complete: true,
      profile_complete: true,
      has_password: false,
      status_reason: null,
    },
  });
  renderSettings(PATH, signInRoutes({ connections: [connection({ linked, last_way_in: true })] }), user);
  expect(await screen.findByText(/Acme is your only way in/)).toBeTruthy();
  expect(screen.getByRole('link', { name: 'Set a password or add a passkey' }).getAttribute('href')).toBe(
    '/settings/set-password',
  );
  expect(screen.queryByRole('button', { name: 'Unlink Acme' })).toBeNull();
});

test('the last way in since a moment ago: the server’s reason is told, the list is read again', async () => {
  const message = 'This is the only way to sign in to your account. Set a password or add a passkey first';
  const view = show({
    [UNLINK]: () => {
      view.lists.connections = [connection({ linked, last_way_in: true })];
      return reply(409, { message, code: 'LAST_WAY_IN', requestId: 'r' });
    },
  });
  await userEvent.click(await button('Unlink Acme'));
  await agree();
  const alert = await screen.findByRole('alert');
  expect(alert.textContent).toContain('Acme was not unlinked');
  expect(alert.textContent).toContain(message);
  expect(await screen.findByText(/Acme is your only way in/)).toBeTruthy();
});

test.each([
  ['linked', 'status', 'You can sign in with it from now on.'],
  ['cancelled', 'status', 'You left the provider'],
  ['failed', 'alert', 'did not confirm it'],
  ['expired', 'alert', 'It took too long'],
  ['email_taken', 'alert', 'belongs to another account'],
  ['linked_elsewhere', 'alert', 'already signs in another account'],
  ['other_account', 'alert', 'another account than the one'],
  ['suspended', 'alert', 'is suspended'],
])('back from a provider with %s', async (outcome, role, text) => {
  const { address } = show({}, [OTHER], `${PATH}?social=${outcome}`);
  await screen.findByRole('link', { name: 'Link Other' });
  expect(screen.getAllByRole(role).some(({ textContent }) => textContent?.includes(text))).toBe(true);
  // Loaded again, the page does not say it again.
  await waitFor(() => expect(address()).toBe(PATH));
});

test('a word that means nothing here says nothing', async () => {
  show({}, [OTHER], `${PATH}?social=%3Cb%3E`);
  await screen.findByRole('link', { name: 'Link Other' });
  expect(screen.queryByRole('alert')).toBeNull();
});

test('without providers the page says so and leads to the other ways', async () => {
  show({}, []);
  expect(await screen.findByText('No other accounts to sign in with')).toBeTruthy();
  expect(screen.getByText(/EzDash has no provider set up/)).toBeTruthy();
  const pages = screen.getAllByRole('link', { name: 'Password and sign-in' });
  expect(pages.map((link) => link.getAttribute('href'))).toEqual([
    '/settings/password',
    '/settings/password',
  ]);
});

test('what could not be loaded can be tried again', async () => {
  const { answer } = show({ 'GET /api/settings/social-connections': reply(0) });
  expect(
    await screen.findByText('Your connections could not be loaded', {}, { timeout: 5_000 }),
  ).toBeTruthy();
  answer(signInRoutes({ connections: [OTHER] }));
  await userEvent.click(await button('Try again'));
  expect(await screen.findByRole('link', { name: 'Link Other' })).toBeTruthy();
});
