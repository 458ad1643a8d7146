import type { OwnSession, RemoteState } from '@ezdash/contracts';
import { fillIn, type RenderedRemote, reply } from '@ezdash/remote-kit/testing';
import { screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { makeUserRow } from '../testing/consoleData';
import { makeState } from '../testing/releaseData';
import { AT, answer, changed, choose, dialog, GET, sent, showRemote } from '../testing/showRemote';

let rendered: RenderedRemote | undefined;
function show(...given: Parameters<typeof showRemote>): RenderedRemote {
  rendered = showRemote(...given);
  return rendered;
}
afterEach(() => rendered?.unmount());

const session = (over: Partial<OwnSession> = {}): OwnSession => ({
  id: 'aaaaaaaaaaaaaaaaaaaaaa',
  current: false,
  device: 'desktop',
  browser: 'Firefox 145',
  system: 'Windows',
  country: 'DE',
  signed_in_at: '2025-11-20T09:00:00.000Z',
  seen_at: '2025-11-20T10:00:00.000Z',
  ...over,
});
const OWN = 'GET /api/settings/sessions';

test('pins a release for an account, wherever it is signed in', async () => {
  const { calls } = show({
    [GET]: answer(),
    [OWN]: { sessions: [] },
    'GET /api/operator/users': { users: [makeUserRow()], total: 1 },
    [`POST ${AT}/pin`]: changed,
  });
  await choose('1.4.0', 'Pin');
  const form = await dialog();
  await userEvent.click(form.getByRole('button', { name: 'Pin it' }));
  form.getByText('Choose the account');
  await fillIn(form.getByRole('combobox', { name: 'Account' }), 'ines');
  await userEvent.click(await screen.findByRole('option', { name: /ines@halden/ }));
  form.getByText('ines@halden.example gets 1.4.0 at once, whatever everybody else gets.');
  await fillIn(form.getByRole('textbox', { name: 'Until, UTC (optional)' }), '2099-11-24 14:00');
  await userEvent.click(form.getByRole('button', { name: 'Pin it' }));
  expect(await screen.findByText('ines@halden.example gets 1.4.0 now')).toBeTruthy();
  expect(sent(calls, '/pin').map(({ body }) => body)).toEqual([
    {
      version: '1.4.0',
      subject: { user: 'ines@halden.example' },
      until: '2099-11-24T14:00:00.000Z',
      why: '',
    },
  ]);
});

test('pins a release for this browser, and says of the pin that it is here', async () => {
  const here = session({ id: 'hhhhhhhhhhhhhhhhhhhhhh', current: true, browser: 'Chrome 140' });
  const there = { kind: 'session' as const, session: 'tttttttttttttttttttttt' };
  let pins: RemoteState['pins'] = [{ subject: there, version: '1.3.1', until: null }];
  const { calls } = show({
    [GET]: () => answer({ state: makeState({ pins }) }),
    [OWN]: { sessions: [here] },
    [`POST ${AT}/pin`]: () => {
      pins = [...pins, { subject: { kind: 'session', session: here.id }, version: '1.4.0', until: null }];
      return changed;
    },
  });
  await choose('1.4.0', 'Pin');
  const form = await dialog();
  await userEvent.click(form.getByRole('radio', { name: 'This browser' }));
  await form.findByText('Chrome 140 on Windows, until you sign out here.');
  form.getByText('This browser gets 1.4.0 at once, whatever everybody else gets.');
  await userEvent.click(form.getByRole('button', { name: 'Pin it' }));
  expect(await screen.findByText('This browser gets 1.4.0 now')).toBeTruthy();
  expect(sent(calls, '/pin')[0]?.body).toMatchObject({ subject: { session: here.id } });
  const listed = within(await screen.findByRole('region', { name: 'Pins' }));
  await listed.findByText('This browser', { selector: 'bdi' });
  listed.getByText(there.session, { selector: 'bdi' });
  await userEvent.click(listed.getByRole('button', { name: 'Unpin This browser' }));
  (await dialog()).getByText('This browser gets what everybody else gets at once, instead of 1.4.0.');
});

test('pins a release for one sign-in of an account, chosen from those it has', async () => {
  const phone = session({
    id: 'pppppppppppppppppppppp',
    device: 'phone',
    browser: null,
    system: null,
    country: null,
  });
  const { calls } = show({
    [GET]: answer(),
    [OWN]: { sessions: [] },
    'GET /api/operator/users': { users: [makeUserRow()], total: 1 },
    'GET /api/operator/users/:id/sessions': { sessions: [session(), phone] },
    [`POST ${AT}/pin`]: changed,
  });
  await choose('1.4.0', 'Pin');
  const form = await dialog();
  await userEvent.click(form.getByRole('radio', { name: 'One sign-in of an account' }));
  await fillIn(form.getByRole('combobox', { name: 'Account' }), 'ines');
  await userEvent.click(await screen.findByRole('option', { name: /ines@halden/ }));
  const desk = await form.findByRole('radio', { name: 'Firefox 145 on Windows' });
  form.getByText(/^Germany · signed in 20 Nov 2025, 09:00 · last seen /);
  form.getByText(/^place not known · /);
  await userEvent.click(form.getByRole('button', { name: 'Pin it' }));
  form.getByText('Choose a sign-in');
  await userEvent.click(desk);
  form.getByText(
    'Firefox 145 on Windows of ines@halden.example gets 1.4.0 at once, whatever everybody else gets.',
  );
  await userEvent.click(form.getByRole('radio', { name: 'Phone' }));
  await userEvent.click(form.getByRole('button', { name: 'Pin it' }));
  expect(await screen.findByText('Phone of ines@halden.example gets 1.4.0 now')).toBeTruthy();
  expect(sent(calls, '/pin')[0]?.body).toMatchObject({ subject: { session: phone.id } });
  expect(calls.map(({ path }) => path)).toContain(`/api/operator/users/${makeUserRow().id}/sessions`);
});

test('says where nobody is signed in, and what could not be found out', async () => {
  show({
    [GET]: answer(),
    [OWN]: reply(500, { message: 'Busy', code: 'X', requestId: 'r7' }),
    'GET /api/operator/users': { users: [makeUserRow()], total: 1 },
    'GET /api/operator/users/:id/sessions': { sessions: [] },
  });
  await choose('1.4.0', 'Pin');
  const form = await dialog();
  await userEvent.click(form.getByRole('radio', { name: 'This browser' }));
  expect(await form.findByText('It could not be found out where you are signed in')).toBeTruthy();
  form.getByText(/r7/);
  await userEvent.click(form.getByRole('button', { name: 'Pin it' }));
  form.getByText('It is not known yet where you are signed in');
  await userEvent.click(form.getByRole('radio', { name: 'One sign-in of an account' }));
  await fillIn(form.getByRole('combobox', { name: 'Account' }), 'ines');
  await userEvent.click(await screen.findByRole('option', { name: /ines@halden/ }));
  expect(await form.findByText('This account is signed in nowhere.')).toBeTruthy();
});

test('takes pins and plans back', async () => {
  const state = makeState({
    pins: [
      {
        subject: { kind: 'user', user_id: 'u_102a', email: 'ines@halden.example' },
        version: '1.4.0',
        until: null,
      },
    ],
    planned: [{ id: 3, version: '1.5.0', at: '2099-11-24T14:00:00.000Z', why: '', by: 'ops' }],
  });
  const { calls } = show({
    [GET]: answer({ state }),
    [`POST ${AT}/unpin`]: changed,
    [`POST ${AT}/plans/:id/cancel`]: reply(404, { message: 'It has happened', code: 'NOT_FOUND' }),
  });
  await userEvent.click(await screen.findByRole('button', { name: 'Unpin ines@halden.example' }));
  await userEvent.click((await dialog()).getByRole('button', { name: 'Unpin' }));
  expect(await screen.findByText('ines@halden.example gets what everybody else gets')).toBeTruthy();
  expect(sent(calls, '/unpin')[0]?.body).toEqual({ subject: { user: 'u_102a' }, why: '' });
  await userEvent.click(screen.getByRole('button', { name: 'Cancel the plan 1.5.0' }));
  const form = await dialog();
  form.getByText('1.5.0 is not activated on 24 Nov 2099, 14:00 (UTC). Visitors keep what they have.');
  await userEvent.click(form.getByRole('button', { name: 'Cancel the plan' }));
  expect(await form.findByText('The plan was not cancelled')).toBeTruthy();
  form.getByText(/It has happened/);
});
