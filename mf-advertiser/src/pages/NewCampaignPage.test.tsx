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
  userEvent.upload(screen.getByLabelText('Choose images'), files, { applyAccept: false });
/** By its words alone: the list of all countries makes a search by role slow. */
const pressText = (text: string) => userEvent.click(screen.getByText(text));
const focused = () => document.activeElement?.getAttribute('name');

test('Continue names what is missing and moves to it; leaving a field does the same for one', async () => {
  show();
  expect(document.title).toBe('New campaign - EzDash');
  await press('Continue');
  expect(screen.getByText('Give the campaign a name.')).toBeTruthy();
  expect(focused()).toBe('name');
  await fillIn(screen.getByRole('textbox', { name: 'Name' }), 'Winter shells');
  expect(screen.queryByText('Give the campaign a name.')).toBeNull();
  const landing = screen.getByRole('textbox', { name: 'Landing page' });
  await userEvent.clear(landing);
  await fillIn(landing, 'halden.example');
  await userEvent.tab();
  expect(screen.getByText('Enter a full address that starts with https://')).toBeTruthy();
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
  const { address } = show('?step=review');
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
  expect(screen.getByText(/no PNG, JPEG, GIF or WebP/)).toBeTruthy();
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
  expect(screen.getAllByText('Give every image a name.').length).toBeGreaterThan(0);
});

test("an upload the server refuses says the server's words; one that was lost can be sent again", async () => {
  keepDraft({ creatives: [] });
  show('?step=creatives');
  await choose(imageFile('a 300x250.png'), imageFile('b 300x250.png'));
  await waitFor(() => expect(uploads.sent).toHaveLength(2));
  act(() => uploads.answer(0, 422, { message: 'The image is cut off or damaged. Save it again' }));
  act(() => uploads.lose(1));
  expect(await screen.findByText('The image is cut off or damaged. Save it again')).toBeTruthy();
  const lost = screen.getByText('The connection was lost while uploading.').closest('li');
  await userEvent.click(within(lost ?? document.body).getByRole('button', { name: 'Try again' }));
  await waitFor(() => expect(uploads.sent).toHaveLength(3));
  act(() => uploads.answer(2, 201, storedImage('a_2')));
  expect(await screen.findByRole('textbox', { name: 'Name' })).toBeTruthy();
});

test('Continue stops once for images that were not added, and says how many', async () => {
  keepDraft();
  show('?step=creatives');
  await choose(imageFile('odd 301x250.png'), imageFile('terms.pdf', 10, 'application/pdf'));
  expect(await screen.findByText(/301×250 pixels, which is no size/)).toBeTruthy();
  await press('Continue');
  expect(screen.getByText(/^2 images were not added/)).toBeTruthy();
  expect(screen.getByRole('heading', { name: 'Step 2 of 5: Creatives' })).toBeTruthy();
  await press('Continue');
  expect(screen.getByRole('heading', { name: 'Step 3 of 5: Targeting' })).toBeTruthy();
});

test('a balance below the budgets says what it pays for; one that covers them says nothing', async () => {
  keepDraft({ bid_micros: 2_000_000, daily_budget_micros: 10_000_000_000 });
  const first = show('?step=limits');
  const text = 'Your balance of $4,218.40 pays for 2,109,200 impressions.';
  expect(screen.getByText(text)).toBeTruthy();
  first.unmount();
  keepDraft({ bid_micros: 2_000_000 });
  show('?step=limits');
  expect(screen.queryByText(/^Your balance/)).toBeNull();
});

test('countries are searched by name and stand in the steps', async () => {
  keepDraft({ countries: [] });
  show('?step=targeting');
  const [search = document.body] = screen.getAllByLabelText('Countries');
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
  const rail = screen.getByRole('complementary', { name: 'What the budget buys' });
  expect(rail.textContent).toContain('120,000');
  await fillIn(screen.getByRole('textbox', { name: 'Total budget' }), 'lots');
  await press('Continue');
  expect(screen.getByRole('heading', { name: 'Step 4 of 5: Pricing and limits' })).toBeTruthy();
  expect(focused()).toBe('total_budget_micros');
});

test('submitting sends the whole campaign, forgets the draft and opens it', async () => {
  keepDraft();
  const made = testCampaign({ id: 'c_new', name: DRAFT.name, state: 'inReview' });
  const { calls, address } = show('?step=review', {
    [CREATE]: reply(201, made),
    'GET /api/campaigns/:id': made,
  });
  expect(screen.getAllByText('Austria, Germany')).toHaveLength(2);
  await press('Submit for review');
  expect(await screen.findByRole('heading', { level: 1, name: DRAFT.name })).toBeTruthy();
  expect(screen.getByText('“Winter shells, DACH” is in review')).toBeTruthy();
  expect(address()).toBe('/advertiser/campaigns/c_new');
  expect(localStorage).toHaveLength(0);
  expect(calls.find(({ method }) => method === 'POST')?.body).toMatchObject({
    name: DRAFT.name,
    countries: ['AT', 'DE'],
    devices: [],
    total_budget_micros: null,
    creatives: [{ asset_id: 'a_1', name: 'Shell', alt: 'A shell jacket' }],
    submit: true,
  });
});

test("the server's 422 leads to the step and the field it is about; the draft stays", async () => {
  keepDraft();
  const errors = { bid_micros: ['Your account may bid $2'], 'creatives.0.asset_id': ['No such image'] };
  const refusal = { message: 'Check the fields', code: 'VALIDATION', errors, requestId: 'req_4' };
  const { address } = show('?step=review', { [CREATE]: (_call: Call) => reply(422, refusal) });
  await press('Submit for review');
  expect(await screen.findByText('No such image')).toBeTruthy();
  expect(address()).toBe(`${PATH}?step=creatives`);
  await press('Continue');
  await press('Continue');
  expect(screen.getByText('Your account may bid $2')).toBeTruthy();
  expect(localStorage).toHaveLength(1);
});
