import type { OperatorStaff } from '@ezdash/contracts';
import {
  type Call,
  fillIn,
  type RenderedRemote,
  renderRemote,
  reply,
  type StubRoutes,
} from '@ezdash/remote-kit/testing';
import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import texts from '../locales/en.json';
import { admin } from '../testing/consoleData';
import { StaffPage } from './StaffPage';

const GET = 'GET /api/operator/admins';
const INVITE = 'POST /api/operator/admins';
const WITHDRAW = 'POST /api/operator/admins/invitations/:id/withdraw';
const mara = {
  id: 1,
  name: 'Mara Okafor',
  email: admin.email,
  status: 'active',
  second_step: true,
  last_login_at: null,
};
const invitation = {
  id: 7,
  email: 'joao@colleagues.test',
  invited_by: admin.email,
  created_at: '2025-11-21T09:00:00.000Z',
  expires_at: '2099-11-22T09:00:00.000Z',
};

let rendered: RenderedRemote | undefined;
function show(routes: StubRoutes): RenderedRemote {
  rendered = renderRemote(<StaffPage />, {
    path: '/admin/staff',
    user: admin,
    texts: { debug: texts },
    routes: { 'POST /debug-tool/log': {}, ...routes },
  });
  return rendered;
}
afterEach(() => rendered?.unmount());
const dialog = async () => within(await screen.findByRole('dialog'));

test('names the admins, and invites a colleague', async () => {
  let staff: OperatorStaff = { admins: [mara], invitations: [] };
  const { calls } = show({
    [GET]: () => staff,
    [INVITE]: () => {
      staff = { ...staff, invitations: [invitation] };
      return reply(201, invitation);
    },
  });
  const row = within(await screen.findByRole('row', { name: /Mara Okafor/ }));
  expect(row.getByRole('link').getAttribute('href')).toBe('/admin/users/1');
  row.getByText('On');
  row.getByText('never');
  screen.getByText('Nobody is invited');
  await userEvent.click(screen.getByRole('button', { name: 'Invite a colleague' }));
  const form = await dialog();
  await userEvent.click(form.getByRole('button', { name: 'Send the invitation' }));
  form.getByText(/Enter an e-mail address/);
  await fillIn(form.getByLabelText('E-mail'), 'joao@colleagues.test');
  await userEvent.click(form.getByRole('button', { name: 'Send the invitation' }));
  expect(await screen.findByText('joao@colleagues.test is invited')).toBeTruthy();
  expect(await screen.findByRole('button', { name: /^Withdraw/ })).toBeTruthy();
  expect(calls.find(({ method }) => method === 'POST')?.body).toEqual({ email: 'joao@colleagues.test' });
});

test('an address with an account is refused where it was typed', async () => {
  const taken = 'There is an account with this address already';
  show({
    [GET]: { admins: [mara], invitations: [] },
    [INVITE]: reply(409, { message: taken, code: 'ADDRESS_TAKEN', requestId: 'r9' }),
  });
  await userEvent.click(await screen.findByRole('button', { name: 'Invite a colleague' }));
  const form = await dialog();
  await fillIn(form.getByLabelText('E-mail'), 'ines@halden.test');
  await userEvent.click(form.getByRole('button', { name: 'Send the invitation' }));
  expect(await form.findByText('Nobody was invited')).toBeTruthy();
  expect(form.getByText(new RegExp(taken))).toBeTruthy();
  expect(form.getByLabelText<HTMLInputElement>('E-mail').value).toBe('ines@halden.test');
});

test('withdraws an invitation after a question, and says which is over', async () => {
  let open = [
    invitation,
    { ...invitation, id: 6, email: 'late@colleagues.test', expires_at: '2025-01-02T09:00:00.000Z' },
  ];
  show({
    [GET]: () => ({ admins: [mara], invitations: open }),
    [WITHDRAW]: ({ params }: Call) => {
      open = open.filter(({ id }) => String(id) !== params.id);
      return reply(204);
    },
  });
  expect(await screen.findByText(/^expired /)).toBeTruthy();
  await userEvent.click(screen.getByRole('button', { name: 'Withdraw joao@colleagues.test' }));
  const question = await dialog();
  question.getByText('The link in the e-mail stops working. You can invite them again.');
  await userEvent.click(question.getByRole('button', { name: 'Withdraw' }));
  await waitFor(() => expect(screen.queryByRole('button', { name: /^Withdraw joao/ })).toBeNull());
  expect(screen.getByRole('button', { name: 'Withdraw late@colleagues.test' })).toBeTruthy();
  expect(document.activeElement?.textContent).toBe('Staff');
});

test('says what was not withdrawn, and what could not be loaded', async () => {
  show({
    [GET]: { admins: [mara], invitations: [invitation] },
    [WITHDRAW]: reply(404, { message: 'This does not exist', code: 'NOT_FOUND' }),
  });
  await userEvent.click(await screen.findByRole('button', { name: /^Withdraw/ }));
  await userEvent.click((await dialog()).getByRole('button', { name: 'Withdraw' }));
  expect(await screen.findByText('The invitation was not withdrawn')).toBeTruthy();
  rendered?.unmount();
  show({ [GET]: reply(500, { message: 'Busy', code: 'X', requestId: 'r9' }) });
  expect(await screen.findByText('The staff could not be loaded')).toBeTruthy();
  expect(screen.getByText(/r9/)).toBeTruthy();
});
