import type { ApiToken, ApiTokenInput } from '@ezdash/contracts';
import { type Call, reply, testUser } from '@ezdash/remote-kit/testing';
import { getStore } from '@ezdash/store';
import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { renderSettings } from '../testing/renderSettings';

const GET = 'GET /api/settings/api-tokens';
const POST = 'POST /api/settings/api-tokens';
const DELETE = 'DELETE /api/settings/api-tokens/:id';
const SECRET = 'ezt_secretsecretsecret1a2b';
const PREMIUM = testUser({ features: { api_read: true, api_write: true } });

const token = (change: Partial<ApiToken> = {}): ApiToken => ({
  id: 't_1',
  name: 'Nightly report',
  hint: '9f3c',
  scopes: ['read', 'finance'],
  addresses: [],
  created_at: '2026-01-05T09:00:00Z',
  expires_at: '2099-01-05T09:00:00Z',
  expired: false,
  last_used_at: null,
  ...change,
});
const made = ({ body }: Call) => {
  const { name, scopes, addresses } = body as ApiTokenInput;
  return reply(201, { token: token({ id: 't_2', hint: '1a2b', name, scopes, addresses }), secret: SECRET });
};
const show = (routes: Record<string, unknown> = {}, user = PREMIUM) =>
  renderSettings(
    '/settings/api',
    { [GET]: { tokens: [] }, [POST]: made, [DELETE]: reply(204), ...routes },
    user,
  );
const press = async (name: string | RegExp) => userEvent.click(await screen.findByRole('button', { name }));
const drawer = async (name = 'Create token') => within(await screen.findByRole('dialog', { name }));
/** The button of the drawer: the page's own has the same name. */
const submit = async () => userEvent.click((await drawer()).getByRole('button', { name: 'Create token' }));
const fill = (field: HTMLElement, value: string) => fireEvent.change(field, { target: { value } });
const enter = (field: HTMLElement) => fireEvent.keyDown(field, { key: 'Enter' });
const bodies = (calls: Call[]) => calls.filter(({ method }) => method === 'POST').map(({ body }) => body);
const openForm = async () => {
  await press('Create token');
  const form = await drawer();
  fill(form.getByLabelText('Name'), 'CI');
  return form;
};

test('the tokens with all that is known of them', async () => {
  show({
    [GET]: {
      tokens: [
        token(),
        token({
          id: 't_0',
          name: 'Old one',
          hint: '0000',
          expired: true,
          expires_at: '2026-01-06T09:00:00Z',
          addresses: ['203.0.113.0/24', '198.51.100.7', '2001:db8::/32'],
          last_used_at: '2026-01-05T10:00:00Z',
        }),
      ],
    },
  });
  const table = within(await screen.findByRole('table', { name: 'Your tokens' }));
  const rows = table.getAllByRole('row').map(({ textContent }) => textContent ?? '');
  expect(rows[1]).toContain('Nightly report');
  expect(rows[1]).toContain('ezt_…9f3c');
  expect(rows[1]).toContain('Read, Finance');
  expect(rows[1]).toContain('everywhere');
  expect(rows[1]).toContain('never');
  expect(rows[2]).toContain('3 addresses');
  expect(rows[2]).toContain('Expired');
  expect(screen.getByRole('link', { name: 'Try the API' }).getAttribute('href')).toBe('/settings/api/try');
  expect(screen.getByText('Premium: reading and writing')).toBeTruthy();
});

test('a token is made, shown once, and forgotten by page and store', async () => {
  const { calls } = show();
  await screen.findByText('No tokens yet');
  const form = await openForm();
  await userEvent.click(form.getByLabelText('Write'));
  await userEvent.click(form.getByLabelText('30 days'));
  const addresses = form.getByLabelText('Addresses');
  fill(addresses, '203.0.113.0/24');
  enter(addresses);
  fill(addresses, '2001:DB8::1');
  await submit();
  const shown = await drawer('Token created');
  expect(bodies(calls)).toEqual([
    {
      name: 'CI',
      scopes: ['read', 'write'],
      expires_in_days: 30,
      addresses: ['203.0.113.0/24', '2001:db8::1'],
    },
  ]);
  expect(shown.getByRole('region', { name: 'CI' }).textContent).toBe(SECRET);
  expect(shown.getByRole('region', { name: 'A first call' }).textContent).toContain('/api/v1/account');
  expect(JSON.stringify(getStore().getState())).not.toContain(SECRET);
  await press('Done');
  await waitFor(() => expect(document.body.textContent).not.toContain(SECRET));
  expect(calls.filter(({ method }) => method === 'GET')).toHaveLength(2);
  await press('Create token');
  expect((await drawer()).getByLabelText<HTMLInputElement>('Name').value).toBe('');
});

test('what lacks is said before anything is sent', async () => {
  const { calls } = show();
  await press('Create token');
  const form = await drawer();
  await userEvent.click(form.getByLabelText('Read'));
  await userEvent.click(form.getByLabelText('Other'));
  fill(form.getByLabelText('Days'), '400');
  fill(form.getByLabelText('Addresses'), '203.0.113.999');
  await submit();
  for (const text of [
    'Give the token a name',
    'Choose what the token may do',
    'Enter a number from 1 to 365',
    'Enter an address or a network such as 203.0.113.0/24',
  ])
    expect(form.getByText(text)).toBeTruthy();
  await waitFor(() => expect(document.activeElement).toBe(form.getByLabelText('Name')));
  expect(bodies(calls)).toEqual([]);
});

test('chips are checked as typed, once each, and can be taken out', async () => {
  show();
  await press('Create token');
  const form = await drawer();
  const field = form.getByLabelText('Addresses');
  fill(field, 'office!');
  expect(form.getByText(/^Enter an address or a network/)).toBeTruthy();
  for (let time = 0; time < 2; time += 1) {
    fill(field, '198.51.100.7');
    fireEvent.keyDown(field, { key: ',' });
  }
  expect(form.getByText('198.51.100.7 is in the list already')).toBeTruthy();
  fill(field, '');
  await press('Remove filter 198.51.100.7');
  expect(form.queryByRole('list', { name: 'Addresses' })).toBeNull();
});

test("a server's 422 finds the fields of the form; other refusals stand above it", async () => {
  const errors = { expires_in_days: ['Too long'], 'addresses.0': ['Not routable'], scopes: ['Closed'] };
  const { answer } = show({ [POST]: reply(422, { message: 'Check', code: 'INVALID_INPUT', errors }) });
  const form = await openForm();
  await userEvent.click(form.getByLabelText('Other'));
  fill(form.getByLabelText('Days'), '300');
  fill(form.getByLabelText('Addresses'), '10.0.0.1');
  enter(form.getByLabelText('Addresses'));
  await submit();
  expect(await form.findByText('Too long')).toBeTruthy();
  expect(form.getByText('10.0.0.1: Not routable')).toBeTruthy();
  expect(form.getByText('Closed')).toBeTruthy();
  expect(form.queryByRole('alert')).toBeNull();
  answer({ [POST]: reply(409, { message: 'You have 20 tokens already', code: 'TOO_MANY_TOKENS' }) });
  await submit();
  expect((await form.findByRole('alert')).textContent).toContain('You have 20 tokens already');
  expect(form.getByLabelText<HTMLInputElement>('Name').value).toBe('CI');
});

test('an old proof is asked for, and the same token is made then', async () => {
  const { answer, calls } = show({
    [POST]: reply(403, { message: 'Prove it', code: 'REAUTH_REQUIRED' }),
    'GET /api/settings/factors': reply(500, { message: '', code: 'X' }),
    'POST /api/auth/confirm-password': { confirmed_until: '2099-01-01T00:00:00Z' },
  });
  await openForm();
  await submit();
  const proof = within(await screen.findByRole('dialog', { name: 'Confirm that it is you' }));
  answer({ [POST]: made });
  fill(proof.getByLabelText('Password'), 'a long password');
  await userEvent.click(proof.getByRole('button', { name: 'Confirm' }));
  await drawer('Token created');
  const sent = calls.filter(({ path, method }) => path === '/api/settings/api-tokens' && method === 'POST');
  expect(sent).toHaveLength(2);
  expect(sent[0]?.body).toEqual(sent[1]?.body);
});

test('with Regular writing is closed and says what opens it', async () => {
  show(
    {},
    testUser({ account_type: { id: 1, name: 'Regular' }, features: { api_read: true, api_write: false } }),
  );
  await press('Create token');
  const form = await drawer();
  const write = form.getByLabelText<HTMLInputElement>('Write');
  expect(write.disabled).toBe(true);
  expect(form.getByText('Needs the account type Premium or higher. Yours is Regular.')).toBeTruthy();
  expect(screen.getByText('Regular: reading. Writing needs Premium or higher.')).toBeTruthy();
});

test('revoking names what stops; a failure stays on the page', async () => {
  const { answer, calls } = show({
    [GET]: { tokens: [token({ last_used_at: '2026-01-05T10:00:00Z' })] },
    [DELETE]: reply(500, { message: 'It broke', code: 'X', requestId: 'req_1' }),
  });
  const ask = async () => {
    await press('Actions for Nightly report');
    await userEvent.click(await screen.findByRole('menuitem', { name: 'Revoke' }));
    return within(await screen.findByRole('dialog', { name: 'Revoke “Nightly report”?' }));
  };
  const question = await ask();
  expect(
    question.getByText(/Programs that use it stop at once: reading, balances\. It was last used/),
  ).toBeTruthy();
  await userEvent.click(question.getByRole('button', { name: 'Revoke token' }));
  await screen.findByText('The token was not revoked.');
  answer({ [DELETE]: reply(204), [GET]: { tokens: [] } });
  await userEvent.click((await ask()).getByRole('button', { name: 'Revoke token' }));
  await screen.findByText('Token “Nightly report” is revoked');
  await screen.findByText('No tokens yet');
  expect(calls.filter(({ method }) => method === 'DELETE').map(({ params }) => params.id)).toEqual([
    't_1',
    't_1',
  ]);
});

test('what could not be loaded can be tried again', async () => {
  const { answer } = show({ [GET]: reply(503, { message: 'Away', code: 'X' }) });
  await screen.findByText('Your tokens could not be loaded');
  answer({ [GET]: { tokens: [token()] } });
  await press('Try again');
  await screen.findByText('Nightly report');
});

test('who is not active sees why no token can be made, and no form', async () => {
  const { calls } = show({}, testUser({ status: 'pending' }));
  const create = await screen.findByRole('button', { name: 'Create token' });
  await userEvent.click(create);
  expect((await screen.findByRole('tooltip')).textContent).toMatch(/^Your account is still in review/);
  expect(screen.queryByRole('dialog')).toBeNull();
  expect(calls.every(({ method }) => method === 'GET')).toBe(true);
});
