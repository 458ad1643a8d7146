import { STORAGE_KEYS } from '@ezdash/contracts/constants';
import {
  fillIn,
  type RenderedRemote,
  renderRemote,
  reply,
  type StubRoutes,
} from '@ezdash/remote-kit/testing';
import { bootstrap, page, setBootstrap, storage, useAppDispatch } from '@ezdash/store';
import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { useEffect } from 'react';
import texts from '../../../locales/en.json';
import { debugAnswers, debugSession, makeChange, makeDebugUser } from '../../../testing/debugData';
import { useConfirmedSession } from '../debugSlice';
import { verifySession } from '../debugTool.api';
import { DebugProofHost } from '../proof/DebugProofHost';
import { resetSending } from '../writeLog';
import { UserTab } from './UserTab';
import { ViewNote } from './ViewNote';

let rendered: RenderedRemote | undefined;
function show(routes: StubRoutes = {}): RenderedRemote {
  rendered = renderRemote(
    <>
      <UserTab />
      <DebugProofHost />
    </>,
    { routes: { ...debugAnswers, ...routes }, texts: { debug: texts } },
  );
  return rendered;
}
const block = (name: string) => within(screen.getByRole('region', { name }));
const value = (term: string) =>
  block('User').getByText(term, { selector: 'dt' }).nextElementSibling?.textContent;
const made = ({ calls }: RenderedRemote, what: string) =>
  calls.filter(({ method, path }) => `${method} ${path}` === what);
const choose = async (field: string, option: string) => {
  await userEvent.click(await screen.findByRole('combobox', { name: field }));
  await userEvent.click(await screen.findByRole('option', { name: option }));
};

beforeEach(() => {
  window.localStorage.clear();
  resetSending();
  jest.spyOn(page, 'reload').mockImplementation(() => {});
  jest.spyOn(page, 'go').mockImplementation(() => {});
});
afterEach(() => {
  rendered?.unmount();
  jest.restoreAllMocks();
});

test('shows every field of the user', async () => {
  show();
  await waitFor(() => expect(value('Id')).toBe('4821'));
  expect([
    value('E-mail'),
    value('Role'),
    value('Verified'),
    value('Status'),
    value('Account type'),
    value('Username'),
    value('Name'),
    value('Phone'),
  ]).toEqual([
    'ines@halden.test',
    'advertiser',
    'yes',
    'active',
    'Premium',
    'ines.vidal',
    'Ines Vidal, Halden Outdoor',
    '+43 1 234567',
  ]);
  expect(value('Created')).toMatch(/^5 Jan.* UTC$/);
  expect(value('Last sign-in')).toMatch(/21 Nov.*08:12 UTC$/);
  expect(value('Balance')).toBe('$4,218.40, of it available $4,118.40');
  expect(value('Last deposit')).toMatch(/2 Nov/);
  expect(value('Spent in all')).toBe('$86,402.17');
  expect(block('User').getByText('Authenticated')).toBeTruthy();
});

test('a guest has no playground', async () => {
  show({ 'GET /debug-tool/user/current': { user: null }, 'GET /debug-tool/user/features': { features: {} } });
  expect(await screen.findByText('Nobody is signed in on this page.')).toBeTruthy();
  expect(block('User').getByText('Guest')).toBeTruthy();
  expect(screen.queryByRole('region', { name: 'Properties playground' })).toBeNull();
  expect(screen.getByText('No features.')).toBeTruthy();
});

test('empty answers are a guest without anything', async () => {
  show(
    Object.fromEntries(
      ['user/current', 'user/features', 'user/changes', 'account-types', 'sessions'].map((call) => [
        `GET /debug-tool/${call}`,
        {},
      ]),
    ),
  );
  expect(await screen.findByText('Nobody is signed in on this page.')).toBeTruthy();
  await waitFor(() => expect(screen.queryByRole('status', { name: 'Loading' })).toBeNull());
});

test('an unknown account type is shown as Regular', async () => {
  const user = { ...makeDebugUser(), account_type: { id: 99, name: 'Diamond' } };
  show({ 'GET /debug-tool/user/current': { user } });
  await waitFor(() => expect(value('Account type')).toBe('Regular'));
  await waitFor(() =>
    expect(screen.getByRole<HTMLInputElement>('combobox', { name: 'Account type' }).value).toBe('Regular'),
  );
});

test('features: the names are cut at 25 characters, and what is off says so', async () => {
  const long = 'managed_campaigns_by_team_of_ours';
  show({ 'GET /debug-tool/user/features': { features: { api_write: true, [long]: false } } });
  const cut = await screen.findByText('managed_campaigns_by_team…');
  expect(cut.parentElement?.title).toBe(long);
  expect(screen.getByText(`${long}, off`)).toBeTruthy();
  expect(screen.getByText('api_write', { selector: '.ez-sr' })).toBeTruthy();
});

describe('the playground', () => {
  test.each(['pending', 'suspended', 'ADK rejected'])('sets the status %s', async (status) => {
    const remote = show({
      'POST /debug-tool/user/update-property': { user: makeDebugUser(), change: makeChange({ to: status }) },
    });
    await choose('Status', status);
    expect(await screen.findByText(`Status: active → ${status}`)).toBeTruthy();
    expect(made(remote, 'POST /debug-tool/user/update-property')[0]?.body).toEqual({
      property: 'status',
      value: status,
    });
  });

  test('sends an account type by its id, then loads the features again', async () => {
    const remote = show({
      'POST /debug-tool/user/update-property': {
        user: makeDebugUser({ account_type: { id: 3, name: 'VIP1' } }),
        change: makeChange({ property: 'account_type', from: '2', to: '3' }),
      },
    });
    await screen.findByText('saved_reports', { selector: '.ez-sr' });
    remote.answer({ 'GET /debug-tool/user/features': { features: { ai_recommendations: true } } });
    await choose('Account type', 'VIP1');
    expect(await screen.findByText('ai_recommendations', { selector: '.ez-sr' })).toBeTruthy();
    expect(made(remote, 'POST /debug-tool/user/update-property')[0]?.body).toEqual({
      property: 'account_type',
      value: 3,
    });
    expect(screen.getByText('Account type: Premium → VIP1')).toBeTruthy();
    expect(made(remote, 'GET /debug-tool/user/features')).toHaveLength(2);
  });

  test('a refusal says why, and nothing is shown as changed', async () => {
    show({ 'POST /debug-tool/user/update-property': reply(409, { message: 'The last admin stays active' }) });
    await choose('Status', 'suspended');
    const alert = await screen.findByRole('alert');
    expect(alert.textContent).toContain('The last admin stays active');
    expect(alert.textContent).toContain('req_test');
  });

  test('without a text of the server there is the default one', async () => {
    show({ 'POST /debug-tool/user/update-property': reply(500) });
    await choose('Status', 'suspended');
    expect((await screen.findByRole('alert')).textContent).toContain('Failed to update user property');
  });

  test('a proof is asked for when it is wanted, and the change is made after it', async () => {
    let proven = false;
    const remote = show({
      'POST /debug-tool/user/update-property': () =>
        proven
          ? { user: makeDebugUser({ status: 'suspended' }), change: makeChange() }
          : reply(403, { message: 'Confirm that it is you to go on', code: 'REAUTH_REQUIRED' }),
      'POST /debug-tool/prove': () => {
        proven = true;
        return { proven_until: '2026-11-21T14:05:00Z' };
      },
    });
    await choose('Status', 'suspended');
    const dialog = await screen.findByRole('dialog', { name: 'Confirm that it is you' });
    await userEvent.type(within(dialog).getByLabelText('Password', { selector: 'input' }), 'words{Enter}');
    expect(await screen.findByText('Status: active → suspended')).toBeTruthy();
    expect(made(remote, 'POST /debug-tool/prove')[0]?.body).toEqual({ password: 'words' });
    expect(made(remote, 'POST /debug-tool/user/update-property')).toHaveLength(2);
  });

  test('Undo takes a change back, and says so when somebody changed it since', async () => {
    const remote = show({
      'GET /debug-tool/user/changes': { changes: [makeChange(), makeChange({ id: 6, can_undo: false })] },
      'POST /debug-tool/user/undo': reply(409, { message: 'It was changed since', code: 'CHANGED_SINCE' }),
    });
    const undo = await screen.findByRole('button', { name: /^Undo/ });
    await userEvent.click(undo);
    expect((await screen.findByRole('alert')).textContent).toContain('It was changed since');
    expect(made(remote, 'POST /debug-tool/user/undo')[0]?.body).toEqual({ change_id: 7 });
    remote.answer({
      'POST /debug-tool/user/undo': {
        user: makeDebugUser(),
        change: makeChange({ undone_at: '2026-11-21T14:01:00Z', can_undo: false }),
      },
    });
    await userEvent.click(screen.getByRole('button', { name: /^Undo/ }));
    expect(await screen.findByText('Status: suspended → active')).toBeTruthy();
    expect(screen.queryByRole('alert')).toBeNull();
  });
});

test.each([
  ['GET /debug-tool/user/current', 'Failed to fetch current user'],
  ['GET /debug-tool/account-types', 'Failed to fetch account types'],
  ['GET /debug-tool/user/features', 'Failed to fetch user features'],
])('%s failing without words shows %s', async (call, text) => {
  show({ [call]: reply(500) });
  expect((await screen.findByRole('alert')).textContent).toContain(text);
});

describe('the pages as somebody else', () => {
  const users = [
    { id: 9, email: 'paul@tideline.test', role: 'publisher', status: 'active', name: 'Tideline' },
  ];

  test('somebody is found, and the page is loaded anew where they may be', async () => {
    const remote = show({
      'GET /debug-tool/users': { users },
      'POST /debug-tool/view': { view: null },
    });
    await fillIn(screen.getByRole('searchbox', { name: 'Find a user' }), 'tide');
    await userEvent.click(await screen.findByRole('button', { name: /See the pages as this user/ }));
    await waitFor(() => expect(page.reload).toHaveBeenCalledTimes(1));
    expect(made(remote, 'GET /debug-tool/users')[0]?.query).toEqual({ search: 'tide' });
    expect(made(remote, 'POST /debug-tool/view')[0]?.body).toEqual({ user_id: 9 });
  });

  test('nobody is found', async () => {
    show({ 'GET /debug-tool/users': { users: [] } });
    await fillIn(screen.getByRole('searchbox', { name: 'Find a user' }), 'xyz');
    expect(await screen.findByText('Nobody is found for “xyz”.')).toBeTruthy();
  });

  test('a view that is refused says why and loads nothing', async () => {
    show({
      'GET /debug-tool/users': { users },
      'POST /debug-tool/view': reply(409, {
        message: 'An operator is not looked at',
        code: 'VIEW_NOT_POSSIBLE',
      }),
    });
    await fillIn(screen.getByRole('searchbox', { name: 'Find a user' }), 'tide');
    await userEvent.click(await screen.findByRole('button', { name: /See the pages as this user/ }));
    expect((await screen.findByRole('alert')).textContent).toContain('An operator is not looked at');
    expect(page.reload).not.toHaveBeenCalled();
  });

  test('a view that is on is named, with its end and its way out', async () => {
    rendered = renderRemote(<Viewed />, {
      routes: { 'POST /debug-tool/view/stop': { view: null } },
      texts: { debug: texts },
    });
    const note = block('You see the pages as somebody else');
    expect(note.getByText('Tideline')).toBeTruthy();
    expect(note.getByText('Nothing can be changed. Ends 16:05 UTC.')).toBeTruthy();
    await userEvent.click(note.getByRole('button', { name: 'Stop' }));
    await waitFor(() => expect(page.reload).toHaveBeenCalledTimes(1));
    expect(made(rendered, 'POST /debug-tool/view/stop')).toHaveLength(1);
  });
});

describe('the own debug sessions', () => {
  const session = {
    id: 3,
    current: false,
    admin: debugSession.admin,
    device: 'Chrome on Linux',
    created_at: '2026-11-21T13:00:00Z',
    last_used_at: '2026-11-21T14:00:00Z',
    ends_at: '2026-11-21T16:05:00Z',
  };
  test('are listed, the others’ are not, and each can be ended', async () => {
    storage.set(STORAGE_KEYS.debugToken, 'half');
    const remote = renderRemote(<Confirmed />, {
      routes: {
        ...debugAnswers,
        'GET /debug-tool/sessions': {
          sessions: [session, { ...session, id: 4, admin: { email: 'otto@ezdash.test' }, device: 'Safari' }],
        },
        'POST /debug-tool/sessions/:id/end': {},
      },
      texts: { debug: texts },
    });
    rendered = remote;
    await userEvent.click(await screen.findByRole('button', { name: 'End Chrome on Linux' }));
    expect(screen.queryByText('Safari')).toBeNull();
    await waitFor(() => expect(made(remote, 'POST /debug-tool/sessions/3/end')).toHaveLength(1));
    await waitFor(() => expect(made(remote, 'GET /debug-tool/sessions')).toHaveLength(2));
  });
});

/** With a session that the server has confirmed, as in the panel. */
function Confirmed() {
  const dispatch = useAppDispatch();
  const isConfirmed = useConfirmedSession() !== null;
  useEffect(() => {
    void verifySession(dispatch);
  }, [dispatch]);
  return isConfirmed ? <UserTab /> : null;
}

/** In a page that says with whose eyes it is seen. */
function Viewed() {
  setBootstrap({
    ...bootstrap(),
    view: {
      user: { id: 9, email: 'paul@tideline.test', name: 'Tideline' },
      admin: { email: 'mara@ezdash.test' },
      ends_at: '2026-11-21T16:05:00Z',
    },
  });
  return <ViewNote />;
}
