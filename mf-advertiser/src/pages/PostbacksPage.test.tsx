import { type Call, fillIn, reply, type StubRoutes } from '@ezdash/remote-kit/testing';
import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { makeCall, makeEntry, makeGoal, makeLog, makeOutgoing } from '../testing/postbacksData';
import { renderAdvertiser } from '../testing/renderAdvertiser';

const GOALS = 'GET /api/conversion-goals';
const LOG = 'GET /api/postbacks/log';
const OUTGOING = 'GET /api/postbacks/outgoing';
const CALLS = 'GET /api/postbacks/calls';

const show = (routes: StubRoutes = {}, query = '') =>
  renderAdvertiser(`/advertiser/postbacks${query}`, {
    [GOALS]: { goals: [makeGoal()] },
    [LOG]: makeLog(),
    [OUTGOING]: { outgoing: [makeOutgoing()] },
    [CALLS]: { calls: [makeCall()], next: null },
    ...routes,
  });

test('a goal’s address is shown for who calls it, with an example', async () => {
  const user = userEvent.setup();
  show();
  await user.click(await screen.findByRole('button', { name: 'Order' }));
  const drawer = await screen.findByRole('dialog', { name: 'Order' });
  expect(within(drawer).getByText(makeGoal().postback_url)).toBeTruthy();
  await user.click(within(drawer).getByRole('combobox', { name: 'Who calls it' }));
  await user.click(await screen.findByRole('option', { name: 'Binom' }));
  expect(within(drawer).getByText(/cid=\{externalid\}&payout=\{payout\}&status=\{cnv_status\}/)).toBeTruthy();
  expect(within(drawer).getByText(/cid=019aa3b4.*payout=49\.90&status=approved/)).toBeTruthy();
});

test('a test shows what was sent and what was answered', async () => {
  const user = userEvent.setup();
  const sent: unknown[] = [];
  show(
    {
      'POST /api/conversion-goals/g_1001/test': ({ body }: Call) => {
        sent.push(body);
        return { request: 'goal=g_1001&value=5', status: 403, answer: '{"code":"WRONG_KEY"}', took_ms: 7 };
      },
    },
    '?open=g_1001',
  );
  const drawer = await screen.findByRole('dialog', { name: 'Order' });
  await fillIn(within(drawer).getByRole('textbox', { name: 'Value, USD (optional)' }), '5');
  await user.click(within(drawer).getByRole('button', { name: 'Send a test' }));
  expect(await within(drawer).findByText('Refused: 403 after 7 ms.')).toBeTruthy();
  expect(within(drawer).getByText(/WRONG_KEY/)).toBeTruthy();
  expect(sent).toEqual([{ status: 'approved', value: '5' }]);
});

test('a new key is shown once, in a dialog that stays', async () => {
  const user = userEvent.setup();
  const sent: unknown[] = [];
  show(
    {
      'POST /api/conversion-goals/g_1001/key': ({ body }: Call) => {
        sent.push(body);
        return { key: 'ezk_new' };
      },
    },
    '?open=g_1001',
  );
  await user.click(await screen.findByRole('button', { name: 'New key' }));
  const dialog = await screen.findByRole('dialog', { name: 'New key of Order' });
  expect(within(dialog).getByText('ezk_new')).toBeTruthy();
  expect(sent).toEqual([{ overlap_hours: 24 }]);
  await user.keyboard('{Escape}');
  expect(screen.getByText('ezk_new')).toBeTruthy();
  await user.click(within(dialog).getByRole('button', { name: 'I have copied it' }));
  await waitFor(() => expect(screen.queryByText('ezk_new')).toBeNull());
});

test('a tracker’s goal is made with one form, and its address has the key in it', async () => {
  const user = userEvent.setup();
  const sent: unknown[] = [];
  const made = makeGoal({ id: 'g_1002', name: 'Keitaro' });
  show(
    {
      'POST /api/conversion-goals': ({ body }: Call) => {
        sent.push(body);
        return made;
      },
      'GET /api/conversion-goals/g_1002/key': { key: 'ezk_first' },
    },
    '?tracker=keitaro',
  );
  const drawer = await screen.findByRole('dialog', { name: 'New goal' });
  expect(within(drawer).getByRole<HTMLInputElement>('textbox', { name: 'Name' }).value).toBe('Keitaro');
  await user.click(within(drawer).getByRole('button', { name: 'Create goal' }));
  const dialog = await screen.findByRole('dialog', { name: '“Keitaro” is created' });
  expect(
    within(dialog).getByText(
      'https://ads.example/postback?goal=g_1002&cid={external_id}&payout={revenue}&status={status}&key=ezk_first',
    ),
  ).toBeTruthy();
  expect(sent).toMatchObject([{ name: 'Keitaro', requires_key: true, pixel: false, repeats: 'reject' }]);
});

test('a form that is wrong says so at its fields, and what the server refuses too', async () => {
  const user = userEvent.setup();
  show({
    'POST /api/conversion-goals': reply(422, {
      message: 'Check the fields',
      code: 'INVALID_INPUT',
      errors: { 'allowed_addresses.0': ['Enter an address or a network such as 203.0.113.0/24'] },
      requestId: 'r-1',
    }),
  });
  await user.click(await screen.findByRole('button', { name: 'Create goal' }));
  const drawer = await screen.findByRole('dialog', { name: 'New goal' });
  await user.click(within(drawer).getByRole('button', { name: 'Create goal' }));
  expect(await within(drawer).findByText('Give the goal a name')).toBeTruthy();
  await fillIn(within(drawer).getByRole('textbox', { name: 'Name' }), 'Sale');
  await user.click(within(drawer).getByRole('button', { name: 'Create goal' }));
  expect(await within(drawer).findByText(/such as 203\.0\.113\.0/)).toBeTruthy();
});

test('the log is filtered by its address and opens a report', async () => {
  const user = userEvent.setup();
  const asked: Record<string, string>[] = [];
  show(
    {
      [LOG]: ({ query }: Call) => {
        asked.push(query);
        return makeLog([makeEntry({ verdict: null, status: 403, code: 'WRONG_KEY', answer: 'no' })]);
      },
    },
    '?view=log&outcome=refused',
  );
  expect(await screen.findByText('Refused, 403')).toBeTruthy();
  expect(asked[0]).toMatchObject({ outcome: 'refused' });
  const table = screen.getByRole('table', { name: 'Reports' });
  const [, row] = within(table).getAllByRole('row');
  await user.click(within(row as HTMLElement).getByRole('button'));
  const drawer = await screen.findByRole('dialog', { name: 'Report' });
  expect(within(drawer).getByText('WRONG_KEY')).toBeTruthy();
});

test('the log says in words that the allow-list refused a report, and of no report where it came from', async () => {
  const entry = makeEntry({ verdict: null, status: 403, code: 'ADDRESS_NOT_ALLOWED', answer: 'no' });
  // A server of an earlier release still sends it.
  show({ [LOG]: () => makeLog([{ ...entry, address: '203.0.113.7' }]) }, '?view=log');
  expect(await screen.findByText('Not on the allow-list')).toBeTruthy();
  expect(screen.queryByText(/203\.0\.113/)).toBeNull();
});

test('the log marks what nobody could read of a report that counts', async () => {
  const entry = makeEntry({ request: 'goal=g_1001&payout={payout}&value={payout}&status=deposit' });
  show({ [LOG]: () => makeLog([entry]) }, '?view=log');
  expect(
    await screen.findByText('Value unreadable, kept as unknown · Unknown status, taken as approved'),
  ).toBeTruthy();
});

test('failed calls are sent again, one and all', async () => {
  const user = userEvent.setup();
  const again: string[] = [];
  show(
    {
      'POST /api/postbacks/calls/pk_1001/send-again': () => {
        again.push('one');
        return makeCall({ state: 'waiting', due_at: '2026-11-20T10:00:00.000Z' });
      },
      'POST /api/postbacks/calls/send-again': () => {
        again.push('all');
        return { sent: 3, more: false };
      },
    },
    '?view=outgoing',
  );
  const table = await screen.findByRole('table', { name: 'Calls' });
  await user.click(within(table).getByRole('button', { name: /Our tracker pk_1001/ }));
  await user.click(await screen.findByRole('menuitem', { name: 'Send again' }));
  await user.click(screen.getByRole('radio', { name: 'Failed' }));
  await user.click(await screen.findByRole('button', { name: 'Send all again' }));
  expect(await screen.findByText('3 calls are sent again.')).toBeTruthy();
  expect(again).toEqual(['one', 'all']);
});

test('what cannot be loaded says so and is asked for again', async () => {
  const user = userEvent.setup();
  let failing = true;
  show(
    {
      [LOG]: () =>
        failing ? reply(500, { message: 'Broken', code: 'INTERNAL', requestId: 'r-7' }) : makeLog([]),
    },
    '?view=log',
  );
  expect(await screen.findByText('The log could not be loaded')).toBeTruthy();
  expect(screen.getByText('r-7')).toBeTruthy();
  failing = false;
  await user.click(screen.getByRole('button', { name: 'Try again' }));
  expect(await screen.findByText('Nothing came in within 14 days')).toBeTruthy();
});
