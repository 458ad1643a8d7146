import type { HoldCase } from '@ezdash/contracts';
import {
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
import { InvalidTrafficPage } from './InvalidTrafficPage';

const DECIDE = '/api/operator/hold-cases/1001/decision';
const SUM = {
  from: '2026-11-17',
  to: '2026-11-18',
  views: 4_870,
  clicks: 111,
  confirmed_views: 0,
  confirmed_clicks: 0,
  elsewhere: 4,
  counted_origins: 4_981,
  senders: 2,
  visitors: 310,
  networks: 260,
  held_micros: 8_459_200,
};
const makeCase = (over: Partial<HoldCase> = {}): HoldCase => ({
  id: 1_001,
  publisher: { id: 1_002, email: 'anna@tideline.example' },
  property: { id: 'p_1k7a', name: 'Tideline' },
  source: 'key',
  state: 'open',
  reasons: ['young-key', 'odd-share', 'one-machine'],
  figures: {
    from: '2026-11-17',
    to: '2026-11-18',
    made_at: '2026-11-16T09:00:00.000Z',
    views: 287,
    clicks: 11,
    confirmed_views: 0,
    confirmed_clicks: 0,
    elsewhere: 4,
    counted_origins: 298,
    senders: 1,
    visitors: 291,
    networks: 260,
    held_micros: 459_200,
    sums: [{ ...SUM, source: 'key' }],
  },
  opened_at: '2026-11-18T10:00:00.000Z',
  decided_at: null,
  decided_by: null,
  why: null,
  decided_micros: 0,
  ...over,
});

let rendered: RenderedRemote | undefined;
function show(routes: StubRoutes = {}): RenderedRemote {
  rendered = renderRemote(<InvalidTrafficPage />, {
    path: '/admin/invalid-traffic',
    user: testUser({ role: 'admin' }),
    texts: { debug: texts },
    routes: {
      'GET /api/operator/reversals': { reversals: [], next: null },
      'GET /api/operator/hold-cases': { cases: [makeCase()], next: null },
      ...routes,
    },
  });
  return rendered;
}
afterEach(() => rendered?.unmount());

const openCase = async (title = 'On hold: Tideline') => {
  await userEvent.click(await screen.findByRole('button', { name: 'Tideline' }));
  return within(await screen.findByRole('dialog', { name: title }));
};

test('a case shows its figures and why it is one', async () => {
  show();
  const row = within(await screen.findByRole('table', { name: 'Server-side earnings on hold' })).getAllByRole(
    'row',
  )[1];
  for (const text of [
    'anna@tideline.example',
    'Server key',
    'New key, Few confirmed, One machine',
    '298',
    '$0.46',
  ])
    expect(row?.textContent).toContain(text);
  const inside = await openCase();
  const facts = inside
    .getAllByRole('term')
    .map((name) => [name.textContent, name.nextElementSibling?.textContent]);
  expect(facts).toEqual(
    expect.arrayContaining([
      ['Impressions', '287'],
      ['Clicks', '11'],
      ['From another address, not counted', '4'],
      ['Sending addresses', '1'],
      ['Visitor addresses', '291'],
      [
        'All properties, Server key',
        '4,981 impressions and clicks, 0 confirmed, 4 from another address, 2 senders, 310 visitors, 260 networks, $8.46 on hold',
      ],
    ]),
  );
});

test.each([
  ['Release $0.46', 'release', 'Earnings of Tideline released'],
  ['Take back $0.46', 'take_back', 'Earnings of Tideline are being returned to advertisers'],
])('%s needs words and a proof', async (verb, decision, done) => {
  let proved = false;
  const { calls } = show({
    [`POST ${DECIDE}`]: () =>
      proved ? makeCase({ state: 'released' }) : reply(403, { message: 'Confirm', code: 'REAUTH_REQUIRED' }),
  });
  const inside = await openCase();
  await userEvent.click(inside.getByRole('button', { name: verb }));
  expect(calls.filter(({ path }) => path === DECIDE)).toEqual([]);
  await fillIn(inside.getByRole('textbox', { name: 'Why' }), 'Asked the publisher');
  await userEvent.click(inside.getByRole('button', { name: verb }));
  await waitFor(() => expect(currentProof()).not.toBeNull());
  proved = true;
  currentProof()?.answer(Date.now() + 300_000);
  expect(await screen.findByText(done)).toBeTruthy();
  expect(calls.filter(({ path }) => path === DECIDE).at(-1)?.body).toEqual({
    decision,
    why: 'Asked the publisher',
  });
});

test('a case that somebody else has decided says so', async () => {
  show({
    [`POST ${DECIDE}`]: reply(409, { message: 'This case is decided already', code: 'ALREADY_DECIDED' }),
  });
  const inside = await openCase();
  await fillIn(inside.getByRole('textbox', { name: 'Why' }), 'Asked the publisher');
  await userEvent.click(inside.getByRole('button', { name: 'Release $0.46' }));
  expect(await inside.findByText('The case was not decided')).toBeTruthy();
});

test('decided cases say by whom and why, and have no buttons', async () => {
  const decided = { decided_at: '2026-11-19T08:00:00.000Z', decided_by: 'mara@ezdash.test', why: 'A farm' };
  show({
    'GET /api/operator/hold-cases': ({ query }: { query: Record<string, string> }) => ({
      cases:
        query.state === 'decided'
          ? [makeCase({ state: 'taken_back', decided_micros: 459_200, ...decided })]
          : [],
      next: null,
    }),
  });
  expect(await screen.findByText('No open cases')).toBeTruthy();
  await userEvent.click(screen.getByRole('radio', { name: 'Decided' }));
  const inside = await openCase('Taken back: Tideline');
  expect(inside.getByText('mara@ezdash.test')).toBeTruthy();
  expect(inside.getByText('A farm')).toBeTruthy();
  expect(inside.queryByRole('button', { name: /^Release/ })).toBeNull();
});
