import type { OperatorReferral, OperatorReferralDetail, OperatorReferrals } from '@ezdash/contracts';
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
import { ReferralsPage } from './ReferralsPage';

const UNIT = 1_000_000;
const makeReferral = (over: Partial<OperatorReferral> = {}): OperatorReferral => ({
  id: 'rf_1000',
  state: 'active',
  reason: null,
  referrer: { id: 1_001, email: 'ines@halden.example', role: 'advertiser', status: 'active' },
  referred: { id: 1_010, email: 'joe@morrow.example', role: 'publisher', status: 'active' },
  code: 'k3m9x2ab',
  label: 'Newsletter',
  signed_up_at: '2026-11-01T10:00:00.000Z',
  active_at: '2026-11-05T10:00:00.000Z',
  ends_on: '2027-11-01',
  held_micros: 12 * UNIT,
  released_micros: 0,
  returned_micros: 0,
  ...over,
});
const refused = makeReferral({
  id: 'rf_1001',
  state: 'refused',
  reason: 'same-device',
  referred: { id: 1_011, email: 'twin@halden.example', role: 'advertiser', status: 'suspended' },
  active_at: null,
  held_micros: 0,
  returned_micros: 4 * UNIT,
});
const makeDetail = (referral = makeReferral()): OperatorReferralDetail => ({
  referral,
  base_micros: 20 * UNIT,
  rules: [
    { reason: 'same-email', met: false },
    { reason: 'same-device', met: referral.state === 'refused' },
  ],
  checked_at: '2026-11-20T03:00:00.000Z',
  terms: {
    currency: 'USD',
    publisher_share_bps: 500,
    advertiser_share_bps: 500,
    months: 12,
    minimum_micros: 50 * UNIT,
    hold_days: 30,
    cookie_days: 30,
  },
  decisions:
    referral.state === 'refused'
      ? [
          {
            state: 'refused',
            reason: 'same-device',
            note: '',
            by: null,
            decided_at: '2026-11-01T10:00:01.000Z',
          },
        ]
      : [],
});
const listOf = (referrals: OperatorReferral[], next: string | null = null): OperatorReferrals => ({
  referrals,
  total: referrals.length,
  next,
});

let rendered: RenderedRemote | undefined;
function show(routes: StubRoutes = {}, path = '/admin/referrals'): RenderedRemote {
  rendered = renderRemote(<ReferralsPage />, {
    path,
    user: testUser({ role: 'admin' }),
    texts: { debug: texts },
    routes: {
      'GET /api/operator/referrals': listOf([makeReferral(), refused]),
      'GET /api/operator/referrals/rf_1000': makeDetail(),
      'GET /api/operator/referrals/rf_1001': makeDetail(refused),
      ...routes,
    },
  });
  return rendered;
}
afterEach(() => rendered?.unmount());

const posts = ({ calls }: RenderedRemote) =>
  calls.filter(({ method }) => method === 'POST').map(({ path, body }) => ({ path, body }));
const rows = async () => within(await screen.findByRole('table', { name: 'Referrals' })).getAllByRole('row');

test('the list says who brought whom, what came of it and why not', async () => {
  show();
  const [, first, second] = await rows();
  expect(first?.textContent).toMatch(
    /^joe@morrow\.examplePublisher · rf_1000ines@halden\.exampleNewsletterActive1 Nov.*10:00\$12\.00––/,
  );
  expect(second?.textContent).toMatch(/twin@halden\.example.*RefusedSame device.*––\$4\.00/);
  expect(screen.getByText('2 referrals')).toBeTruthy();
});

test('it is filtered by state, reason and words, which stand in the address', async () => {
  const remote = show(
    { 'GET /api/operator/referrals': ({ query }: Call) => listOf(query.state ? [refused] : []) },
    '/admin/referrals?state=refused&reason=same-device',
  );
  expect(await rows()).toHaveLength(2);
  expect(remote.calls[0]?.query).toMatchObject({ state: 'refused', reason: 'same-device' });
  await fillIn(screen.getByRole('searchbox', { name: 'Find a referral' }), 'halden');
  await waitFor(() => expect(remote.calls.at(-1)?.query).toMatchObject({ search: 'halden' }));
  await userEvent.click(screen.getByRole('button', { name: 'Clear filters' }));
  expect(await screen.findByText('Nobody was brought yet')).toBeTruthy();
  expect(remote.address()).toBe('/admin/referrals');
});

test('nothing that matches leads back to all', async () => {
  show({ 'GET /api/operator/referrals': listOf([]) }, '/admin/referrals?state=active');
  expect(await screen.findByText('No referral matches')).toBeTruthy();
});

test('one is opened with its rules and decisions, and both accounts are a press away', async () => {
  const remote = show();
  await rows();
  await userEvent.click(screen.getByRole('button', { name: 'twin@halden.example' }));
  const drawer = within(await screen.findByRole('dialog', { name: 'Referral' }));
  expect((await drawer.findByRole('region', { name: 'Decisions' })).textContent).toMatch(
    /Refused · Same device1 Nov.*by a rule/,
  );
  expect(drawer.getByRole('region', { name: 'Rules against bringing oneself' }).textContent).toMatch(
    /Same e-mail addressNot metSame deviceMet/,
  );
  expect(drawer.getByText('$20.00 of $50.00 so far')).toBeTruthy();
  expect(drawer.getByRole('link', { name: 'ines@halden.example' }).getAttribute('href')).toBe(
    '/admin/users/1001',
  );
  expect(drawer.getByText(/Advertiser · not active/)).toBeTruthy();
  expect(remote.address()).toBe('/admin/referrals?referral=rf_1001');
});

test('one is refused with a reason and a proof, and nothing is done without either', async () => {
  let proved = false;
  const after = makeReferral({
    state: 'refused',
    reason: 'operator',
    held_micros: 0,
    returned_micros: 12 * UNIT,
  });
  const remote = show({
    'POST /api/operator/referrals/rf_1000/refuse': () =>
      proved ? makeDetail(after) : reply(403, { message: 'Confirm', code: 'REAUTH_REQUIRED' }),
  });
  await rows();
  await userEvent.click(screen.getByRole('button', { name: 'Actions for joe@morrow.example' }));
  await userEvent.click(await screen.findByRole('menuitem', { name: 'Refuse' }));
  const dialog = within(
    await screen.findByRole('dialog', { name: 'Refuse the referral of joe@morrow.example?' }),
  );
  expect(dialog.getByText(/^What is on hold is taken back/)).toBeTruthy();
  await userEvent.click(dialog.getByRole('button', { name: 'Refuse' }));
  expect(await dialog.findByText('Say why, in at least 3 characters')).toBeTruthy();
  expect(posts(remote)).toEqual([]);
  await fillIn(dialog.getByRole('textbox', { name: 'Why' }), 'Both are one person');
  await userEvent.click(dialog.getByRole('button', { name: 'Refuse' }));
  await waitFor(() => expect(currentProof()).not.toBeNull());
  proved = true;
  remote.answer({ 'GET /api/operator/referrals': listOf([after]) });
  currentProof()?.answer(Date.now() + 300_000);
  expect(await screen.findByText('Referral of joe@morrow.example refused')).toBeTruthy();
  expect(posts(remote).at(-1)).toEqual({
    path: '/api/operator/referrals/rf_1000/refuse',
    body: { note: 'Both are one person' },
  });
  await waitFor(async () => expect((await rows())[1]?.textContent).toContain('Decided by staff'));
});

test('one is allowed after all; what the server refuses keeps the words', async () => {
  show(
    {
      'POST /api/operator/referrals/rf_1001/allow': reply(409, {
        message: 'This is decided already',
        code: 'REFERRAL_DECIDED',
      }),
    },
    '/admin/referrals?referral=rf_1001',
  );
  const drawer = within(await screen.findByRole('dialog', { name: 'Referral' }));
  await userEvent.click(await drawer.findByRole('button', { name: 'Allow' }));
  const dialog = within(
    await screen.findByRole('dialog', { name: 'Allow the referral of twin@halden.example?' }),
  );
  await fillIn(dialog.getByRole('textbox', { name: 'Why' }), 'Two people, one office');
  await userEvent.click(dialog.getByRole('button', { name: 'Allow' }));
  expect((await dialog.findByRole('alert')).textContent).toContain('This is decided already');
  expect(dialog.getByRole<HTMLTextAreaElement>('textbox', { name: 'Why' }).value).toBe(
    'Two people, one office',
  );
});

test('of a deleted account nothing is decided', async () => {
  const gone = makeReferral({ referred: null });
  show(
    {
      'GET /api/operator/referrals': listOf([gone]),
      'GET /api/operator/referrals/rf_1000': makeDetail(gone),
    },
    '/admin/referrals?referral=rf_1000',
  );
  const drawer = within(await screen.findByRole('dialog', { name: 'Referral' }));
  expect(await drawer.findByText(/^One of the two accounts was deleted/)).toBeTruthy();
  expect(drawer.queryByRole('button', { name: 'Refuse' })).toBeNull();
});

test('one that is not there, and a list that did not come', async () => {
  show(
    {
      'GET /api/operator/referrals': reply(500, { message: 'Busy', code: 'X' }),
      'GET /api/operator/referrals/rf_9': reply(404),
    },
    '/admin/referrals?referral=rf_9',
  );
  expect(await screen.findByText('There is no such referral')).toBeTruthy();
  expect(await screen.findByText('The referrals could not be loaded')).toBeTruthy();
});
