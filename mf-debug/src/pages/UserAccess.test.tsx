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
import { admin, makeDetail } from '../testing/consoleData';
import { UserPage } from './UserPage';

const GET = 'GET /api/operator/users/:id';
const CAMPAIGNS = 'GET /api/operator/users/:id/campaigns';
const SIGN_OUT = 'POST /api/operator/users/:id/sign-out';
const RESET = 'POST /api/operator/users/:id/reset-factors';
const PRIORITY = 'PATCH /api/operator/campaigns/:id';
const campaign = { id: 'c_1000', name: 'Autumn', state: 'running', priority: 'auction' };

let rendered: RenderedRemote | undefined;
function show(id: number, routes: StubRoutes): RenderedRemote {
  rendered = renderRemote(
    <Routes>
      <Route path="/admin/users/:id" element={<UserPage />} />
    </Routes>,
    {
      path: `/admin/users/${id}`,
      user: admin,
      texts: { debug: texts },
      routes: { 'POST /debug-tool/log': {}, [CAMPAIGNS]: { campaigns: [campaign] }, ...routes },
    },
  );
  return rendered;
}
afterEach(() => {
  rendered?.unmount();
  jest.restoreAllMocks();
});
const press = async (name: string) => userEvent.click(await screen.findByRole('button', { name }));
const dialog = async () => within(await screen.findByRole('dialog'));
const factsOf = async () =>
  (await screen.findByRole('region', { name: 'Access' })).textContent?.replace(/\s+/g, ' ');
const own = () => {
  const detail = makeDetail();
  return { ...detail, user: { ...detail.user, id: admin.id, email: admin.email, role: 'admin' as const } };
};

test('says what opens the account, and ends its sign-ins with a reason and a proof', async () => {
  let proved = false;
  const { calls } = show(1_001, {
    [GET]: makeDetail(),
    [SIGN_OUT]: () =>
      proved
        ? makeDetail({ access: { second_step: true, passkeys: 1, sign_ins: 0, api_tokens: 0 } })
        : reply(403, { message: 'Confirm', code: 'REAUTH_REQUIRED' }),
  });
  expect(await factsOf()).toContain('Second stepOnPasskeys1Current sign-ins3API tokens2');
  await press('End all sign-ins');
  const question = await dialog();
  expect(question.getByText(/^Every device is signed out at once/)).toBeTruthy();
  await userEvent.click(question.getByRole('button', { name: 'End all sign-ins' }));
  expect(question.getByText('Say why: your colleagues read it')).toBeTruthy();
  await fillIn(question.getByLabelText('Reason for colleagues'), ' A laptop was stolen ');
  await userEvent.click(question.getByRole('button', { name: 'End all sign-ins' }));
  await waitFor(() => expect(currentProof()).not.toBeNull());
  proved = true;
  currentProof()?.answer(Date.now() + 300_000);
  expect(await screen.findByText(/is signed out everywhere/)).toBeTruthy();
  const sent = calls.filter(({ path }) => path.endsWith('/sign-out'));
  expect(sent.map(({ body }) => body)).toEqual([
    { reason: 'A laptop was stolen' },
    { reason: 'A laptop was stolen' },
  ]);
});

test('takes away the second step, and keeps what was typed when that fails', async () => {
  const { answer } = show(1_001, {
    [GET]: makeDetail(),
    [RESET]: reply(500, { message: 'Busy', code: 'X' }),
  });
  await press('Take away the second step');
  const question = await dialog();
  expect(question.getByText(/The owner gets a mail/)).toBeTruthy();
  await fillIn(question.getByLabelText('Reason for colleagues'), 'Lost phone');
  await userEvent.click(question.getByRole('button', { name: 'Take away the second step' }));
  expect(await question.findByText('Nothing was changed')).toBeTruthy();
  expect(question.getByLabelText<HTMLTextAreaElement>('Reason for colleagues').value).toBe('Lost phone');
  answer({ [RESET]: makeDetail() });
  await userEvent.click(question.getByRole('button', { name: 'Take away the second step' }));
  expect(await screen.findByText(/The password alone signs/)).toBeTruthy();
});

test('offers to take away only what there is', async () => {
  const none = { second_step: false, passkeys: 0, sign_ins: 0, api_tokens: 0 };
  show(1_001, { [GET]: makeDetail({ access: none }) });
  expect(await factsOf()).toContain('Second stepOff');
  expect(screen.queryByRole('button', { name: 'Take away the second step' })).toBeNull();
});

test('one’s own sign-ins end with this page’s, and the second step is left to the settings', async () => {
  const go = jest.spyOn(page, 'go').mockImplementation(() => undefined);
  show(admin.id, { [GET]: own(), [SIGN_OUT]: own() });
  expect(await factsOf()).toContain('This is your own account.');
  expect(screen.queryByRole('button', { name: 'Take away the second step' })).toBeNull();
  await press('End all sign-ins');
  const question = await dialog();
  expect(question.getByText(/you are signed out of every device, this one too/)).toBeTruthy();
  await fillIn(question.getByLabelText('Reason for colleagues'), 'Left it open');
  await userEvent.click(question.getByRole('button', { name: 'End all sign-ins' }));
  await waitFor(() => expect(go).toHaveBeenCalledWith('/auth/login'));
});

test('the changes of staff say what was ended, and why', async () => {
  const change = { to: '0', by: 'mara@ezdash.test', changed_at: '2025-11-20T09:00:00.000Z' };
  show(1_001, {
    [GET]: makeDetail({
      changes: [
        { ...change, property: 'sign_ins', from: '3', reason: 'A laptop was stolen' },
        { ...change, property: 'second_step', from: '1', reason: null },
      ],
    }),
  });
  expect((await screen.findByText('All sign-ins ended (3)', { exact: false })).textContent).toContain(
    'A laptop was stolen',
  );
  expect(screen.getByText(/Second step taken away, 1 sign-in ended/)).toBeTruthy();
});

test('sets which campaign comes first, and says when it was not', async () => {
  let proved = false;
  const { calls, answer } = show(1_001, {
    [GET]: makeDetail(),
    [PRIORITY]: ({ body }: Call) =>
      proved
        ? { ...campaign, ...(body as object) }
        : reply(403, { message: 'Confirm', code: 'REAUTH_REQUIRED' }),
  });
  expect(await screen.findByText(/Guaranteed: served before everything else/)).toBeTruthy();
  await userEvent.click(screen.getByRole('combobox', { name: 'Priority of Autumn' }));
  await userEvent.click(await screen.findByRole('option', { name: 'Guaranteed' }));
  await waitFor(() => expect(currentProof()).not.toBeNull());
  proved = true;
  currentProof()?.answer(Date.now() + 300_000);
  expect(await screen.findByText('Autumn is Guaranteed now')).toBeTruthy();
  expect(calls.find(({ method }) => method === 'PATCH')).toMatchObject({
    path: '/api/operator/campaigns/c_1000',
    body: { priority: 'guaranteed' },
  });
  answer({ [PRIORITY]: reply(500, { message: 'Busy', code: 'X' }) });
  await userEvent.click(screen.getByRole('combobox', { name: 'Priority of Autumn' }));
  await userEvent.click(await screen.findByRole('option', { name: 'House' }));
  expect(await screen.findByText('The priority was not changed')).toBeTruthy();
});
