import type { Campaign } from '@ezdash/contracts';
import { type Call, fillIn, reply } from '@ezdash/remote-kit/testing';
import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { EMPTY_DRAFT } from '../features/form/campaignForm';
import { saveDraft } from '../features/wizard/draftStorage';
import { PAUSED, RUNNING, testCampaign, testFigures, testPage } from '../testing/fixtures';
import { renderAdvertiser } from '../testing/renderAdvertiser';

const LIST = 'GET /api/campaigns/page';
const ACT = 'POST /api/campaigns/actions';
const PATCH = 'PATCH /api/campaigns/:id';
const UNDO = 'POST /api/campaigns/:id/history/:change/undo';
const pageOf =
  (campaigns?: Campaign[]) =>
  ({ query }: Call) =>
    testPage(campaigns, query);
const show = (routes: Record<string, unknown> = {}) =>
  renderAdvertiser('/advertiser/campaigns', {
    [LIST]: pageOf(),
    'GET /api/campaigns/views': { views: [] },
    'GET /api/campaign-drafts': { drafts: [] },
    ...routes,
  });
const bodies = (calls: Call[], method: string) =>
  calls.filter((call) => call.method === method).map((call) => call.body);
const rowOf = async (name: RegExp) => screen.findByRole('row', { name });
const changedAll = ({ body }: Call) => ({ changed: (body as { ids: string[] }).ids, refused: [] });
const undo = async () => userEvent.click(await screen.findByRole('button', { name: 'Undo' }));

test('the list with figures, states with their reason, and the totals of what is shown', async () => {
  show();
  expect(await screen.findByText('3 campaigns, 1 running')).toBeTruthy();
  expect(document.title).toBe('Campaigns - EzDash');
  const running = await rowOf(/US and CA desktop/);
  expect(running.textContent).toContain('CPM · 300×250 · c_7k2');
  expect(running.textContent).toContain('$3,864.12');
  expect((await rowOf(/retargeting/)).textContent).toContain('The landing page does not work');
  const total = await rowOf(/^All 3 campaigns/);
  expect(total.textContent).toContain('$4,058.16');
  expect(total.textContent).toContain('1,326,090');
  expect(screen.queryByText('Old teaser')).toBeNull();
});

test('conversions have columns, and what one costs where it is paid for', async () => {
  const cpa = testCampaign({
    id: 'c_cpa',
    name: 'Orders',
    pricing: 'CPA',
    figures: testFigures({ impressions: 10, clicks: 10, conversions: 2, spend_micros: 25_000_000 }),
  });
  show({ [LIST]: pageOf([RUNNING, cpa]) });
  const cellsOf = async (name: RegExp) =>
    within(await rowOf(name))
      .getAllByRole('cell')
      .map((cell) => cell.textContent);
  const headers = (await screen.findAllByRole('columnheader')).map((header) => header.textContent);
  const cells = await cellsOf(/Orders/);
  // The name is the head of its row, and no cell.
  const cellOf = (header: string) => cells.at(headers.indexOf(header) - headers.length);
  expect(cellOf('Conv.')).toBe('2');
  expect(cellOf('Cost/conv.')).toBe('$12.50');
  expect(cellOf('CTR')).toBe('–');
  expect(cellOf('eCPM')).toBe('–');
  const total = await rowOf(/^All 2 campaigns/);
  // Of the campaign that converts: the other one paid for impressions.
  expect(total.textContent).toContain('$12.50');
});

test('any state can be asked for, archived ones too, and the format of a creative', async () => {
  const { calls, address } = show();
  await userEvent.click(await screen.findByRole('button', { name: 'More filters' }));
  await userEvent.selectOptions(await screen.findByRole('combobox', { name: 'State' }), 'Archived');
  expect(await screen.findByText('Old teaser')).toBeTruthy();
  expect(address()).toBe('/advertiser/campaigns?group=archived&state=archived');
  await userEvent.selectOptions(screen.getByRole('combobox', { name: 'Creative' }), 'Video');
  await waitFor(() => expect(calls.at(-1)?.query).toMatchObject({ state: 'archived', format: 'video' }));
  await userEvent.keyboard('{Escape}');
  await userEvent.click(screen.getByRole('button', { name: /Archived$/ }));
  expect(await screen.findByText('Boots clearance')).toBeTruthy();
  await waitFor(() => expect(address()).toBe('/advertiser/campaigns?format=video'));
});

test('segments with counts and a text narrow the list; nothing left says so and clears', async () => {
  show();
  await userEvent.click(await screen.findByRole('radio', { name: 'Needs you 1' }));
  expect(await rowOf(/^1 campaign shown/)).toBeTruthy();
  expect(screen.queryByText('Boots clearance')).toBeNull();
  await userEvent.click(screen.getByRole('radio', { name: 'Archived 1' }));
  expect(await screen.findByText('Old teaser')).toBeTruthy();
  await fillIn(screen.getByRole('searchbox', { name: 'Filter by name or id' }), 'boots');
  expect(await screen.findByRole('heading', { name: 'No campaign matches' })).toBeTruthy();
  await userEvent.click(screen.getByRole('button', { name: 'Clear filter' }));
  expect(await screen.findByText('Boots clearance')).toBeTruthy();
});

test('a bid is edited in place: checked, its effect in figures, saved, undone', async () => {
  const { calls, answer } = show({
    [PATCH]: ({ body }: Call) => ({ ...RUNNING, ...(body as object), change_id: 'ch_7' }),
    [UNDO]: RUNNING,
  });
  await userEvent.click(await screen.findByRole('button', { name: /Bid of Winter shells, US/ }));
  const field = screen.getByRole('textbox', { name: 'Max bid, CPM' });
  expect(screen.getByText(/at least 70,588 impressions/)).toBeTruthy();
  await userEvent.clear(field);
  await userEvent.type(field, '0.01{Enter}');
  expect(screen.getByText('The least bid is $0.05.')).toBeTruthy();
  // What would not be taken promises nothing.
  expect(screen.queryByText(/impressions/)).toBeNull();
  await userEvent.clear(field);
  await userEvent.type(field, '3.85{Enter}');
  expect(await screen.findByText('Bid of “Winter shells, US and CA desktop” is now $3.85')).toBeTruthy();
  await undo();
  await screen.findByText('“Winter shells, US and CA desktop” is back at $3.40');
  expect(bodies(calls, 'PATCH')).toEqual([{ bid_micros: 3_850_000 }]);
  expect(calls.some(({ path }) => path === `/api/campaigns/${RUNNING.id}/history/ch_7/undo`)).toBe(true);
  // What a rule has made of the bid meanwhile stays, and the page says why.
  const message = 'What this change made was changed again since: undo the later change first';
  answer({ [UNDO]: reply(409, { message, code: 'UNDO_LATER', requestId: 'r' }) });
  await userEvent.click(await screen.findByRole('button', { name: /Bid of Winter shells, US/ }));
  await userEvent.clear(screen.getByRole('textbox', { name: 'Max bid, CPM' }));
  await userEvent.type(screen.getByRole('textbox', { name: 'Max bid, CPM' }), '3.85{Enter}');
  await undo();
  expect((await screen.findByRole('alert')).textContent).toContain('changed again since');
});

test('a bid says what it wins, and what more would win', async () => {
  const range = { per_day: 10, low: 10, high: 10 };
  const { calls } = show({
    'POST /api/campaigns/estimate': {
      state: 'told',
      sampled: 2_400,
      days: 7,
      reach: range,
      most_per_day: null,
      steps: [],
      competition: 'told',
      ladder: [
        { bid_micros: 2_000_000, share_ppm: 100_000 },
        { bid_micros: 3_500_000, share_ppm: 415_000 },
        { bid_micros: 3_850_000, share_ppm: 520_000 },
      ],
      bid: {
        share_ppm: 410_000,
        wins: range,
        impressions: range,
        cost_micros: range,
        event_micros: 1,
        held: false,
      },
      left_out: [],
    },
  });
  await userEvent.click(await screen.findByRole('button', { name: /Bid of Winter shells, US/ }));
  const text = 'At $3.40 you win about 41% of auctions. $3.85 would win about 52%.';
  expect(await screen.findByText(text)).toBeTruthy();
  const [asked] = calls.filter(({ path }) => path === '/api/campaigns/estimate');
  expect(asked?.body).toMatchObject({ campaign_id: RUNNING.id, bid_micros: 3_400_000 });
});

test("a refused amount shows the server's words at its field and nothing is said to be saved", async () => {
  const errors = { daily_budget_micros: ['Your account may spend $100 a day'] };
  show({ [PATCH]: reply(422, { message: 'Check the fields', code: 'VALIDATION', errors, requestId: 'r' }) });
  await userEvent.click(await screen.findByRole('button', { name: /Daily budget of Winter shells, US/ }));
  const field = screen.getByRole('textbox', { name: 'Daily budget' });
  await userEvent.clear(field);
  await userEvent.type(field, '500{Enter}');
  expect(await screen.findByText('Your account may spend $100 a day')).toBeTruthy();
  expect(screen.queryByText(/is now/)).toBeNull();
});

test('several are paused at once; undo starts only those that ran', async () => {
  const { calls } = show({ [ACT]: changedAll });
  await userEvent.click(await screen.findByRole('checkbox', { name: /select winter shells, US/i }));
  await userEvent.click(screen.getByRole('checkbox', { name: /select boots/i }));
  const bar = screen.getByRole('toolbar');
  expect(within(bar).getByText('2 selected')).toBeTruthy();
  await userEvent.click(within(bar).getByRole('button', { name: 'Pause' }));
  expect(await screen.findByText('2 campaigns are paused')).toBeTruthy();
  await waitFor(() => expect(screen.queryByRole('toolbar')).toBeNull());
  await undo();
  await screen.findByText('“Winter shells, US and CA desktop” is resumed');
  expect(bodies(calls, 'POST')).toEqual([
    { ids: [RUNNING.id, PAUSED.id], action: 'pause' },
    { ids: [RUNNING.id], action: 'resume' },
  ]);
});

test('what is refused stays, and the page says which and why', async () => {
  const refused = [{ id: PAUSED.id, message: 'Its end has passed' }];
  show({ [ACT]: { changed: [], refused } });
  await userEvent.click(await screen.findByRole('button', { name: /actions for boots/i }));
  await userEvent.click(await screen.findByRole('menuitem', { name: 'Resume' }));
  const alert = await screen.findByRole('alert');
  expect(alert.textContent).toContain('1 campaign stayed as it was');
  expect(alert.textContent).toContain('“Boots clearance”: Its end has passed');
  await userEvent.click(within(alert).getByRole('button', { name: 'Dismiss' }));
  expect(screen.queryByRole('alert')).toBeNull();
});

test('archiving asks first, says what it costs, and does nothing on the way out', async () => {
  const { calls } = show({ [ACT]: changedAll });
  const open = async () => {
    await userEvent.click(await screen.findByRole('button', { name: /actions for winter shells, US/i }));
    await userEvent.click(await screen.findByRole('menuitem', { name: 'Archive' }));
    return screen.findByRole('dialog', { name: 'Archive “Winter shells, US and CA desktop”?' });
  };
  const dialog = await open();
  expect(dialog.textContent).toContain("$93.60 of today's budget is unspent.");
  await userEvent.click(within(dialog).getByRole('button', { name: 'Keep as it is' }));
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  expect(bodies(calls, 'POST')).toEqual([]);
  await userEvent.click(within(await open()).getByRole('button', { name: 'Archive campaign' }));
  await screen.findByText('“Winter shells, US and CA desktop” is archived');
  expect(screen.queryByRole('button', { name: 'Undo' })).toBeNull();
});

test('a row offers what its state allows', async () => {
  show();
  await userEvent.click(
    await screen.findByRole('button', { name: /actions for winter shells, retargeting/i }),
  );
  const items = await screen.findAllByRole('menuitem');
  expect(items.map((item) => item.textContent)).toEqual(['Open', 'Clone', 'Submit for review', 'Archive']);
});

test('without campaigns: what they are for and one way to start', async () => {
  show({ [LIST]: pageOf([]) });
  expect(await screen.findByRole('heading', { name: 'Make your first campaign' })).toBeTruthy();
  expect(screen.getAllByRole('link', { name: 'Create campaign' })).toHaveLength(1);
});

test('a list that fails can be asked for again', async () => {
  const { answer } = show({ [LIST]: reply(500, { message: '', code: 'INTERNAL', requestId: 'req_9' }) });
  expect((await screen.findByRole('alert')).textContent).toContain('req_9');
  answer({ [LIST]: pageOf([testCampaign({ name: 'Back again' })]) });
  await userEvent.click(screen.getByRole('button', { name: 'Try again' }));
  expect(await screen.findByText('Back again')).toBeTruthy();
});

test('a draft kept in this browser is shown with its time and leads back to the wizard', async () => {
  const draft = { ...EMPTY_DRAFT, name: 'Spring tents' };
  saveDraft(1001, { draft, savedAtMs: Date.parse('2026-11-21T14:05:00Z') });
  show();
  const link = await screen.findByRole('link', { name: 'Continue your draft' });
  expect(link.getAttribute('href')).toBe('/advertiser/campaigns/new');
  const note = link.closest('[role="note"]')?.textContent;
  expect(note).toContain('Spring tents');
  expect(note).toContain('14:05 UTC');
  localStorage.clear();
});

test('all drafts that were begun can be reached', async () => {
  const draft = (id: string, name: string) => ({
    id,
    name,
    step: 'creatives',
    version: 1,
    created_at: '2026-11-21T14:00:00.000Z',
    updated_at: '2026-11-21T14:05:00.000Z',
  });
  show({
    'GET /api/campaign-drafts': {
      drafts: [draft('cd_3', 'Newest'), draft('cd_2', 'Older'), draft('cd_1', '')],
    },
  });
  const more = await screen.findByText('2 more drafts');
  await userEvent.click(more);
  const links = within(more.closest('details') as HTMLElement).getAllByRole('link');
  expect(links.map((link) => [link.textContent, link.getAttribute('href')])).toEqual([
    ['Older', '/advertiser/campaigns/new?draft=cd_2&step=creatives'],
    ['New campaign', '/advertiser/campaigns/new?draft=cd_1&step=creatives'],
  ]);
});
