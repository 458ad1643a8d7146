import type { CampaignChange, CampaignHistory } from '@ezdash/contracts';
import { type Call, reply } from '@ezdash/remote-kit/testing';
import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { RUNNING } from '../testing/fixtures';
import { renderAdvertiser } from '../testing/renderAdvertiser';

const GET = 'GET /api/campaigns/:id';
const HISTORY = 'GET /api/campaigns/:id/history';
const UNDO = 'POST /api/campaigns/:id/history/:change/undo';

const change = (given: Partial<CampaignChange> = {}): CampaignChange => ({
  id: 'ch_1',
  at: '2026-11-21T14:05:00.000Z',
  kind: 'changed',
  by: { actor: 'person', name: 'Ada' },
  fields: [{ field: 'bid_micros', before: 2_000_000, after: 3_000_000 }],
  undoes: null,
  undone_by: null,
  undo_refused: null,
  ...given,
});
const show = (history: CampaignHistory, routes: Record<string, unknown> = {}) =>
  renderAdvertiser(`/advertiser/campaigns/${RUNNING.id}?tab=history`, {
    [GET]: RUNNING,
    [HISTORY]: history,
    ...routes,
  });
const rows = async () =>
  within(await screen.findByRole('list', { name: 'Changes' })).findAllByRole('listitem');

test('each change says who, when, from what to what, and why it cannot be undone', async () => {
  show({
    changes: [
      change({
        by: { actor: 'rule', name: 'Stop losses' },
        fields: [
          { field: 'state', before: 'approved', after: 'paused' },
          { field: 'targeting.countries', before: null, after: { include: ['DE'], exclude: [] } },
          { field: 'brand_new', before: 1, after: 2 },
        ],
      }),
      change({
        id: 'ch_2',
        by: { actor: 'staff', name: null },
        undo_refused: 'staff',
        fields: [
          {
            field: 'reviews',
            before: [{ id: 'cr_1', state: 'inReview' }],
            after: [{ id: 'cr_1', state: 'approved' }],
          },
        ],
      }),
      change({ id: 'ch_3', kind: 'created', fields: [], undo_refused: 'created' }),
    ],
    next_cursor: null,
  });
  const [first, second, third] = await rows();
  expect(first?.textContent).toContain('State, Countries, brand_new');
  expect(first?.textContent).toContain('Rule Stop losses');
  expect(first?.textContent).toContain('Approved → Paused');
  expect(first?.textContent).toContain('everything → only Germany');
  expect(second?.textContent).toContain('the network');
  expect(second?.textContent).toContain('In review → Approved');
  expect(second?.textContent).toContain('Decided by the network');
  expect(within(second as HTMLElement).queryByRole('button')).toBeNull();
  expect(third?.textContent).toContain('Campaign created');
});

test('undo is asked for by the change; a refusal stands above the list with its reason', async () => {
  const refusal = { message: 'This change is undone already', code: 'UNDO_UNDONE', requestId: 'r' };
  const { calls, answer } = show({ changes: [change()], next_cursor: null }, { [UNDO]: RUNNING });
  await userEvent.click(await screen.findByRole('button', { name: 'Undo: Bid' }));
  expect(await screen.findByText('The change is undone')).toBeTruthy();
  expect(calls.find(({ method }) => method === 'POST')?.path).toBe(
    `/api/campaigns/${RUNNING.id}/history/ch_1/undo`,
  );
  answer({ [UNDO]: reply(409, refusal) });
  await userEvent.click(await screen.findByRole('button', { name: 'Undo: Bid' }));
  expect(await screen.findByText('Not undone: Bid')).toBeTruthy();
  expect(screen.getByText('This change is undone already.')).toBeTruthy();
});

test('an undo that starts delivery is asked about first, and can be left', async () => {
  const paused = change({ fields: [{ field: 'state', before: 'approved', after: 'paused' }] });
  const { calls } = show({ changes: [paused], next_cursor: null }, { [UNDO]: RUNNING });
  const posted = () => calls.filter(({ method }) => method === 'POST');
  await userEvent.click(await screen.findByRole('button', { name: 'Undo: State' }));
  const dialog = await screen.findByRole('dialog', { name: 'Deliver again?' });
  expect(dialog.textContent).toContain(RUNNING.name);
  await userEvent.click(within(dialog).getByRole('button', { name: 'Keep as it is' }));
  expect(posted()).toEqual([]);
  await userEvent.click(await screen.findByRole('button', { name: 'Undo: State' }));
  const again = await screen.findByRole('dialog', { name: 'Deliver again?' });
  await userEvent.click(within(again).getByRole('button', { name: 'Undo' }));
  await waitFor(() => expect(posted()).toHaveLength(1));
});

test('older changes come when they are asked for; none at all says what will be here', async () => {
  const { answer } = show({ changes: [change()], next_cursor: 'ch_1' });
  expect(await rows()).toHaveLength(1);
  answer({
    [HISTORY]: ({ query }: Call) =>
      query.cursor === 'ch_1'
        ? { changes: [change({ id: 'ch_0' })], next_cursor: null }
        : { changes: [change()], next_cursor: 'ch_1' },
  });
  await userEvent.click(screen.getByRole('button', { name: 'Show older changes' }));
  await waitFor(() => expect(screen.getAllByText('$2.00')).toHaveLength(2));
  expect(screen.queryByRole('button', { name: 'Show older changes' })).toBeNull();
});

test('a new change pushes none of the older ones out of sight', async () => {
  const PAGE = 2;
  const bids = (id: string, micros: number) =>
    change({ id, fields: [{ field: 'bid_micros', before: micros, after: micros + 1_000_000 }] });
  let all = [4, 3, 2, 1].map((at) => bids(`ch_${at}`, at * 1_000_000));
  const history = ({ query }: Call): CampaignHistory => {
    const from = query.cursor ? all.findIndex(({ id }) => id === query.cursor) + 1 : 0;
    const page = all.slice(from, from + PAGE);
    const isLast = from + PAGE >= all.length;
    return { changes: page, next_cursor: isLast ? null : (page.at(-1)?.id ?? null) };
  };
  show(
    { changes: [], next_cursor: null },
    {
      [HISTORY]: history,
      [UNDO]: () => {
        all = [bids('ch_5', 5_000_000), ...all];
        return RUNNING;
      },
    },
  );
  await userEvent.click(await screen.findByRole('button', { name: 'Show older changes' }));
  await waitFor(async () => expect(await rows()).toHaveLength(4));
  await userEvent.click(screen.getAllByRole('button', { name: 'Undo: Bid' })[3] as HTMLElement);
  expect(await screen.findByText('$6.00')).toBeTruthy();
  await waitFor(async () =>
    expect((await rows()).map((row) => row.querySelector('del')?.textContent)).toEqual(
      expect.arrayContaining(['$5.00', '$4.00', '$3.00', '$2.00']),
    ),
  );
  await userEvent.click(await screen.findByRole('button', { name: 'Show older changes' }));
  await waitFor(async () => expect(await rows()).toHaveLength(5));
});

test('older changes that do not come are asked for again, and the newer ones stay', async () => {
  const { answer } = show({ changes: [change()], next_cursor: 'ch_1' });
  await rows();
  answer({ [HISTORY]: reply(500, { message: '', code: 'X', requestId: 'req_9' }) });
  await userEvent.click(screen.getByRole('button', { name: 'Show older changes' }));
  expect((await screen.findByRole('alert')).textContent).toContain('The history cannot be shown');
  expect(await rows()).toHaveLength(1);
  answer({ [HISTORY]: { changes: [change({ id: 'ch_0' })], next_cursor: null } });
  await userEvent.click(screen.getByRole('button', { name: 'Try again' }));
  await waitFor(async () => expect(await rows()).toHaveLength(2));
});

test('a history that does not come can be tried again, and the rest of the page lives', async () => {
  const { answer } = show(
    { changes: [], next_cursor: null },
    {
      [HISTORY]: reply(500, { message: '', code: 'X', requestId: 'req_9' }),
    },
  );
  expect((await screen.findByRole('alert')).textContent).toContain('The history cannot be shown');
  answer({ [HISTORY]: { changes: [], next_cursor: null } });
  await userEvent.click(screen.getByRole('button', { name: 'Try again' }));
  expect(await screen.findByText('No change yet')).toBeTruthy();
});
