import type { OperatorPayout, OperatorPayoutList } from '@ezdash/contracts';
import {
  type Call,
  fillIn,
  type RenderedRemote,
  renderRemote,
  reply,
  type StubRoutes,
  testUser,
} from '@ezdash/remote-kit/testing';
import { currentProof } from '@ezdash/store';
import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import texts from '../locales/en.json';
import { makePayout } from '../testing/moneyData';
import { PayoutsPage } from './PayoutsPage';

const UNIT = 1_000_000;
const listOf = (payouts: OperatorPayout[]): OperatorPayoutList => ({
  payouts,
  next: null,
  counts: { requested: 2, approved: 1, sent: 1, paid: 0, refused: 0, failed: 0 },
  payable_micros: 4_200 * UNIT,
  on_the_way_micros: 360 * UNIT,
});
const tideline = makePayout();
const morrow = makePayout({
  id: 'po_1001',
  amount_micros: 80 * UNIT,
  account: { id: 'u_102c', email: 'joe@morrow.example', company: '' },
  checks: ['first-payout', 'held', 'account-not-active', 'invalid-share'],
  invalid_share: 0.312,
});

let rendered: RenderedRemote | undefined;
function show(routes: StubRoutes, path = '/admin/payouts'): RenderedRemote {
  rendered = renderRemote(<PayoutsPage />, {
    path,
    user: testUser({ role: 'admin' }),
    texts: { debug: texts },
    routes: { 'GET /api/operator/payouts': listOf([tideline, morrow]), ...routes },
  });
  return rendered;
}
afterEach(() => rendered?.unmount());

const posts = ({ calls }: RenderedRemote) =>
  calls.filter(({ method }) => method === 'POST').map(({ path, body }) => ({ path, body }));
const press = (name: string | RegExp) => userEvent.click(screen.getByRole('button', { name }));
const dialog = async () => within(await screen.findByRole('dialog'));
async function selectAll() {
  await userEvent.click(await screen.findByRole('checkbox', { name: 'Select all rows on this page' }));
}

test('what was asked for stands with what speaks against it, the worst first', async () => {
  show({});
  const table = within(await screen.findByRole('table', { name: 'Requested' }));
  const [, first, second] = table.getAllByRole('row');
  expect(first?.textContent).toContain('joe@morrow.example');
  expect(
    within(first as HTMLElement)
      .getAllByRole('listitem')
      .map((item) => item.textContent),
  ).toEqual([
    'Payouts of this publisher are held.',
    'The account of this publisher is not active.',
    '31.2% of the last 90 days was invalid traffic.',
    'It is the first payout of this publisher.',
  ]);
  expect(second?.textContent).toMatch(/Tideline.*Nothing.*Test bank Germany 3000.*\$120\.00/);
  const figures = screen.getByRole('region', { name: 'Payouts in figures' });
  expect(figures.textContent).toMatch(/To decide2.*Payable to publishers\$4,200\.00.*On its way\$360\.00/);
});

test('several are approved at once; the one that is refused is named with its reason', async () => {
  let asked = false;
  const remote = show({
    'POST /api/operator/payouts/:id/decision': ({ params }: Call) => {
      if (!asked) {
        asked = true;
        return reply(403, { message: 'Confirm that it is you', code: 'REAUTH_REQUIRED' });
      }
      return params.id === 'po_1001'
        ? reply(409, { message: 'Payouts of this publisher are held', code: 'PAYOUT_HELD' })
        : makePayout({ state: 'approved' });
    },
  });
  await selectAll();
  await press('Approve 2');
  await waitFor(() => expect(currentProof()).not.toBeNull());
  currentProof()?.answer(Date.now() + 300_000);
  expect(await screen.findByText('1 payout of $120.00 approved')).toBeTruthy();
  expect(screen.getByText('1 payout was not approved')).toBeTruthy();
  expect(screen.getByRole('alert').textContent).toContain(
    'joe@morrow.example, $80.00: Payouts of this publisher are held',
  );
  expect(posts(remote).map(({ path }) => path)).toEqual([
    '/api/operator/payouts/po_1001/decision',
    '/api/operator/payouts/po_1001/decision',
    '/api/operator/payouts/po_1000/decision',
  ]);
});

test('nothing is done, and nothing said, when the proof is not given', async () => {
  const remote = show({
    'POST /api/operator/payouts/:id/decision': reply(403, { message: 'No', code: 'REAUTH_REQUIRED' }),
  });
  await selectAll();
  await press('Approve 2');
  await waitFor(() => expect(currentProof()).not.toBeNull());
  currentProof()?.answer(null);
  await waitFor(() => expect(screen.getByRole('button', { name: 'Approve 2' }).ariaBusy).not.toBe('true'));
  expect(posts(remote)).toHaveLength(1);
  expect(screen.queryByRole('alert')).toBeNull();
});

test('a refusal needs its reason', async () => {
  const remote = show({
    'POST /api/operator/payouts/:id/decision': makePayout({ state: 'refused', amount_micros: 80 * UNIT }),
  });
  await screen.findByRole('table', { name: 'Requested' });
  await press('Actions for joe@morrow.example');
  await userEvent.click(await screen.findByRole('menuitem', { name: 'Refuse' }));
  const asked = await dialog();
  expect(asked.getByText('Refuse the payout of $80.00 to joe@morrow.example?')).toBeTruthy();
  await userEvent.click(asked.getByRole('button', { name: 'Refuse' }));
  expect(await asked.findByText('Say why, in at least 3 characters')).toBeTruthy();
  await fillIn(asked.getByRole('textbox', { name: 'Why' }), 'Traffic is not real');
  await userEvent.click(asked.getByRole('button', { name: 'Refuse' }));
  expect(await screen.findByText('1 payout of $80.00 refused')).toBeTruthy();
  expect(posts(remote)).toEqual([
    {
      path: '/api/operator/payouts/po_1001/decision',
      body: { decision: 'refuse', reason: 'Traffic is not real' },
    },
  ]);
});

test('a refusal that did not go through keeps its reason', async () => {
  const remote = show({ 'POST /api/operator/payouts/:id/decision': reply(0) });
  await screen.findByRole('table', { name: 'Requested' });
  await press('Actions for Tideline');
  await userEvent.click(await screen.findByRole('menuitem', { name: 'Refuse' }));
  const asked = await dialog();
  await fillIn(asked.getByRole('textbox', { name: 'Why' }), 'Traffic is not real');
  await userEvent.click(asked.getByRole('button', { name: 'Refuse' }));
  expect(await asked.findByText('1 payout was not refused')).toBeTruthy();
  expect((asked.getByRole('textbox', { name: 'Why' }) as HTMLTextAreaElement).value).toBe(
    'Traffic is not real',
  );
  remote.answer({ 'POST /api/operator/payouts/:id/decision': makePayout({ state: 'refused' }) });
  await userEvent.click(asked.getByRole('button', { name: 'Refuse' }));
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  expect(screen.getByText('1 payout of $120.00 refused')).toBeTruthy();
});

test('approved ones are sent together, and their file is offered; a lost answer sends the same batch', async () => {
  let times = 0;
  const approved = [makePayout({ state: 'approved' }), { ...morrow, state: 'approved' as const }];
  const remote = show(
    {
      'GET /api/operator/payouts': listOf(approved),
      'POST /api/operator/payout-batches': () => {
        times += 1;
        return times === 1
          ? reply(0)
          : {
              id: 'pb_1000',
              created_at: '',
              count: 2,
              amount_micros: 200 * UNIT,
              sent: 2,
              paid: 0,
              failed: 0,
            };
      },
    },
    '/admin/payouts?show=approved',
  );
  await selectAll();
  await press('Send 2 in a batch');
  expect((await dialog()).getByText('Send 2 payouts of $200.00 together?')).toBeTruthy();
  await press('Send 2 payouts');
  expect(await screen.findByText('No batch was made')).toBeTruthy();
  await press('Send 2 in a batch');
  await dialog();
  await press('Send 2 payouts');
  expect(await screen.findByText('A batch of 2 payouts, $200.00, is made')).toBeTruthy();
  const file = 'GET /api/operator/payout-batches/pb_1000.csv';
  remote.answer({ [file]: reply(403, { message: 'Not now', code: 'X' }) });
  await userEvent.click(screen.getByRole('button', { name: 'Bank file' }));
  await waitFor(() =>
    expect(remote.calls.map(({ path }) => path)).toContain('/api/operator/payout-batches/pb_1000.csv'),
  );
  const [first, second] = posts(remote).map(({ body }) => body as { batch_id: string; payouts: string[] });
  expect(first?.payouts).toEqual(['po_1000', 'po_1001']);
  expect(second).toEqual(first);
});

test('what was approved can still be refused', async () => {
  const remote = show(
    {
      'GET /api/operator/payouts': listOf([makePayout({ state: 'approved' })]),
      'POST /api/operator/payouts/:id/decision': makePayout({ state: 'refused' }),
    },
    '/admin/payouts?show=approved',
  );
  await selectAll();
  await press('Refuse 1');
  const asked = await dialog();
  await fillIn(asked.getByRole('textbox', { name: 'Why' }), 'The bank account is gone');
  await userEvent.click(asked.getByRole('button', { name: 'Refuse' }));
  expect(await screen.findByText('1 payout of $120.00 refused')).toBeTruthy();
  expect(posts(remote)[0]?.body).toEqual({ decision: 'refuse', reason: 'The bank account is gone' });
});

test('what was sent is paid with the reference of the bank', async () => {
  const sent = makePayout({ state: 'sent', batch_id: 'pb_1000' });
  const remote = show(
    {
      'GET /api/operator/payouts': listOf([sent]),
      'POST /api/operator/payouts/:id/outcome': makePayout({ state: 'paid' }),
    },
    '/admin/payouts?show=sent',
  );
  await selectAll();
  await press('1 was paid');
  const asked = await dialog();
  await fillIn(asked.getByRole('textbox', { name: 'Reference of the bank' }), 'BANK-77');
  await userEvent.click(asked.getByRole('button', { name: 'It was paid' }));
  expect(await screen.findByText('1 payout of $120.00 is paid')).toBeTruthy();
  expect(posts(remote)[0]?.body).toEqual({ outcome: 'paid', bank_reference: 'BANK-77' });
});

test('terms of a publisher are read before they are changed', async () => {
  const remote = show({
    'GET /api/operator/publishers/:id/payout-terms': { terms_days: 30, held: false },
    'PUT /api/operator/publishers/:id/payout-terms': { terms_days: 30, held: true },
  });
  await screen.findByRole('table', { name: 'Requested' });
  await press('Actions for Tideline');
  await userEvent.click(await screen.findByRole('menuitem', { name: 'Terms and hold' }));
  const drawer = await dialog();
  await userEvent.click(await drawer.findByRole('checkbox', { name: /Hold payouts/ }));
  await fillIn(drawer.getByRole('textbox', { name: 'Why' }), 'Under review');
  await userEvent.click(drawer.getByRole('button', { name: 'Save' }));
  expect(await screen.findByText('Terms of Tideline saved')).toBeTruthy();
  expect(remote.calls.find(({ method }) => method === 'PUT')).toMatchObject({
    path: '/api/operator/publishers/u_102b/payout-terms',
    body: { terms_days: 30, held: true, why: 'Under review' },
  });
});

test('tabs hold the address; batches have their file; empty and broken states say what to do', async () => {
  const remote = show({
    'GET /api/operator/payouts': ({ query }: Call) =>
      query.state === 'requested' ? listOf([]) : reply(500, { message: 'Busy', code: 'X' }),
    'GET /api/operator/payout-batches': {
      batches: [
        {
          id: 'pb_1000',
          created_at: '2025-11-20T09:00:00.000Z',
          count: 3,
          amount_micros: 300 * UNIT,
          sent: 1,
          paid: 2,
          failed: 0,
        },
        {
          id: 'pb_1001',
          created_at: '2025-11-19T09:00:00.000Z',
          count: 1,
          amount_micros: 80 * UNIT,
          sent: 0,
          paid: 1,
          failed: 0,
        },
      ],
    },
  });
  expect(await screen.findByText('Nothing to decide')).toBeTruthy();
  await userEvent.click(screen.getByRole('tab', { name: /Batches/ }));
  expect(remote.address()).toBe('/admin/payouts?show=batches');
  remote.answer({
    'GET /api/operator/payout-batches/pb_1000.csv': reply(403, { message: 'Not now', code: 'X' }),
  });
  await userEvent.click(await screen.findByRole('button', { name: 'Bank file pb_1000' }));
  expect((await screen.findByRole('alert')).textContent).toContain(
    'The bank file could not be saved Not now',
  );
  // Nothing of the other one is for the bank any more.
  expect(screen.getAllByRole('button', { name: /Bank file/ })).toHaveLength(1);
  await userEvent.click(screen.getByRole('tab', { name: /Failed/ }));
  expect(await screen.findByText('Payouts could not be loaded')).toBeTruthy();
});
