import type { Campaign } from '@ezdash/contracts';
import { type Call, fillIn, reply } from '@ezdash/remote-kit/testing';
import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { ARCHIVED, REJECTED, RUNNING, testCampaign, testFigures } from '../testing/fixtures';
import { renderAdvertiser } from '../testing/renderAdvertiser';

const GET = 'GET /api/campaigns/:id';
const PATCH = 'PATCH /api/campaigns/:id';
const UNDO = 'POST /api/campaigns/:id/history/:change/undo';
const ACT = 'POST /api/campaigns/actions';
const show = (campaign = RUNNING, routes: Record<string, unknown> = {}, query = '') =>
  renderAdvertiser(`/advertiser/campaigns/${campaign.id}${query}`, { [GET]: campaign, ...routes });
const openTab = async (name: string) => userEvent.click(await screen.findByRole('tab', { name }));
const press = async (name: string) => userEvent.click(await screen.findByRole('button', { name }));
const field = (name: string) => screen.getByRole<HTMLInputElement>('textbox', { name });
const bodies = (calls: Call[], method: string) =>
  calls.filter((call) => call.method === method).map((call) => call.body);

test('a campaign with its state, figures, images and settings', async () => {
  const { calls } = show();
  expect(await screen.findByRole('heading', { level: 1, name: RUNNING.name })).toBeTruthy();
  expect(document.title).toBe(`${RUNNING.name} - EzDash`);
  expect(screen.getByText('Running')).toBeTruthy();
  expect(screen.getByText('1,184,220')).toBeTruthy();
  expect(field('Landing page').value).toBe(RUNNING.landing_url);
  expect(screen.queryByRole('button', { name: 'Save changes' })).toBeNull();
  expect(calls[0]?.query).toEqual({ from: expect.any(String), to: expect.any(String) });
  const { from = '', to = '' } = calls[0]?.query ?? {};
  expect(screen.getByRole('link', { name: 'See them by zone' }).getAttribute('href')).toBe(
    `/advertiser/metrics?group=zone&campaign=${RUNNING.id}&from=${from}&to=${to}`,
  );
  await openTab('Creatives');
  expect(screen.getByRole('img', { name: 'A blue shell jacket' }).getAttribute('src')).toBe(
    '/creatives/1.png',
  );
});

const day = { of: 'daily-budget' as const, budget_micros: 10_000_000, lowest_micros: 10_000 };
test.each<[string, Partial<Campaign>, string]>([
  [
    'at a lowered bid',
    { shortage: { ...day, spend_micros: 5_200_000, left_micros: 4_800_000, bid_micros: 3_000_000 } },
    'Its bid is lowered from $6.00 to $3.00, because only $4.80 of its money is left. Zones with a higher floor don’t show it.',
  ],
  [
    'with its budget reached',
    {
      state: 'budgetReached',
      shortage: { ...day, spend_micros: 9_990_001, left_micros: 9_999, bid_micros: null },
    },
    'It spent $9.99 of its daily budget of $10.00; less than the lowest price of one event ($0.01) is left.',
  ],
])('a campaign %s says so with figures', async (_, fields, words) => {
  show(testCampaign({ pricing: 'CPC', bid_micros: 6_000_000, ...fields }));
  expect(await screen.findByText(words)).toBeTruthy();
});

test('it is cloned where it stands, once however often one presses, and the copy is opened', async () => {
  const copy = testCampaign({ id: 'c_copy', name: `${RUNNING.name} (copy)`, state: 'draft' });
  const { calls, address } = show(RUNNING, {
    [GET]: ({ params }: Call) => (params.id === 'c_copy' ? copy : RUNNING),
    'POST /api/campaigns/:id/clone': reply(201, copy),
  });
  await userEvent.dblClick(await screen.findByRole('button', { name: 'Clone' }));
  await waitFor(() => expect(address()).toBe('/advertiser/campaigns/c_copy'));
  expect(bodies(calls, 'POST')).toEqual([{ name: `${RUNNING.name} (copy)` }]);
});

test('a copy that is refused says why', async () => {
  show(RUNNING, {
    'POST /api/campaigns/:id/clone': reply(403, { message: 'Not now', code: 'X', requestId: 'r' }),
  });
  await press('Clone');
  expect(await screen.findByText(/^Not now/)).toBeTruthy();
});

test('what it pays for can be changed, with a new bid; the goals of before stay', async () => {
  const paying = { ...RUNNING, pricing: 'CPA' as const, goal_ids: ['g_1001'] };
  const { calls } = show(paying, {
    'GET /api/conversion-goals': { goals: [] },
    [PATCH]: ({ body }: Call) => ({ ...paying, ...(body as object) }),
  });
  await userEvent.click(await screen.findByRole('radio', { name: /^CPC/ }));
  await press('Save changes');
  // An amount for an order is none for a click.
  await waitFor(() => expect(document.activeElement).toBe(field('Max bid, CPC')));
  expect(screen.getByText('Enter an amount.')).toBeTruthy();
  await fillIn(field('Max bid, CPC'), '0.40');
  await press('Save changes');
  await waitFor(() => expect(bodies(calls, 'PATCH')).toEqual([{ pricing: 'CPC', bid_micros: 400_000 }]));
});

test('what is typed waits while another tab is open, and is saved with it; the address names the tab', async () => {
  const { calls, address } = show(RUNNING, {
    [PATCH]: ({ body }: Call) => ({ ...RUNNING, ...(body as object) }),
  });
  await screen.findByRole('heading', { level: 1 });
  await fillIn(field('Name'), ' two');
  await openTab('Pricing and limits');
  expect(address()).toBe(`/advertiser/campaigns/${RUNNING.id}?tab=limits`);
  await userEvent.clear(field('Daily budget'));
  await fillIn(field('Daily budget'), '300');
  await openTab('Overview');
  expect(field('Name').value).toBe(`${RUNNING.name} two`);
  await press('Save changes');
  await waitFor(() =>
    expect(bodies(calls, 'PATCH')).toEqual([
      { name: `${RUNNING.name} two`, daily_budget_micros: 300_000_000 },
    ]),
  );
});

test('a link leads to a field, whatever its tab; a mistake on another tab is led to', async () => {
  show(RUNNING, {}, '?field=daily_budget_micros');
  await waitFor(() => expect(document.activeElement).toBe(field('Daily budget')));
  await userEvent.clear(field('Daily budget'));
  await openTab('Targeting');
  await press('Save changes');
  await waitFor(() => expect(document.activeElement).toBe(field('Daily budget')));
});

test('a budget is only due by now where even pacing spends it', async () => {
  const { answer } = show();
  expect(await screen.findByText('58% of the budget expected by now')).toBeTruthy();
  expect(screen.getByRole('img', { name: /58%/ }).querySelector('i')).toBeTruthy();
  answer({ [GET]: { ...RUNNING, state: 'inReview', today: { ...RUNNING.today, due: 0 } } });
  await screen.findByText('In review', undefined, { timeout: 30_000 });
  expect(screen.queryByText(/expected by now/)).toBeNull();
  expect(document.querySelector('.ez-pace > i')).toBeNull();
});

test('a campaign that pays for conversions is read by them and by what one costs', async () => {
  const figures = testFigures({ impressions: 10, clicks: 10, conversions: 2, spend_micros: 25_000_000 });
  show(testCampaign({ pricing: 'CPA', goal_ids: ['g_1'], figures }));
  const strip = within(await screen.findByRole('region', { name: 'Campaign' }));
  const tileOf = (name: string) => strip.getByText(name).closest('.ez-stat')?.textContent;
  expect(tileOf('Conversions')).toMatch(/^Conversions2/);
  expect(tileOf('Cost per conversion')).toMatch(/^Cost per conversion\$12\.50/);
  expect(strip.queryByText('eCPM')).toBeNull();
  expect(strip.queryByText('CTR')).toBeNull();
});

test('one click of one impression is no rate, and its price no price of a thousand', async () => {
  const figures = testFigures({ impressions: 1, clicks: 1, spend_micros: 1_000_000 });
  show(testCampaign({ pricing: 'CPC', figures }));
  const strip = within(await screen.findByRole('region', { name: 'Campaign' }));
  expect(strip.getByText('CTR').closest('.ez-stat')?.textContent).toMatch(/^CTR–/);
  expect(strip.getByText('eCPM').closest('.ez-stat')?.textContent).toMatch(/^eCPM–/);
});

const VIDEO = testCampaign({
  frequency_cap: { count: 3, seconds: 86_400 },
  creatives: [
    {
      id: 'cr_2',
      name: 'Film',
      alt: '',
      state: 'approved',
      state_reason: null,
      image: {
        id: 'a_2',
        url: '/creatives/2.mp4',
        content_type: 'video/mp4',
        bytes: 900_000,
        width: 640,
        height: 360,
        format: 'video',
        parts: { duration_ms: 6_500, bitrate_kbps: 900 },
      },
    },
  ],
});

test('the cap, and the video itself, say that players do not show the video of a capped campaign', async () => {
  const { answer } = show(VIDEO);
  const shown = 'Not shown in players while the campaign has a frequency cap.';
  await openTab('Targeting');
  expect(await screen.findByText(/^A campaign with a cap is not shown in video players/)).toBeTruthy();
  await openTab('Creatives');
  expect(await screen.findByText(shown)).toBeTruthy();
  // As long as the player beside it says, and by what it lacks.
  expect(screen.getByText(/^Video · 6 seconds/)).toBeTruthy();
  expect(screen.getByText('No title')).toBeTruthy();
  answer({ [GET]: { ...VIDEO, frequency_cap: null, measured_only: true } });
  await waitFor(() => expect(screen.queryByText(shown)).toBeNull(), { timeout: 30_000 });
  expect(screen.getByText(/^Not shown in players: they do not measure/)).toBeTruthy();
  await openTab('Targeting');
  expect(screen.queryByText(/^A campaign with a cap/)).toBeNull();
});

test('only what was changed is sent; saving is undone by its own change', async () => {
  const { calls, answer } = show(RUNNING, {
    [PATCH]: ({ body }: Call) => ({ ...RUNNING, ...(body as object), change_id: 'ch_7' }),
    [UNDO]: { ...RUNNING, bid_micros: 9_000_000 },
  });
  await openTab('Pricing and limits');
  await userEvent.clear(field('Daily budget'));
  await userEvent.type(field('Daily budget'), '300');
  await press('Save changes');
  await screen.findByText('The changes of “Winter shells, US and CA desktop” are saved');
  await press('Undo');
  await screen.findByText('“Winter shells, US and CA desktop” is as it was before');
  // What others made of the bid meanwhile is neither sent nor lost.
  expect(bodies(calls, 'PATCH')).toEqual([{ daily_budget_micros: 300_000_000 }]);
  const undone = `/api/campaigns/${RUNNING.id}/history/ch_7/undo`;
  expect(calls.filter(({ method, path }) => method === 'POST' && path === undone)).toHaveLength(1);
  expect(field('Max bid, CPM').value).toBe('9.00');
  const message = 'What this change made was changed again since: undo the later change first';
  answer({ [UNDO]: reply(409, { message, code: 'UNDO_LATER', requestId: 'r' }) });
  await userEvent.clear(field('Daily budget'));
  await fillIn(field('Daily budget'), '310');
  await press('Save changes');
  await press('Undo');
  expect((await screen.findByRole('alert')).textContent).toContain('changed again since');
});

const NARROWED = testCampaign({
  targeting: {
    ...RUNNING.targeting,
    countries: { include: ['CA', 'US'], exclude: ['FR'] },
    keywords: { include: [], exclude: ['storm'] },
  },
});

const keywords = () => screen.getByRole<HTMLTextAreaElement>('textbox', { name: 'Keywords: Exclude' });

test('what a program changes meanwhile stays when another dimension is saved', async () => {
  const { calls, answer } = show(NARROWED, {
    [PATCH]: ({ body }: Call) => ({ ...NARROWED, ...(body as object) }),
  });
  await openTab('Targeting');
  expect(keywords().value).toBe('storm');
  expect(screen.getByText('France')).toBeTruthy();
  await userEvent.click(screen.getByText('Phone'));
  // Meanwhile a program narrows it further.
  const later = { ...NARROWED.targeting, languages: { include: ['en'], exclude: [] } };
  answer({ [GET]: { ...NARROWED, targeting: later } });
  await screen.findByText('English', undefined, { timeout: 30_000 });
  await press('Save changes');
  await waitFor(() => expect(bodies(calls, 'PATCH')).toHaveLength(1));
  expect(bodies(calls, 'PATCH')).toEqual([
    { targeting: { ...later, devices: { include: ['desktop', 'phone'], exclude: [] } } },
  ]);
});

test('a refusal of the targeting stands with its fields', async () => {
  const errors = {
    'targeting.keywords.exclude.0': ['A keyword has no comma'],
    'targeting.countries.include.1': ['Choose a country'],
  };
  show(NARROWED, {
    [PATCH]: reply(422, { message: 'Check the fields', code: 'VALIDATION', errors, requestId: 'r' }),
  });
  await openTab('Targeting');
  await userEvent.click(screen.getByText('Phone'));
  await press('Save changes');
  expect(await screen.findByText('A keyword has no comma')).toBeTruthy();
  expect(screen.getByText('Choose a country')).toBeTruthy();
});

test('another landing page warns that it goes back to review', async () => {
  show(RUNNING, { [PATCH]: ({ body }: Call) => ({ ...RUNNING, ...(body as object), state: 'inReview' }) });
  await screen.findByRole('heading', { level: 1 });
  expect(screen.queryByText(/sends the campaign back to review/)).toBeNull();
  await fillIn(field('Landing page'), '/new');
  expect(screen.getByText(/sends the campaign back to review/)).toBeTruthy();
  await press('Save changes');
  await screen.findByText('“Winter shells, US and CA desktop” is back in review');
});

test('another category warns of the review, too, and its saving cannot be taken for a small thing', async () => {
  show(RUNNING, { [PATCH]: ({ body }: Call) => ({ ...RUNNING, ...(body as object), state: 'inReview' }) });
  await screen.findByRole('heading', { level: 1 });
  await userEvent.click(screen.getByRole('combobox', { name: 'Category' }));
  const [first] = await screen.findAllByRole('option');
  await userEvent.click(first as HTMLElement);
  expect(screen.getByText(/^A new category sends the campaign back to review/)).toBeTruthy();
  await press('Save changes');
  await screen.findByText('“Winter shells, US and CA desktop” is back in review');
});

test('mistakes are shown and focused before anything is sent; a 422 does the same after', async () => {
  const errors = { name: ['Another campaign has this name'] };
  const { calls } = show(RUNNING, {
    [PATCH]: reply(422, { message: 'Check the fields', code: 'VALIDATION', errors, requestId: 'r' }),
  });
  await screen.findByRole('heading', { level: 1 });
  await userEvent.clear(field('Name'));
  await press('Save changes');
  expect(screen.getByText('Give the campaign a name.')).toBeTruthy();
  expect(document.activeElement).toBe(field('Name'));
  expect(bodies(calls, 'PATCH')).toEqual([]);
  await fillIn(field('Name'), 'Boots');
  await press('Save changes');
  expect(await screen.findByText('Another campaign has this name')).toBeTruthy();
  await waitFor(() => expect(document.activeElement).toBe(field('Name')));
});

test('pausing acts at once and can be undone', async () => {
  const { calls } = show(RUNNING, { [ACT]: { changed: [RUNNING.id], refused: [] } });
  await press('Pause');
  await press('Undo');
  await screen.findByText('“Winter shells, US and CA desktop” is resumed');
  expect(bodies(calls, 'POST')).toEqual([
    { ids: [RUNNING.id], action: 'pause' },
    { ids: [RUNNING.id], action: 'resume' },
  ]);
});

test('a stopped campaign says why, leads to support and can be submitted again, not resumed', async () => {
  show({ ...RUNNING, state: 'stopped', state_reason: 'The landing page asks for card numbers' });
  expect(await screen.findByText('The landing page asks for card numbers')).toBeTruthy();
  expect(screen.getByRole('link', { name: 'Write to support' }).getAttribute('href')).toBe(
    `/help?new=1&stopped=${RUNNING.id}`,
  );
  expect(screen.getByRole('button', { name: 'Submit for review' })).toBeTruthy();
  expect(screen.queryByRole('button', { name: 'Resume' })).toBeNull();
});

test('a rejected campaign says why and can be submitted again', async () => {
  show(REJECTED);
  expect(await screen.findByText('The landing page does not work or does not fit the ad')).toBeTruthy();
  expect(screen.getByRole('button', { name: 'Submit for review' })).toBeTruthy();
});

test('an archived campaign is only read', async () => {
  show(ARCHIVED);
  expect(await screen.findByText(/cannot be started or changed/)).toBeTruthy();
  expect(screen.queryByRole('textbox')).toBeNull();
  expect(screen.queryByRole('button', { name: 'Archive' })).toBeNull();
  expect(screen.getByText('Canada, United States')).toBeTruthy();
});

test('an archived campaign says all that narrowed it', async () => {
  show({ ...NARROWED, state: 'archived', category: 'sports', click_limit: 900 });
  expect(await screen.findByText('Canada, United States, not France')).toBeTruthy();
  expect(screen.getByText('Keywords').nextElementSibling?.textContent).toBe('not storm');
  expect(screen.getByText('Category').nextElementSibling?.textContent).toBe('Sports');
  expect(screen.getByText('Click limit').nextElementSibling?.textContent).toBe('900');
});

test("what is not there, or another's, says so and leads to the list", async () => {
  show(RUNNING, { [GET]: reply(404, { message: 'No such campaign', code: 'NOT_FOUND', requestId: 'r' }) });
  expect(await screen.findByRole('heading', { level: 1, name: 'No such campaign' })).toBeTruthy();
  expect(screen.getByRole('link', { name: 'See all campaigns' }).getAttribute('href')).toBe(
    '/advertiser/campaigns',
  );
});

test('a failed load can be tried again', async () => {
  const { answer } = show(RUNNING, { [GET]: reply(500, { message: '', code: 'X', requestId: 'req_3' }) });
  expect((await screen.findByRole('alert')).textContent).toContain('Your campaign still runs');
  answer({ [GET]: RUNNING });
  await press('Try again');
  expect(await screen.findByRole('heading', { level: 1, name: RUNNING.name })).toBeTruthy();
});

/** Answers by the days asked for: so many impressions on each of the days of `from` and after. */
const since = (campaign: Campaign, from: string) => ({
  [GET]: ({ query }: Call) => {
    const days = [];
    const to = Date.parse(query.to ?? '');
    for (let at = Date.parse(query.from ?? ''); at <= to; at += 86_400_000)
      if (new Date(at).toISOString().slice(0, 10) >= from) days.push(at);
    const figures = testFigures({ impressions: 1_000 * days.length, clicks: 5 * days.length });
    return { ...campaign, figures: { ...figures, spend_micros: 2_000_000 * days.length } };
  },
});
const tile = (label: string) => screen.getByText(label, { selector: 'dt' }).closest('.ez-stat')?.textContent;
const OLD = testCampaign({ created_at: '2020-01-01T00:00:00Z' });

test('figures are compared with as many days before', async () => {
  show(OLD, since(OLD, '2020-01-01'));
  await waitFor(() => expect(tile('Spend')).toBe('Spend$56.000.0%vs previous 28 days'));
  expect(tile('CTR')).toBe('CTR0.50%0.00 ptvs previous 28 days');
});

test('a campaign that began to deliver among those days is not: no percentage is made up', async () => {
  const eightDaysEarlier = new Date(Date.now() - 36 * 86_400_000).toISOString().slice(0, 10);
  const { calls } = show(OLD, since(OLD, eightDaysEarlier));
  await waitFor(() => expect(calls.length).toBeGreaterThan(1));
  expect(tile('Spend')).toBe('Spend$56.00over 28 days');
  expect(screen.queryByText(/vs previous/)).toBeNull();
});

test('the days before a young campaign are not even asked for', async () => {
  const young = testCampaign({ created_at: new Date().toISOString() });
  const { calls } = show(young);
  await screen.findByRole('heading', { level: 1 });
  expect(tile('Impressions')).toBe('Impressions1,184,220over 28 days');
  expect(new Set(calls.map(({ query }) => query.from)).size).toBe(1);
});

const rejectedImage = (state_reason: string | null) =>
  testCampaign().creatives.map((creative) => ({ ...creative, state: 'rejected' as const, state_reason }));

test("a reviewer's own words stand as written, beside what they are about", async () => {
  const words = 'The page answered 404. Check the address.';
  show({ ...REJECTED, state_reason: words, creatives: rejectedImage('landing-page,quality') });
  const notice = (await screen.findByText('The reviewer writes:')).closest('.ez-notice');
  expect(notice?.querySelector('b')?.textContent).toBe(
    'The landing page does not work or does not fit the ad. An image is of poor quality',
  );
  expect(notice?.querySelector('q')?.textContent).toBe(words);
});

test('a rejection without a reason says so', async () => {
  show({ ...REJECTED, state_reason: null, creatives: rejectedImage(null) });
  expect(await screen.findByText('The reviewer gave no reason')).toBeTruthy();
  await openTab('Creatives');
  // In the notice, and at the image.
  expect(await screen.findAllByText('The reviewer gave no reason')).toHaveLength(2);
  expect(screen.getByText(/^Check the images and the landing page/)).toBeTruthy();
});

test('a start that cannot be read is not taken for none', async () => {
  const { calls } = show(RUNNING, { [PATCH]: ({ body }: Call) => ({ ...RUNNING, ...(body as object) }) });
  await openTab('Pricing and limits');
  await fillIn(field('Start'), 'tomorrow');
  await press('Save changes');
  expect(screen.getByText('Enter a day and a time, such as 2026-12-24 18:00.')).toBeTruthy();
  expect(bodies(calls, 'PATCH')).toEqual([]);
  await userEvent.clear(field('Start'));
  await fillIn(field('Start'), '2031-12-24 18:00');
  await press('Save changes');
  await waitFor(() => expect(bodies(calls, 'PATCH')).toEqual([{ starts_at: '2031-12-24T18:00:00Z' }]));
});

test('where there is no campaign, the top bar is told that days change nothing', async () => {
  const refusal = { message: 'No such campaign', code: 'NOT_FOUND', requestId: 'r' };
  const { container } = show(RUNNING, { [GET]: reply(404, refusal) });
  await screen.findByRole('heading', { level: 1, name: 'No such campaign' });
  expect(container.querySelector('[data-no-date-range]')).toBeTruthy();
});
