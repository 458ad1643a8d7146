import {
  type Call,
  fillIn,
  type RenderedRemote,
  renderRemote,
  reply,
  type StubRoutes,
} from '@ezdash/remote-kit/testing';
import { currentProof, page } from '@ezdash/store';
import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { Route, Routes } from 'react-router-dom';
import texts from '../locales/en.json';
import { admin, makeDetail, makeUserRow } from '../testing/consoleData';
import { UserPage } from './UserPage';
import { UsersPage } from './UsersPage';

let rendered: RenderedRemote | undefined;
function show(path: string, routes: StubRoutes): RenderedRemote {
  rendered = renderRemote(
    <Routes>
      <Route path="/admin/users" element={<UsersPage />} />
      <Route path="/admin/users/:id" element={<UserPage />} />
    </Routes>,
    {
      path,
      user: admin,
      texts: { debug: texts },
      routes: {
        'POST /debug-tool/log': {},
        'GET /api/operator/users/:id/campaigns': { campaigns: [] },
        ...routes,
      },
    },
  );
  return rendered;
}
afterEach(() => {
  rendered?.unmount();
  jest.restoreAllMocks();
});
const press = async (name: string) => userEvent.click(await screen.findByRole('button', { name }));

describe('the list', () => {
  const long = 'A very long company name that goes on and on until nobody reads it any more '
    .repeat(2)
    .trim();
  const newest = makeUserRow({ id: 1_010, name: long, email: `${'long'.repeat(20)}@halden.example` });
  const older = makeUserRow({
    id: 1_002,
    status: 'suspended',
    role: 'publisher',
    deletes_at: '2025-12-24T09:00:00.000Z',
  });

  test('leads to each account, and comes page by page', async () => {
    show('/admin/users', {
      'GET /api/operator/users': ({ query }: Call) => ({
        users: query.before === '1010' ? [older] : [newest],
        total: 2,
      }),
    });
    const link = await screen.findByRole('link', { name: long });
    expect(link.getAttribute('href')).toBe('/admin/users/1010');
    expect(screen.getByText('2 accounts')).toBeTruthy();
    await press('Show older');
    expect(await screen.findByRole('link', { name: 'Halden Outdoor' })).toBeTruthy();
    expect(screen.getByText('Will be deleted on 24 Dec 2025')).toBeTruthy();
    expect(screen.queryByRole('button', { name: 'Show older' })).toBeNull();
  });

  test('is narrowed by words, role and status, which stand in the address', async () => {
    const remote = show('/admin/users?status=pending', {
      'GET /api/operator/users': { users: [], total: 0 },
    });
    expect(await screen.findByText('No account matches')).toBeTruthy();
    await fillIn(screen.getByRole('searchbox', { name: 'Search accounts' }), 'halden');
    await userEvent.click(screen.getByRole('combobox', { name: 'Role' }));
    await userEvent.click(await screen.findByRole('option', { name: 'Publisher' }));
    await waitFor(() =>
      expect(remote.calls.at(-1)?.query).toEqual({ status: 'pending', role: 'publisher', search: 'halden' }),
    );
    await waitFor(() => expect(remote.address()).toContain('search=halden'));
    await userEvent.click(screen.getAllByRole('button', { name: 'Clear filters' })[0] as Element);
    expect(await screen.findByText('Nobody has registered yet')).toBeTruthy();
    await waitFor(() => expect(remote.address()).toBe('/admin/users'));
  });

  test('says that it could not be loaded', async () => {
    show('/admin/users', { 'GET /api/operator/users': reply(500, { message: 'Busy', code: 'X' }) });
    expect(await screen.findByText('Accounts could not be loaded')).toBeTruthy();
  });
});

describe('one account', () => {
  const GET = 'GET /api/operator/users/:id';
  const change = {
    property: 'status',
    from: 'active',
    to: 'suspended',
    reason: null,
    by: 'mara@ezdash.test',
  };

  test('shows what it is, holds and may do, and what staff changed', async () => {
    show('/admin/users/1001', {
      [GET]: makeDetail({
        changes: [
          { ...change, changed_at: '2025-11-20T09:00:00.000Z' },
          { ...change, property: 'account_type', from: '2', to: '4', changed_at: '2025-11-19T09:00:00.000Z' },
        ],
      }),
      'GET /debug-tool/account-types': {
        account_types: [
          { id: 2, name: 'Premium' },
          { id: 4, name: 'VIP2' },
        ],
      },
    });
    expect(await screen.findByRole('heading', { name: 'Halden Outdoor', level: 1 })).toBeTruthy();
    expect(await screen.findByText('Account type: Premium → VIP2')).toBeTruthy();
    expect(screen.getByText('7, 3 of them running')).toBeTruthy();
    expect(screen.getByText(/\$4,218\.40, \$4,218\.40 of it available/)).toBeTruthy();
    expect(screen.getByText('api_access').closest('li')?.textContent).toBe('api_access (off)');
    expect(screen.getByText('Status: active → suspended')).toBeTruthy();
  });

  test('a suspension needs a reason for its owner, and a proof; what comes of it is shown', async () => {
    const detail = makeDetail();
    let proved = false;
    const remote = show('/admin/users/1001', {
      [GET]: detail,
      'POST /api/operator/users/:id/status': () => {
        if (!proved) return reply(403, { message: 'Confirm', code: 'REAUTH_REQUIRED' });
        const suspended = { ...detail, user: { ...detail.user, status: 'suspended' } };
        remote.answer({ [GET]: suspended });
        return suspended;
      },
    });
    await press('Change status');
    const dialog = within(await screen.findByRole('dialog', { name: 'Change status' }));
    await userEvent.click(dialog.getByRole('radio', { name: /^Suspended/ }));
    await userEvent.click(dialog.getByRole('button', { name: 'Change status' }));
    expect(await dialog.findByText('Say why: the owner reads it')).toBeTruthy();
    await fillIn(dialog.getByLabelText('Reason for the owner'), 'Chargebacks');
    await userEvent.click(dialog.getByRole('button', { name: 'Change status' }));
    await waitFor(() => expect(currentProof()).not.toBeNull());
    proved = true;
    currentProof()?.answer(Date.now() + 300_000);
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    expect((await screen.findAllByText('Suspended')).length).toBeGreaterThan(0);
    const sent = remote.calls.filter(({ method, path }) => method === 'POST' && path.endsWith('/status'));
    expect(sent.at(-1)?.body).toEqual({ status: 'suspended', reason: 'Chargebacks' });
  });

  test('a refused change says why in the dialog, and keeps what was written', async () => {
    show('/admin/users/1001', {
      [GET]: makeDetail(),
      'POST /api/operator/users/:id/status': reply(409, { message: 'The last admin', code: 'LAST_ADMIN' }),
    });
    await press('Change status');
    const dialog = within(await screen.findByRole('dialog', { name: 'Change status' }));
    await userEvent.click(dialog.getByRole('radio', { name: /^Pending/ }));
    await userEvent.click(dialog.getByRole('button', { name: 'Change status' }));
    expect((await dialog.findByRole('alert')).textContent).toContain('Nothing was changed The last admin.');
  });

  test('the type is sent by its id', async () => {
    const remote = show('/admin/users/1001', {
      [GET]: makeDetail(),
      'GET /debug-tool/account-types': {
        account_types: [
          { id: 1, name: 'Regular' },
          { id: 2, name: 'Premium' },
          { id: 3, name: 'VIP1' },
        ],
      },
      'POST /api/operator/users/:id/account-type': makeDetail(),
    });
    await press('Change account type');
    const dialog = within(await screen.findByRole('dialog', { name: 'Change account type' }));
    await userEvent.click(await dialog.findByRole('combobox', { name: 'Account type' }));
    await userEvent.click(await screen.findByRole('option', { name: 'VIP1' }));
    await userEvent.click(dialog.getByRole('button', { name: 'Change account type' }));
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    expect(remote.calls.find(({ path }) => path.endsWith('/account-type'))?.body).toEqual({
      account_type_id: 3,
    });
  });

  test('its pages may be seen with its eyes; a refusal is said here', async () => {
    const go = jest.spyOn(page, 'go').mockImplementation(() => {});
    window.history.pushState(null, '', '/admin/users/1001');
    const remote = show('/admin/users/1001', {
      [GET]: makeDetail(),
      'GET /api/operator/stops/targets': { targets: [] },
      'POST /debug-tool/view': reply(409, { message: 'Not this one', code: 'VIEW_NOT_POSSIBLE' }),
    });
    await press('See the pages as this user');
    expect((await screen.findByRole('alert')).textContent).toContain('Not this one');
    remote.answer({ 'POST /debug-tool/view': { view: null } });
    await press('See the pages as this user');
    await waitFor(() => expect(go).toHaveBeenCalledWith('/advertiser/dashboard'));
    expect(remote.calls.find(({ path }) => path === '/debug-tool/view')?.body).toEqual({ user_id: 1_001 });
  });

  test('one that is not there says so', async () => {
    show('/admin/users/99', { [GET]: reply(404, { message: 'No', code: 'NOT_FOUND' }) });
    expect(await screen.findByText('There is no such account')).toBeTruthy();
  });
});
