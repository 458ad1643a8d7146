import { type Call, fillIn, reply } from '@ezdash/remote-kit/testing';
import { setCsrfToken } from '@ezdash/store';
import { act, fireEvent, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { EMPTY_DRAFT } from '../features/form/campaignForm';
import { saveDraft } from '../features/wizard/draftStorage';
import { fakeUploads, imageFile, storedImage } from '../testing/fakeUploads';
import { testCampaign } from '../testing/fixtures';
import { renderAdvertiser } from '../testing/renderAdvertiser';

const PATH = '/advertiser/campaigns/new';
const USER = 1001;
const CREATE = 'POST /api/campaigns';
const DRAFT = {
  ...EMPTY_DRAFT,
  name: 'Winter shells, DACH',
  landing_url: 'https://halden.example/shells',
  creatives: [{ asset: storedImage('a_1'), name: 'Shell', alt: 'A shell jacket' }],
  countries: ['AT', 'DE'],
  bid_micros: 3_400_000,
  daily_budget_micros: 240_000_000,
};
let uploads: ReturnType<typeof fakeUploads>;
beforeEach(() => {
  uploads = fakeUploads();
  setCsrfToken('token-1');
});
afterEach(() => localStorage.clear());

const keepDraft = (change: Partial<typeof DRAFT> = {}) =>
  saveDraft(USER, { draft: { ...DRAFT, ...change }, savedAtMs: Date.parse('2026-11-21T14:05:00Z') });
const show = (query = '', routes: Record<string, unknown> = {}) =>
  renderAdvertiser(`${PATH}${query}`, routes);
const press = (name: string | RegExp) => userEvent.click(screen.getByRole('button', { name }));
const choose = (...files: File[]) =>
  userEvent.upload(screen.getByLabelText('Choose files'), files, { applyAccept: false });
/** By its words alone: the list of all countries makes a search by role slow. */
const pressText = (text: string) => userEvent.click(screen.getByText(text));
const focused = () => document.activeElement?.getAttribute('name');

test('Continue names what is missing and moves to it; leaving a field does the same for one', async () => {
  show();
  await screen.findByRole('button', { name: 'Continue' });
  expect(document.title).toBe('New campaign - EzDash');
  await press('Continue');
  expect(screen.getByText('Give the campaign a name.')).toBeTruthy();
  expect(focused()).toBe('name');
  await fillIn(screen.getByRole('textbox', { name: 'Name' }), 'Winter shells');
  expect(screen.queryByText('Give the campaign a name.')).toBeNull();
  const landing = screen.getByRole('textbox', { name: 'Landing page' });
  await userEvent.clear(landing);
  await fillIn(landing, 'halden');
  await userEvent.tab();
  expect(screen.getByText('Enter a full address that starts with https://')).toBeTruthy();
});

test('a macro that does not exist is said in the step of the landing page', async () => {
  keepDraft({ landing_url: 'https://halden.example/?c={nope}' });
  show('?step=general');
  await press('Continue');
  expect(screen.getByText(/^There is no macro \{nope\}\./)).toBeTruthy();
  expect(focused()).toBe('landing_url');
  expect(screen.getByRole('heading', { name: 'Step 1 of 5: General' })).toBeTruthy();
});

test('a campaign that pays for clicks is offered no HTML5, and says so of one that is there', async () => {
  const html5 = { ...storedImage('a_5'), format: 'html5' as const, parts: { files: 2, click_chain: null } };
  keepDraft({
    pricing: 'CPC',
    bid_micros: 500_000,
    creatives: [{ asset: html5, name: 'Bundle', alt: '' }] as never,
  });
  show('?step=zones');
  // Not from here to the server and back: this is where the ad stands.
  expect(screen.getByRole('heading', { name: 'Step 2 of 5: Creatives' })).toBeTruthy();
  expect(screen.getByText(/^Can only be paid by CPM: it leads its clicks itself\./)).toBeTruthy();
  expect(screen.getByText('Drop images or videos here')).toBeTruthy();
  expect(screen.getByLabelText('Choose files').getAttribute('accept')).not.toMatch(/zip/);
  await choose(imageFile('other.zip', 10, 'application/zip'));
  expect(await screen.findByText(/^HTML5 ads can only be paid by CPM/)).toBeTruthy();
  expect(uploads.sent).toHaveLength(0);
  await press('Write a text ad');
  expect(await screen.findByRole('textbox', { name: /Headline/ })).toBeTruthy();
  expect(screen.queryByRole('textbox', { name: /Click counter/ })).toBeNull();
});

test('what is about to be sent is shown on a page, and all that was chosen is said at the last look', async () => {
  keepDraft({ category: 'sports', bidding: 'fixed' });
  show('?step=creatives');
  await press('Preview on a page');
  const drawer = within(await screen.findByRole('dialog', { name: 'Preview on a page' }));
  expect(drawer.getByRole('region', { name: DRAFT.creatives[0]?.name })).toBeTruthy();
  await userEvent.keyboard('{Escape}');
  for (let step = 0; step < 3; step += 1) await press('Continue');
  const said = (term: string) => screen.getByText(term, { selector: 'dt' }).nextElementSibling?.textContent;
  expect([said('Category'), said('What you pay')]).toEqual(['Sports', 'Fixed bid']);
});

test('a step is ticked once one was there', async () => {
  keepDraft({ countries: [] });
  show('?step=creatives');
  const stateOf = (step: string) =>
    within(screen.getByRole('list', { name: 'Steps' }))
      .getByText(step)
      .closest('li')?.dataset.state;
  expect([stateOf('General'), stateOf('Targeting')]).toEqual(['done', 'next']);
  await press('Continue');
  await press('Continue');
  expect(stateOf('Targeting')).toBe('done');
});

test('a macro of the list goes to where the landing page is being written', async () => {
  show();
  const landing = screen.getByRole<HTMLInputElement>('textbox', { name: 'Landing page' });
  await fillIn(landing, 'https://halden.example/?c=&from=ad');
  landing.setSelectionRange(26, 26);
  await pressText('What an address can carry');
  const click = screen.getByRole('button', { name: '{click_id}' });
  expect(click.getAttribute('aria-describedby')).toBeTruthy();
  await userEvent.click(click);
  expect(landing.value).toBe('https://halden.example/?c={click_id}&from=ad');
  await waitFor(() => expect(focused()).toBe('landing_url'));
  expect(landing.selectionStart).toBe(36);
});

test('a bare domain is taken for an encrypted page once it is left', async () => {
  show();
  const landing = screen.getByRole<HTMLInputElement>('textbox', { name: 'Landing page' });
  await fillIn(landing, 'halden.example/shells');
  await userEvent.tab();
  expect(landing.value).toBe('https://halden.example/shells');
});

test('the draft keeps itself and comes back; discarding it can be undone', async () => {
  const first = show();
  await fillIn(screen.getByRole('textbox', { name: 'Name' }), 'Winter shells');
  expect(await screen.findByText(/^Draft, saved .* UTC in this browser$/)).toBeTruthy();
  first.unmount();
  show();
  const name = screen.getByRole<HTMLInputElement>('textbox', { name: 'Name' });
  expect(name.value).toBe('Winter shells');
  await press('Discard draft');
  expect(name.value).toBe('');
  await press('Undo');
  expect(name.value).toBe('Winter shells');
});

test('steps that are in order can be opened, later ones wait', async () => {
  keepDraft({ creatives: [] });
  const { address } = show('?step=zones');
  expect(screen.getByRole('heading', { name: 'Step 2 of 5: Creatives' })).toBeTruthy();
  expect(screen.queryByRole('button', { name: /Pricing and limits/ })).toBeNull();
  await press(/General/);
  expect(address()).toBe(`${PATH}?step=general`);
});

test('images: checked before, sent with the token, shown with progress, kept with their words', async () => {
  keepDraft({ creatives: [] });
  show('?step=creatives');
  await choose(imageFile('shell 300x250.png'), imageFile('big.png', 200_000), imageFile('odd 301x250.png'));
  await choose(imageFile('terms.pdf', 10, 'application/pdf'));
  expect(await screen.findByText(/301×250 pixels, which is no size/)).toBeTruthy();
  expect(screen.getByText(/Images may have at most 150 kB/)).toBeTruthy();
  expect(screen.getByText(/no image \(PNG, JPEG, GIF or WebP\), zip file or MP4 video/)).toBeTruthy();
  await waitFor(() => expect(uploads.sent).toHaveLength(1));
  expect(uploads.sent[0]?.headers).toMatchObject({ 'X-CSRF-TOKEN': 'token-1', 'Content-Type': 'image/png' });
  act(() => uploads.progress(0, 0.4));
  expect(screen.getByText('Uploading, 40%')).toBeTruthy();
  act(() => uploads.answer(0, 201, storedImage('a_9')));
  const name = await screen.findByRole<HTMLInputElement>('textbox', { name: 'Name' });
  expect(name.value).toBe('shell 300x250');
  expect(screen.getByText('300×250 · 33 kB')).toBeTruthy();
  await userEvent.clear(name);
  await press('Continue');
  expect(screen.getAllByText('Give every creative a name.').length).toBeGreaterThan(0);
});

test("an upload the server refuses says the server's words; one that was lost can be sent again", async () => {
  keepDraft({ creatives: [] });
  show('?step=creatives');
  await choose(imageFile('a 300x250.png'), imageFile('b 300x250.png'));
  await waitFor(() => expect(uploads.sent).toHaveLength(2));
  act(() => uploads.answer(0, 422, { message: 'The image is cut off or damaged. Save it again' }));
  act(() => uploads.lose(1));
  const refused = await screen.findByText('The image is cut off or damaged. Save it again');
  // It would be refused again.
  expect(
    within(refused.closest('li') as HTMLElement).queryByRole('button', { name: 'Try again' }),
  ).toBeNull();
  const lost = screen.getByText('The connection was lost while uploading.').closest('li');
  await userEvent.click(within(lost ?? document.body).getByRole('button', { name: 'Try again' }));
  await waitFor(() => expect(uploads.sent).toHaveLength(3));
  act(() => uploads.answer(2, 201, storedImage('a_2')));
  expect(await screen.findByRole('textbox', { name: 'Name' })).toBeTruthy();
});

test('all files that are there already are named, not the last one alone', async () => {
  const other = { asset: storedImage('a_2'), name: 'Boot', alt: '' };
  keepDraft({ creatives: [...DRAFT.creatives, other] });
  show('?step=creatives');
  await choose(imageFile('shell 300x250.png'), imageFile('boot 300x250.png'));
  await waitFor(() => expect(uploads.sent).toHaveLength(2));
  act(() => uploads.answer(0, 201, storedImage('a_1')));
  act(() => uploads.answer(1, 201, storedImage('a_2')));
  expect(await screen.findByText('“shell 300x250”, “boot 300x250” are already here.')).toBeTruthy();
});

test('Continue stops once for images that were not added, and says how many', async () => {
  keepDraft();
  show('?step=creatives');
  await choose(imageFile('odd 301x250.png'), imageFile('terms.pdf', 10, 'application/pdf'));
  expect(await screen.findByText(/301×250 pixels, which is no size/)).toBeTruthy();
  await press('Continue');
  expect(screen.getByText(/^2 files were not added/)).toBeTruthy();
  expect(screen.getByRole('heading', { name: 'Step 2 of 5: Creatives' })).toBeTruthy();
  await press('Continue');
  expect(screen.getByRole('heading', { name: 'Step 3 of 5: Targeting' })).toBeTruthy();
});

test('a balance below the budgets says what it pays for; one that covers them, how long it lasts', async () => {
  keepDraft({ bid_micros: 2_000_000, daily_budget_micros: 10_000_000_000 });
  const first = show('?step=limits');
  const text = 'Your balance of $4,218.40 pays for 2,109,200 impressions.';
  expect(screen.getByText(text)).toBeTruthy();
  first.unmount();
  keepDraft({ bid_micros: 2_000_000 });
  show('?step=limits');
  expect(screen.queryByText(/^Your balance of/)).toBeNull();
  expect(screen.getByText(/^Your balance lasts 17 full days at this budget/)).toBeTruthy();
});

test('countries are searched by name and stand in the steps', async () => {
  keepDraft({ countries: [] });
  show('?step=targeting');
  const search =
    screen.getAllByLabelText('Countries').find(({ tagName }) => tagName === 'INPUT') ?? document.body;
  await userEvent.click(search);
  // At once rather than by letters: the list of all countries is long for a simulated page.
  fireEvent.change(search, { target: { value: 'austri' } });
  fireEvent.click(await screen.findByText('Austria'));
  await waitFor(() => expect(screen.getAllByText('Austria')).toHaveLength(2));
});

test('devices cannot all be off, a cap has a number', async () => {
  keepDraft();
  show('?step=targeting');
  for (const device of ['Desktop', 'Phone', 'Tablet', 'TV']) await pressText(device);
  await userEvent.click(screen.getByLabelText('Limit how often one person sees it'));
  await userEvent.clear(screen.getByLabelText('Impressions'));
  await pressText('Continue');
  expect(screen.getByText('Choose at least one kind of device.')).toBeTruthy();
  expect(screen.getByText('Enter a whole number from 1 to 1,000.')).toBeTruthy();
  await pressText('Phone');
  await userEvent.type(screen.getByLabelText('Impressions'), '4');
  await pressText('Continue');
  expect(await screen.findByRole('heading', { name: 'Step 4 of 5: Pricing and limits' })).toBeTruthy();
});

test('amounts: what a day buys is counted while typing, a total that is no amount does not pass for "no limit"', async () => {
  keepDraft({ bid_micros: 2_000_000 });
  show('?step=limits');
  const rail = screen.getByRole('region', { name: 'What the budget pays for' });
  expect(rail.textContent).toContain('120,000');
  await fillIn(screen.getByRole('textbox', { name: 'Total budget' }), 'lots');
  await press('Continue');
  expect(screen.getByRole('heading', { name: 'Step 4 of 5: Pricing and limits' })).toBeTruthy();
  expect(focused()).toBe('total_budget_micros');
});

test('submitting sends the whole campaign, forgets the draft and opens it', async () => {
  keepDraft();
  const made = testCampaign({ id: 'c_new', name: DRAFT.name, state: 'inReview' });
  const { calls, address } = show('?step=zones', {
    [CREATE]: reply(201, made),
    'GET /api/campaigns/:id': made,
  });
  // In the steps, and in the summary.
  expect(screen.getByText('Austria, Germany')).toBeTruthy();
  expect(screen.getByText('only Austria, Germany')).toBeTruthy();
  await press('Submit for review');
  expect(await screen.findByRole('heading', { level: 1, name: DRAFT.name })).toBeTruthy();
  expect(screen.getByText('“Winter shells, DACH” is in review')).toBeTruthy();
  expect(address()).toBe('/advertiser/campaigns/c_new');
  // Who reviews it reads what that finds.
  await waitFor(() =>
    expect(calls.map(({ method, path }) => `${method} ${path}`)).toContain(
      'POST /api/campaigns/c_new/landing-check',
    ),
  );
  expect(localStorage).toHaveLength(0);
  expect(calls.find(({ path }) => path === '/api/campaigns')?.body).toMatchObject({
    name: DRAFT.name,
    targeting: {
      countries: { include: ['AT', 'DE'], exclude: [] },
      devices: { include: [], exclude: [] },
      hours: null,
    },
    bidding: 'max',
    total_budget_micros: null,
    creatives: [{ asset_id: 'a_1', name: 'Shell', alt: 'A shell jacket' }],
    submit: true,
  });
});

test("the server's 422 leads to the step and the field it is about; the draft stays", async () => {
  keepDraft();
  const errors = { bid_micros: ['Your account may bid $2'], 'creatives.0.asset_id': ['No such image'] };
  const refusal = { message: 'Check the fields', code: 'VALIDATION', errors, requestId: 'req_4' };
  const { address } = show('?step=zones', { [CREATE]: (_call: Call) => reply(422, refusal) });
  await press('Submit for review');
  expect(await screen.findByText('No such image')).toBeTruthy();
  // By their names, and without a number that helps nobody here.
  expect(screen.getByText('Max bid: Your account may bid $2. Creatives: No such image.')).toBeTruthy();
  expect(document.body.textContent).not.toContain('req_4');
  expect(address()).toBe(`${PATH}?step=creatives`);
  await press('Continue');
  await press('Continue');
  expect(screen.getByText('Your account may bid $2')).toBeTruthy();
  expect(localStorage).toHaveLength(1);
});

test('a failure that is no mistake of the form names the request for support', async () => {
  keepDraft();
  const failure = { message: 'The database did not answer', code: 'X', requestId: 'req_9' };
  show('?step=zones', { [CREATE]: (_call: Call) => reply(503, failure) });
  await press('Submit for review');
  expect(await screen.findByText('The database did not answer. Request req_9')).toBeTruthy();
});

describe('a campaign that pays for conversions', () => {
  const GOALS = 'GET /api/conversion-goals';
  const MAKE = 'POST /api/conversion-goals';
  const goal = (change: object = {}) => ({
    id: 'g_1',
    name: 'Order',
    window_days: 30,
    duplicates: 'every',
    value_micros: null,
    pixel: false,
    requires_key: true,
    state: 'active',
    created_at: '2026-11-01T08:00:00Z',
    last_received_at: null,
    postback_url: 'https://ads.example/postback?goal=g_1&click_id={click_id}&key={key}',
    pixel_url: null,
    ...change,
  });
  const CPA = { pricing: 'CPA', landing_url: 'https://halden.example/?c={click_id}' } as const;

  test('asks for its goals, shows how they are reported, and sends them', async () => {
    keepDraft({ ...CPA, bid_micros: 5_000_000 });
    const { calls } = show('', {
      [GOALS]: {
        goals: [
          goal(),
          goal({ id: 'g_2', name: 'Old one', state: 'archived' }),
          goal({ id: 'g_3', name: 'Open one', requires_key: false }),
        ],
      },
      'GET /api/conversion-goals/g_1/key': { key: 'k$&1' },
      [CREATE]: ({ body }: Call) => reply(201, testCampaign(body as object)),
    });
    const order = await screen.findByRole('checkbox', { name: /Order/ });
    expect(screen.getByText('Within 30 days of the click, every transaction')).toBeTruthy();
    expect(screen.queryByRole('checkbox', { name: /Old one/ })).toBeNull();
    expect(screen.queryByRole('checkbox', { name: /Open one/ })).toBeNull();
    expect(screen.getByText(/Goals that can be reported without a key/)).toBeTruthy();
    await press('Continue');
    expect(screen.getByText('Choose at least one goal that you pay for.')).toBeTruthy();
    expect(document.activeElement).toBe(order);
    await userEvent.click(order);
    expect(screen.queryByText('Choose at least one goal that you pay for.')).toBeNull();
    expect(screen.getByText('Report “Order” from your server')).toBeTruthy();
    await press('Show the key of “Order”');
    expect(await screen.findByText(/The address holds the key/)).toBeTruthy();
    expect(document.body.textContent).toContain('&key=k%24%261');
    await press('Continue');
    await press('Continue');
    await press('Continue');
    expect(screen.getByText('conversions a day')).toBeTruthy();
    await press('Continue');
    expect(screen.getByText('Goals')).toBeTruthy();
    await press('Submit for review');
    await waitFor(() =>
      expect(
        calls.find(({ method, path }) => method === 'POST' && path === '/api/campaigns')?.body,
      ).toMatchObject({
        pricing: 'CPA',
        goal_ids: ['g_1'],
        submit: true,
      }),
    );
  });

  test('without a goal the first one is made on the spot, and chosen', async () => {
    keepDraft(CPA);
    let goals: object[] = [];
    const { calls } = show('', {
      [GOALS]: () => ({ goals }),
      [MAKE]: ({ body }: Call) => {
        goals = [goal(body as object)];
        return reply(201, goals[0]);
      },
    });
    await userEvent.click(await screen.findByRole('button', { name: 'Add goal' }));
    expect(screen.getByText('Give the goal a name.')).toBeTruthy();
    await fillIn(screen.getByRole('textbox', { name: 'Name of the goal' }), 'Sign-up');
    await userEvent.keyboard('{Enter}');
    const made = await screen.findByRole<HTMLInputElement>('checkbox', { name: /Sign-up/ });
    expect(made.checked).toBe(true);
    expect(calls.find(({ method }) => method === 'POST')?.body).toEqual({
      name: 'Sign-up',
      duplicates: 'once',
      requires_key: true,
    });
    await press('New goal');
    await press('Cancel');
    await waitFor(() =>
      expect(document.activeElement).toBe(screen.getByRole('button', { name: 'New goal' })),
    );
  });

  test('needs the click in its landing page, and a day that pays for one conversion', async () => {
    keepDraft({ ...CPA, landing_url: 'https://halden.example', bid_micros: 250_000_000 });
    show('', { [GOALS]: { goals: [goal()] } });
    await userEvent.click(await screen.findByRole('checkbox', { name: /Order/ }));
    await press('Continue');
    expect(
      screen.getByText('Write {click_id} into the address: conversions are reported with it.'),
    ).toBeTruthy();
    await userEvent.clear(screen.getByRole('textbox', { name: 'Landing page' }));
    await fillIn(screen.getByRole('textbox', { name: 'Landing page' }), CPA.landing_url);
    await press('Continue');
    await press('Continue');
    await press('Continue');
    await press('Continue');
    expect(
      screen.getByText('The daily budget of $240.00 does not pay for one conversion at this bid.'),
    ).toBeTruthy();
  });

  test('says when its goals could not be loaded, and asks again', async () => {
    keepDraft(CPA);
    let isDown = true;
    show('', {
      [GOALS]: () => (isDown ? reply(500, { message: 'The server stumbled' }) : { goals: [goal()] }),
    });
    expect(await screen.findByText('Your goals could not be loaded')).toBeTruthy();
    isDown = false;
    await press('Try again');
    expect(await screen.findByRole('checkbox', { name: /Order/ })).toBeTruthy();
  });
});
