import type { Reversal, ReversalList, ReversalPreview } from '@ezdash/contracts';
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
import { sentKeys } from '../testing/sentKeys';
import { InvalidTrafficPage } from './InvalidTrafficPage';

const UNIT = 1_000_000;
const ID = '0b0c1f9e-0000-4000-8000-000000000001';
const makeReversal = (over: Partial<Reversal> = {}): Reversal => ({
  id: 7,
  reason: 'sivt',
  why: 'Clicks of a farm',
  by: 'mara@ezdash.test',
  selection: {
    property: null,
    zone: { id: 'z_10b2', name: 'Leaderboard' },
    publisher: null,
    campaign: null,
    from: '2025-11-20T10:00:00.000Z',
    to: '2025-11-20T11:00:00.000Z',
    decisions: 0,
  },
  events: 1_200,
  conversions: 0,
  expected_events: 1_200,
  price_micros: 12 * UNIT,
  bonus_micros: 0,
  payout_micros: 9 * UNIT,
  started_at: '2025-11-21T09:00:00.000Z',
  finished_at: '2025-11-21T09:00:05.000Z',
  ...over,
});
const traffic = {
  events: 1_200,
  impressions: 1_150,
  viewables: 30,
  clicks: 20,
  conversions: 0,
  price_micros: 12 * UNIT,
  bonus_micros: 0,
  payout_micros: 9 * UNIT,
};
const makePreview = (over: Partial<ReversalPreview> = {}): ReversalPreview => ({
  ...traffic,
  advertisers: [{ id: 1_001, email: 'ines@halden.example', ...traffic }],
  advertiser_count: 1,
  publishers: [
    {
      id: 1_002,
      email: 'anna@tideline.example',
      ...traffic,
      pending_micros: 4 * UNIT,
      pending_after_micros: -5 * UNIT,
    },
  ],
  publisher_count: 1,
  ...over,
});
const listOf = (reversals: Reversal[], next: number | null = null): ReversalList => ({ reversals, next });

let rendered: RenderedRemote | undefined;
function show(routes: StubRoutes): RenderedRemote {
  rendered = renderRemote(<InvalidTrafficPage />, {
    path: '/admin/invalid-traffic',
    user: testUser({ role: 'admin' }),
    texts: { debug: texts },
    routes: {
      'GET /api/operator/hold-cases': { cases: [], next: null },
      'GET /api/operator/reversals': listOf([makeReversal()]),
      'POST /api/operator/reversals/preview': makePreview(),
      ...routes,
    },
  });
  return rendered;
}
afterEach(() => rendered?.unmount());

const bodiesOf = ({ calls }: RenderedRemote, path: string) =>
  calls.filter((call) => call.method === 'POST' && call.path === path).map(({ body }) => body);
const drawer = async () => within(await screen.findByRole('dialog', { name: 'Take back traffic' }));
const openDrawer = async () => {
  await userEvent.click((await screen.findAllByRole('button', { name: 'Take back traffic' }))[0] as Element);
  return drawer();
};
const red = /^Take back \$/;

test('the history says when, by whom, why, of what, and the sums', async () => {
  show({});
  const row = within(await screen.findByRole('table', { name: 'Traffic taken back' })).getAllByRole('row')[1];
  for (const text of [
    'mara@ezdash.test',
    'Sophisticated invalid traffic',
    'Clicks of a farm',
    'Leaderboard',
    '10:00 – 20 Nov 2025, 11:00 UTC',
    '1,200',
    '$12.00',
    '$9.00',
    'Done',
  ])
    expect(row?.textContent).toContain(text);
});

test('nothing is taken back before its preview was seen, and a change asks for another one', async () => {
  const remote = show({});
  const inside = await openDrawer();
  await fillIn(inside.getByRole('textbox', { name: 'Zone id' }), 'z_10b2');
  await fillIn(inside.getByRole('textbox', { name: 'Why' }), 'Clicks of a farm');
  expect(inside.queryByRole('button', { name: red })).toBeNull();
  await userEvent.click(inside.getByRole('button', { name: 'Preview' }));
  expect(await inside.findByRole('button', { name: 'Take back $12.00' })).toBeTruthy();
  expect(inside.getByText('1,150 impressions, 30 viewable, 20 clicks')).toBeTruthy();
  expect(inside.getByText('will owe $5.0000')).toBeTruthy();
  expect(bodiesOf(remote, '/api/operator/reversals/preview')[0]).toMatchObject({
    selection: { kind: 'span', zone: 'z_10b2', from: expect.stringMatching(/:00:00\.000Z$/) },
  });
  await fillIn(inside.getByRole('textbox', { name: 'Campaign id' }), 'c_1k7a');
  await waitFor(() => expect(inside.queryByRole('button', { name: red })).toBeNull());
  expect(bodiesOf(remote, '/api/operator/reversals')).toEqual([]);
});

test('taken back with a proof and one key, and followed until it is done', async () => {
  let proved = false;
  let listed = [makeReversal()];
  const running = makeReversal({ id: 8, events: 400, finished_at: null });
  const remote = show({
    'GET /api/operator/reversals': () => listOf(listed),
    'POST /api/operator/reversals': () => {
      if (!proved) return reply(403, { message: 'Confirm', code: 'REAUTH_REQUIRED' });
      listed = [running, ...listed];
      return reply(201, running);
    },
  });
  const keys = sentKeys('/api/operator/reversals');
  const inside = await openDrawer();
  await fillIn(inside.getByRole('textbox', { name: 'Zone id' }), 'z_10b2');
  await fillIn(inside.getByRole('textbox', { name: 'Why' }), 'Clicks of a farm');
  await userEvent.click(inside.getByRole('button', { name: 'Preview' }));
  await userEvent.click(await inside.findByRole('button', { name: red }));
  await waitFor(() => expect(currentProof()).not.toBeNull());
  proved = true;
  currentProof()?.answer(Date.now() + 300_000);
  expect(await screen.findByText('It is being taken back')).toBeTruthy();
  expect(document.activeElement?.textContent).toBe('Invalid traffic');
  expect(await screen.findByText('400 of 1,200 events')).toBeTruthy();
  const pressed = keys.filter((key) => key !== null);
  expect(pressed).toHaveLength(2);
  expect(pressed[0]).toBe(pressed[1]);
  expect(bodiesOf(remote, '/api/operator/reversals').at(-1)).toMatchObject({
    reason: 'sivt',
    why: 'Clicks of a farm',
    selection: { kind: 'span', zone: 'z_10b2' },
  });
  listed = [{ ...running, events: 1_200, finished_at: '2025-11-21T10:00:00.000Z' }, makeReversal()];
  expect(await screen.findByText('It was taken back', {}, { timeout: 10_000 })).toBeTruthy();
});

test('the preview comes into sight: it lies under the fields', async () => {
  const scrolled = jest.spyOn(Element.prototype, 'scrollIntoView');
  show({});
  const inside = await openDrawer();
  await fillIn(inside.getByRole('textbox', { name: 'Zone id' }), 'z_10b2');
  await fillIn(inside.getByRole('textbox', { name: 'Why' }), 'Clicks of a farm');
  expect(scrolled).not.toHaveBeenCalled();
  await userEvent.click(inside.getByRole('button', { name: 'Preview' }));
  await inside.findByRole('button', { name: red });
  expect(scrolled.mock.contexts).toEqual([
    inside.getByText('To advertisers', { selector: 'h3' }).closest('[role=status]'),
  ]);
  scrolled.mockRestore();
});

test('single decisions are pasted, or read from a file', async () => {
  const remote = show({ 'POST /api/operator/reversals/preview': makePreview({ events: 0 }) });
  const inside = await openDrawer();
  await userEvent.click(inside.getByRole('radio', { name: /^Single decisions/ }));
  await userEvent.upload(
    document.querySelector('input[type="file"]') as HTMLInputElement,
    // Browsers read files; the tests' own does not.
    Object.assign(new File([], 'ids.txt', { type: 'text/plain' }), { text: async () => `${ID}\n${ID}\n` }),
  );
  await waitFor(() =>
    expect(inside.getByRole<HTMLTextAreaElement>('textbox', { name: 'Decision ids' }).value).toContain(ID),
  );
  await fillIn(inside.getByRole('textbox', { name: 'Why' }), 'Clicks of a farm');
  await userEvent.click(inside.getByRole('button', { name: 'Preview' }));
  expect(await inside.findByText('None of this traffic counts')).toBeTruthy();
  expect(inside.queryByRole('button', { name: red })).toBeNull();
  expect(bodiesOf(remote, '/api/operator/reversals/preview')).toEqual([
    { selection: { kind: 'decisions', decisions: [ID] } },
  ]);
});

test('says what is missing, what the server refuses, and keeps what was typed', async () => {
  show({
    'POST /api/operator/reversals/preview': reply(422, {
      message: 'Check what you entered',
      code: 'INVALID_INPUT',
      errors: { zone: ['There is no zone with this id'] },
    }),
  });
  const inside = await openDrawer();
  await userEvent.click(inside.getByRole('button', { name: 'Preview' }));
  expect(await inside.findByText('Name a publisher, a property, a zone or a campaign')).toBeTruthy();
  expect(inside.getByText('Say why, in at least 3 characters')).toBeTruthy();
  await fillIn(inside.getByRole('textbox', { name: 'Zone id' }), 'z_zzzz');
  await fillIn(inside.getByRole('textbox', { name: 'Why' }), 'Clicks of a farm');
  await userEvent.click(inside.getByRole('button', { name: 'Preview' }));
  expect(await inside.findByText('There is no zone with this id')).toBeTruthy();
  expect(inside.getByRole<HTMLInputElement>('textbox', { name: 'Zone id' }).value).toBe('z_zzzz');
});

test('says what the place is for while nothing was taken back, and what failed', async () => {
  const remote = show({ 'GET /api/operator/reversals': listOf([]) });
  expect(await screen.findByText('Nothing has been taken back yet')).toBeTruthy();
  remote.unmount();
  show({ 'GET /api/operator/reversals': reply(500, { message: 'Busy', code: 'X' }) });
  expect(await screen.findByText('The history could not be loaded')).toBeTruthy();
});
