import { reply, testUser } from '@ezdash/remote-kit/testing';
import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { renderSettings } from '../testing/renderSettings';

const GET = 'GET /api/v1/openapi.json';
const DESCRIPTION = {
  openapi: '3.1.1',
  servers: [{ url: 'http://localhost/api/v1' }],
  tags: [{ name: 'Account' }, { name: 'Properties' }, { name: 'Campaigns' }],
  paths: {
    '/account': {
      get: {
        operationId: 'getAccount',
        tags: ['Account'],
        summary: 'Whose token',
        security: [{ token: ['read'] }],
      },
    },
    '/properties': {
      get: {
        operationId: 'listProperties',
        tags: ['Properties'],
        summary: 'Your properties',
        security: [{ token: ['read'] }],
        'x-role': 'publisher',
      },
    },
    '/campaigns/{id}': {
      patch: {
        operationId: 'updateCampaign',
        tags: ['Campaigns'],
        summary: 'Change a campaign',
        security: [{ token: ['finance', 'write'] }],
        'x-role': 'advertiser',
        parameters: [
          { name: 'id', in: 'path', required: true, schema: { type: 'string' } },
          { name: 'from', in: 'query', schema: { type: 'string', format: 'date' } },
        ],
        requestBody: {
          content: {
            'application/json': {
              schema: { type: 'object', properties: { bid_micros: { type: 'integer' } } },
              example: { bid_micros: 4_000_000 },
            },
          },
        },
      },
    },
  },
};
const TOKEN = 'ezt_pastedpastedpasted';

interface Sent {
  url: string;
  init: RequestInit;
}
/** What goes to the API itself, with how it is asked; the rest goes to the stub. */
function watchApi(respond: (sent: Sent) => Promise<Response> | Response): Sent[] {
  const sent: Sent[] = [];
  const stub = globalThis.fetch;
  globalThis.fetch = (input, init) => {
    if (typeof input !== 'string') return stub(input, init);
    sent.push({ url: input, init: init ?? {} });
    return Promise.resolve(respond({ url: input, init: init ?? {} }));
  };
  return sent;
}
const show = (path = '/settings/api/try', routes: Record<string, unknown> = {}) =>
  renderSettings(path, { [GET]: DESCRIPTION, ...routes }, testUser());
const press = async (name: string) => userEvent.click(await screen.findByRole('button', { name }));
const fill = (field: HTMLElement, value: string) => fireEvent.change(field, { target: { value } });

test('the calls of one’s own side by subject; one is chosen by its address', async () => {
  const { address } = show();
  const calls = within(await screen.findByRole('navigation', { name: 'Calls' }));
  expect(calls.getAllByRole('link').map(({ textContent }) => textContent)).toEqual([
    'GET/accountWhose token',
    'PATCH/campaigns/{id}Change a campaign',
  ]);
  expect(screen.getByRole('heading', { level: 2, name: 'GET /account' })).toBeTruthy();
  expect(screen.getByText('These calls act on your real account.')).toBeTruthy();
  expect(screen.queryByText('Changes your account.')).toBeNull();
  await userEvent.click(calls.getByRole('link', { name: /PATCH/ }));
  expect(address()).toBe('/settings/api/try?call=updateCampaign');
  expect(screen.getByRole('heading', { level: 2, name: 'PATCH /campaigns/{id}' })).toBeTruthy();
  for (const scope of ['Finance', 'Write']) expect(screen.getByText(`Needs the scope ${scope}`)).toBeTruthy();
  expect(screen.getByText('Changes your account.')).toBeTruthy();
});

test('a call: without cookies, with the token, answered with status, time, limits and body', async () => {
  show();
  await screen.findByRole('heading', { name: 'GET /account' });
  const sent = watchApi(() =>
    Response.json({ id: 7 }, { headers: { RateLimit: '"token";r=299;t=60', 'X-Request-Id': 'req_5' } }),
  );
  fill(screen.getByLabelText('Token'), ` ${TOKEN} `);
  await press('Send');
  await screen.findByText('Status 200');
  expect(sent[0]?.url).toBe('http://localhost/api/v1/account');
  expect(sent[0]?.init).toMatchObject({ method: 'GET', credentials: 'omit' });
  expect(sent[0]?.init.headers).toMatchObject({ Authorization: `Bearer ${TOKEN}` });
  expect(screen.getByText('"token";r=299;t=60')).toBeTruthy();
  expect(screen.getByText('req_5')).toBeTruthy();
  expect(screen.getAllByRole('region', { name: 'Body' })[0]?.textContent).toBe('{\n  "id": 7\n}');
  expect(JSON.stringify({ ...localStorage, ...sessionStorage })).not.toContain(TOKEN);
  expect(screen.getByRole('region', { name: 'The same call in a shell' }).textContent).not.toContain(TOKEN);
});

test('fields, an example as the body, and what lacks is said first', async () => {
  show('/settings/api/try?call=updateCampaign');
  const body = await screen.findByLabelText<HTMLTextAreaElement>('Body');
  const sent = watchApi(() => Response.json({ message: 'Wrong', code: 'INVALID_INPUT' }, { status: 422 }));
  expect(JSON.parse(body.value)).toEqual({ bid_micros: 4_000_000 });
  fill(body, '{ "bid_micros": ');
  await press('Send');
  expect(screen.getByText('Fill in this field')).toBeTruthy();
  expect(screen.getByText(/This is no JSON/)).toBeTruthy();
  expect(sent).toEqual([]);
  await press('Back to the example');
  fill(screen.getByLabelText(/^id/), 'c_1');
  fill(screen.getByLabelText('from'), '2026-11-01');
  await press('Send');
  await screen.findByText('Status 422');
  expect(sent[0]?.url).toBe('http://localhost/api/v1/campaigns/c_1?from=2026-11-01');
  expect(sent[0]?.init).toMatchObject({ method: 'PATCH', body: body.value });
  expect(screen.getByRole('region', { name: 'The same call in a shell' }).textContent).toContain(
    `-d '{"bid_micros":4000000}'`,
  );
});

test('a call can be given up; a network that fails is told', async () => {
  show();
  await screen.findByRole('heading', { name: 'GET /account' });
  watchApi(
    ({ init }) =>
      new Promise<Response>((_, reject) => {
        init.signal?.addEventListener('abort', () => reject(new DOMException('Aborted', 'AbortError')));
      }),
  );
  await press('Send');
  await press('Cancel');
  await screen.findByText('The call was cancelled.');
  watchApi(() => Promise.reject(new TypeError('Failed to fetch')));
  await press('Send');
  await screen.findByText(/The server could not be reached/);
  expect(screen.queryByRole('button', { name: 'Cancel' })).toBeNull();
});

test('a description that does not come can be asked for again; one without calls says so', async () => {
  const { answer } = show('/settings/api/try', { [GET]: reply(503, { message: 'Away', code: 'X' }) });
  await screen.findByText('The description of the API could not be loaded');
  answer({ [GET]: { openapi: '3.1.1' } });
  await press('Try again');
  await waitFor(() => expect(screen.getByText('No calls are described')).toBeTruthy());
});
