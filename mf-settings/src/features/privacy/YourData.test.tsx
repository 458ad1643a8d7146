import type { DataExport, PrivacyState } from '@ezdash/contracts';
import { type Call, reply, testUser } from '@ezdash/remote-kit/testing';
import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { renderSettings } from '../../testing/renderSettings';
import { fileSize } from './fileSize';

const GET = 'GET /api/settings/privacy';
const EXPORTS = 'POST /api/settings/privacy/exports';
const ARCHIVE = 'GET /api/settings/privacy/exports/:id/archive';
const DELETION = 'POST /api/settings/privacy/deletion';
const KEEP = 'DELETE /api/settings/privacy/deletion';
const EMAIL = 'ines@halden.test';

const archive = (change: Partial<DataExport> = {}): DataExport => ({
  id: 'ex_1',
  state: 'ready',
  requested_at: '2026-01-05T09:00:00Z',
  expires_at: '2026-01-12T09:00:00Z',
  bytes: 1_258_291,
  ...change,
});
const state = (change: Partial<PrivacyState> = {}): PrivacyState => ({
  export: null,
  deletes_at: null,
  deletion_blockers: [],
  ...change,
});
const show = (routes: Record<string, unknown> = {}) =>
  renderSettings('/settings/profile', {
    [GET]: state(),
    'GET /api/auth/me': { user: testUser(), csrf_token: 't' },
    ...routes,
  });
const press = async (name: string) => userEvent.click(await screen.findByRole('button', { name }));
const made = (calls: Call[], method: string) => calls.filter((call) => call.method === method);
const repeatEmail = async (email: string) =>
  fireEvent.change(await screen.findByLabelText('Your e-mail'), { target: { value: email } });
const sure = async () => {
  const question = within(await screen.findByRole('dialog', { name: 'Delete the account?' }));
  expect(question.getByText(`${EMAIL} stops at once and is erased in 14 days.`)).toBeTruthy();
  await userEvent.click(question.getByRole('button', { name: 'Delete account' }));
};

test('sizes in the words of the language', () => {
  expect([0, 900, 2_048, 1_258_291].map((bytes) => fileSize(bytes, 'en'))).toEqual([
    '0 byte',
    '900 byte',
    '2 kB',
    '1.2 MB',
  ]);
});

test('an archive is asked for, waited for, and can be downloaded', async () => {
  const { answer, calls } = show({ [EXPORTS]: reply(202, archive({ state: 'waiting' })) });
  answer({
    [GET]: () => state(made(calls, 'POST').length > 0 ? { export: archive({ state: 'waiting' }) } : {}),
  });
  await press('Ask for an archive');
  await screen.findByText(/^Being made since 5 Jan/);
  expect(screen.queryByRole('button', { name: /Ask for/ })).toBeNull();
  answer({ [GET]: state({ export: archive() }) });
  await screen.findByText(/^Ready: 1\.2 MB/);
  const url = jest.fn(() => 'blob:x');
  Object.assign(URL, { createObjectURL: url, revokeObjectURL: jest.fn() });
  const click = jest.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(() => undefined);
  answer({ [ARCHIVE]: {} });
  await press('Download');
  await waitFor(() => expect(click).toHaveBeenCalledTimes(1));
  expect(url).toHaveBeenCalledTimes(1);
  click.mockRestore();
});

test('a download that needs a proof asks for it; one that fails says why', async () => {
  const { answer } = show({
    [GET]: state({ export: archive() }),
    [ARCHIVE]: reply(403, { message: 'Prove it', code: 'REAUTH_REQUIRED' }),
    'GET /api/settings/factors': reply(500, { message: '', code: 'X' }),
    'POST /api/auth/confirm-password': { confirmed_until: '2099-01-01T00:00:00Z' },
  });
  await press('Download');
  const proof = within(await screen.findByRole('dialog', { name: 'Confirm that it is you' }));
  answer({ [ARCHIVE]: reply(404, { message: 'The archive is gone', code: 'NOT_FOUND' }) });
  fireEvent.change(proof.getByLabelText('Password'), { target: { value: 'a long password' } });
  await userEvent.click(proof.getByRole('button', { name: 'Confirm' }));
  await screen.findByText('The archive was not downloaded.');
  expect(screen.getByText(/The archive is gone/)).toBeTruthy();
});

test.each([
  ['failed', /could not be made/, 'Ask for a new one'],
  ['expired', /is deleted/, 'Ask for a new one'],
] as const)('an archive that is %s can be asked for anew; once a day', async (each, text, button) => {
  show({
    [GET]: state({ export: archive({ state: each }) }),
    [EXPORTS]: reply(429, { message: 'One a day. Try again tomorrow', code: 'TOO_MANY_REQUESTS' }),
  });
  await screen.findByText(text);
  await press(button);
  await screen.findByText(/One a day/);
});

test.each([
  ['ready', 'Download'],
  ['expired', null],
] as const)(
  'within a day of one that is %s no other is offered: the page says from when',
  async (each, button) => {
    const requested_at = new Date(Date.now() - 23 * 3_600_000).toISOString();
    show({ [GET]: state({ export: archive({ state: each, requested_at }) }) });
    await screen.findByText(/You can ask for a new one from /);
    const part = within(screen.getByRole('region', { name: 'Take it along' }));
    expect(part.queryAllByRole('button').map(({ textContent }) => textContent)).toEqual(
      button ? [button] : [],
    );
  },
);

test('after a day another one can be asked for beside the one that is there', async () => {
  show({ [GET]: state({ export: archive() }) });
  await screen.findByRole('button', { name: 'Ask for a new one' });
  expect(screen.queryByText(/You can ask for a new one from/)).toBeNull();
});

test('deleting: the e-mail repeated, a question, then the date and the way back', async () => {
  const { answer, calls } = show({ [DELETION]: state({ deletes_at: '2099-01-19T09:00:00Z' }) });
  await screen.findByText(/^At once: your campaigns are paused/);
  await press('Delete account');
  expect(screen.getByText(`Enter ${EMAIL}`)).toBeTruthy();
  expect(screen.queryByRole('dialog')).toBeNull();
  await repeatEmail(' INES@halden.test ');
  await press('Delete account');
  answer({ [GET]: state({ deletes_at: '2099-01-19T09:00:00Z' }), [KEEP]: state() });
  await sure();
  await screen.findByText(/The account will be deleted on 19 Jan 2099/);
  expect(made(calls, 'POST').map(({ body }) => body)).toEqual([{ email: EMAIL }]);
  answer({ [GET]: state() });
  await press('Keep my account');
  await screen.findByText('Your account stays. Everything runs as it did');
  await screen.findByLabelText('Your e-mail');
  expect(made(calls, 'DELETE')).toHaveLength(1);
});

test('the way out of the question deletes nothing', async () => {
  const { calls } = show();
  await repeatEmail(EMAIL);
  await press('Delete account');
  await press('Keep my account');
  expect(made(calls, 'POST')).toEqual([]);
});

test("a server's 422 stands at the field, another refusal above it", async () => {
  const errors = { email: ['This is not the e-mail of the account'] };
  const { answer } = show({ [DELETION]: reply(422, { message: 'Check', code: 'INVALID_INPUT', errors }) });
  await repeatEmail(EMAIL);
  await press('Delete account');
  await sure();
  await screen.findByText('This is not the e-mail of the account');
  answer({ [DELETION]: reply(409, { message: 'You are owed money', code: 'DELETION_BLOCKED' }) });
  await press('Delete account');
  await sure();
  await screen.findByText('The account stays as it is.');
});

test('the last admin cannot go, and is told why', async () => {
  show({ [GET]: state({ deletion_blockers: ['admin'] }) });
  await screen.findByText('The account cannot be deleted now.');
  expect(screen.getByText(/last admin of the network/)).toBeTruthy();
  expect(screen.queryByLabelText('Your e-mail')).toBeNull();
});

test('who owes money pays it first, and cannot give anything up instead', async () => {
  show({ [GET]: state({ deletion_blockers: ['balance', 'owed'] }) });
  await screen.findByText('The account cannot be deleted now.');
  expect(screen.getByText(/Money is owed: from the credit line, or because/)).toBeTruthy();
  expect(screen.queryByLabelText('Your e-mail')).toBeNull();
});

test('who has a payment that has not ended is told to end it first', async () => {
  show({ [GET]: state({ deletion_blockers: ['balance', 'payments'] }) });
  await screen.findByText('The account cannot be deleted now.');
  expect(screen.getByText(/A payment has not ended/)).toBeTruthy();
  expect(screen.queryByLabelText('Your e-mail')).toBeNull();
});

test('money on the account is given up, or the account stays', async () => {
  const { calls } = show({
    [GET]: state({ deletion_blockers: ['balance'] }),
    [DELETION]: state({ deletes_at: '2099-01-19T09:00:00Z' }),
  });
  await repeatEmail(EMAIL);
  expect(screen.getByText(/Money that you paid in is not spent yet/)).toBeTruthy();
  await press('Delete account');
  expect(screen.getByText(/^Wait until the money is paid out or spent/)).toBeTruthy();
  expect(screen.queryByRole('dialog')).toBeNull();
  await userEvent.click(screen.getByLabelText(/^I give this money up/));
  await press('Delete account');
  const question = within(await screen.findByRole('dialog', { name: 'Delete the account?' }));
  expect(question.getByText(/The money it holds is given up/)).toBeTruthy();
  await userEvent.click(question.getByRole('button', { name: 'Delete account' }));
  await waitFor(() =>
    expect(made(calls, 'POST').map(({ body }) => body)).toEqual([{ email: EMAIL, give_up_balance: true }]),
  );
});

test('the state that could not be loaded can be asked for again; the rest of the page lives', async () => {
  const { answer } = show({ [GET]: reply(503, { message: 'Away', code: 'X' }) });
  await screen.findByText('The state of your data could not be loaded');
  expect(screen.getByLabelText('Display name')).toBeTruthy();
  answer({ [GET]: state() });
  await press('Try again');
  await screen.findByText('Take it along');
});
