import type { OwnSession } from '@ezdash/contracts';
import { type Call, reply, type StubRoutes } from '@ezdash/remote-kit/testing';
import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { renderSettings } from '../../testing/renderSettings';
import { PHONE, session, signInRoutes, UNKNOWN } from '../../testing/settingsRoutes';

const END = 'DELETE /api/settings/sessions/:id';
const END_OTHERS = 'DELETE /api/settings/sessions';

function show(routes: StubRoutes = {}, sessions: OwnSession[] = [session(), PHONE, UNKNOWN]) {
  const lists = { sessions };
  return { ...renderSettings('/settings/password', { ...signInRoutes(lists), ...routes }), lists };
}
const panel = async () => within(await screen.findByRole('region', { name: 'Signed-in devices' }));
const button = async (name: string) => (await panel()).findByRole('button', { name });
const press = async (name: string) => userEvent.click(await button(name));
const endsOne = (lists: { sessions: OwnSession[] }, call: Call) => {
  lists.sessions = lists.sessions.filter(({ id }) => id !== call.params.id);
  return reply(204);
};

test('each place with browser, system, country and times; this one first and without a button', async () => {
  show();
  const [here, phone, unknown] = await (await panel()).findAllByRole('listitem');
  expect(here?.textContent).toContain('Firefox 145 on WindowsThis deviceAustria · signed in 20 Nov, 08:12');
  expect(within(here ?? document.body).queryByRole('button')).toBeNull();
  expect(phone?.textContent).toContain('Safari 18 on iOSGermany');
  expect(phone?.textContent).toContain('last seen');
  expect(unknown?.textContent).toContain('TVPlace not known');
});

test('one is ended at once; the focus goes to the next, and after the last to what is left', async () => {
  const view = show({ [END]: (call: Call) => endsOne(view.lists, call) });
  await press('Sign out Safari 18 on iOS');
  expect(await screen.findByText('Safari 18 on iOS was signed out')).toBeTruthy();
  await waitFor(async () => expect(document.activeElement).toBe(await button('Sign out TV')));
  await userEvent.keyboard('{Enter}');
  const left = await (await panel()).findByText('You are signed in nowhere else.');
  await waitFor(() => expect(document.activeElement).toBe(left));
  expect((await panel()).getAllByRole('listitem')).toHaveLength(1);
});

test('all others are ended after a question with their number', async () => {
  const { calls, lists } = show({
    [END_OTHERS]: () => {
      lists.sessions = [session()];
      return { ended: 2 };
    },
  });
  await press('Sign out 2 other devices');
  const dialog = within(await screen.findByRole('dialog', { name: 'Sign out 2 other devices?' }));
  await userEvent.click(dialog.getByRole('button', { name: 'Keep as it is' }));
  expect(calls.every(({ method }) => method === 'GET')).toBe(true);
  await press('Sign out 2 other devices');
  const again = within(await screen.findByRole('dialog', { name: 'Sign out 2 other devices?' }));
  await userEvent.click(again.getByRole('button', { name: 'Sign out 2 other devices' }));
  expect(await screen.findByText('2 devices were signed out')).toBeTruthy();
  const left = await (await panel()).findByText('You are signed in nowhere else.');
  await waitFor(() => expect(document.activeElement).toBe(left));
});

test('one that is over already is what was wanted', async () => {
  const view = show({
    [END]: (call: Call) => {
      endsOne(view.lists, call);
      return reply(404, { message: 'Not found', code: 'NOT_FOUND', requestId: 'r' });
    },
  });
  await press('Sign out TV');
  expect(await screen.findByText('TV was signed out')).toBeTruthy();
  expect((await panel()).queryByRole('alert')).toBeNull();
});

test('what was not done is said, and the row and the focus stay', async () => {
  show({ [END]: reply(503, { message: 'x', code: 'X', requestId: 'req_7' }) });
  await press('Sign out TV');
  const alert = await (await panel()).findByRole('alert');
  expect(alert.textContent).toContain('Nobody was signed out');
  expect(alert.textContent).toContain('req_7');
  expect(document.activeElement).toBe(await button('Sign out TV'));
});

test('what could not be loaded can be tried again', async () => {
  const { answer } = show({
    'GET /api/settings/sessions': reply(500, { message: 'x', code: 'X', requestId: 'req_8' }),
  });
  expect(await (await panel()).findByText('Your devices could not be loaded')).toBeTruthy();
  expect((await panel()).getByText('req_8')).toBeTruthy();
  answer(signInRoutes());
  await press('Try again');
  expect(await (await panel()).findByText('You are signed in nowhere else.')).toBeTruthy();
});
