import { type Call, type RenderedRemote, renderRemote, type StubRoutes } from '@ezdash/remote-kit/testing';
import { screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { Route, Routes } from 'react-router-dom';
import texts from '../locales/en.json';
import { admin, makeDetail } from '../testing/consoleData';
import { UserPage } from './UserPage';

const GET = 'GET /api/operator/users/:id';
const MANAGER = 'POST /api/operator/users/:id/manager';
const operator = { second_step: true, last_login_at: null };
const staff = {
  admins: [
    { id: 7, name: 'Sara Berg', email: 'sara@ezdash.test', status: 'active', ...operator },
    { id: 8, name: 'Olle Holm', email: 'olle@ezdash.test', status: 'suspended', ...operator },
  ],
  invitations: [],
};

let rendered: RenderedRemote | undefined;
function show(routes: StubRoutes): RenderedRemote {
  rendered = renderRemote(
    <Routes>
      <Route path="/admin/users/:id" element={<UserPage />} />
    </Routes>,
    {
      path: '/admin/users/1001',
      user: admin,
      texts: { debug: texts },
      routes: {
        'POST /debug-tool/log': {},
        'GET /api/operator/users/:id/campaigns': { campaigns: [] },
        'GET /api/operator/admins': staff,
        ...routes,
      },
    },
  );
  return rendered;
}
afterEach(() => rendered?.unmount());
const factsOf = async () => (await screen.findByRole('region', { name: 'Account' })).textContent;

test('names an active operator as the account manager', async () => {
  let manager: { id: number; name: string; active: boolean } | null = null;
  const { calls } = show({
    [GET]: () => makeDetail({ manager }),
    [MANAGER]: ({ body }: Call) => {
      manager = { id: 7, name: 'Sara Berg', active: true };
      expect(body).toEqual({ manager_id: 7 });
      return makeDetail({ manager });
    },
  });
  expect(await factsOf()).toContain('Account managerNobody');
  await userEvent.click(screen.getByRole('button', { name: 'Change manager' }));
  const dialog = within(await screen.findByRole('dialog'));
  await userEvent.click(await dialog.findByRole('combobox', { name: /account manager/i }));
  expect(screen.queryByRole('option', { name: 'Olle Holm' })).toBeNull();
  await userEvent.click(await screen.findByRole('option', { name: 'Sara Berg' }));
  await userEvent.click(dialog.getByRole('button', { name: 'Change manager' }));
  expect(await screen.findByText('Account manager is now Sara Berg')).toBeTruthy();
  expect(await screen.findByText('Sara Berg')).toBeTruthy();
  expect(calls.filter(({ path }) => path.endsWith('/manager'))).toHaveLength(1);
});

test('who is no advertiser has none', async () => {
  show({ [GET]: makeDetail() });
  await factsOf();
  expect(screen.queryByRole('button', { name: 'Change manager' })).toBeNull();
  expect(screen.queryByText('Account manager')).toBeNull();
});
