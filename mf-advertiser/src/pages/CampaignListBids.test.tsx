import { type Call, fillIn, reply } from '@ezdash/remote-kit/testing';
import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { PAUSED, RUNNING, testCampaign, testPage } from '../testing/fixtures';
import { renderAdvertiser } from '../testing/renderAdvertiser';

const BIDS = 'POST /api/campaigns/bids';
const TENTS = testCampaign({ id: 'c_7k9', name: 'Tents', bid_micros: 1_000_000 });
const ALL = [RUNNING, TENTS, PAUSED];
const CHANGED = [
  { id: RUNNING.id, before_micros: 3_400_000, after_micros: 3_740_000 },
  { id: TENTS.id, before_micros: 1_000_000, after_micros: 1_100_000 },
];

const show = (routes: Record<string, unknown> = {}, campaigns = ALL) =>
  renderAdvertiser('/advertiser/campaigns', {
    'GET /api/campaigns/page': ({ query }: Call) => testPage(campaigns, query),
    'GET /api/campaigns/views': { views: [] },
    ...routes,
  });
const sent = (calls: Call[], path: string) => calls.filter((call) => call.path === path);
const press = async (name: string) => userEvent.click(await screen.findByRole('button', { name }));
const open = async (...names: RegExp[]) => {
  for (const name of names) await userEvent.click(await screen.findByRole('checkbox', { name }));
  await press('Change bids');
  return within(await screen.findByRole('dialog', { name: /^Change the bids? of/ }));
};
type Opened = Awaited<ReturnType<typeof open>>;
const percentOf = (dialog: Opened) => dialog.getByRole('textbox', { name: 'Change in percent' });
const toAmount = (dialog: Opened) => userEvent.click(dialog.getByRole('radio', { name: 'To an amount' }));
const save = (dialog: Opened) => userEvent.click(dialog.getByRole('button', { name: /^Change \d+ bids?$/ }));

const SHELLS = /select winter shells, US/i;
const TENT = /select tents/i;
const BOOTS = /select boots/i;
const MIXED = 'An amount is per 1,000 impressions for CPM, per click for CPC, per conversion for CPA.';

it('change by a share with the range they come to, and are taken back', async () => {
  const { calls } = show({
    [BIDS]: { changed: CHANGED, refused: [] },
    'POST /api/campaigns/bids/undo': { changed: CHANGED, refused: [] },
  });
  const dialog = await open(SHELLS, TENT);
  expect(dialog.queryByText(MIXED)).toBeNull();
  await fillIn(percentOf(dialog), '-95');
  await save(dialog);
  expect(dialog.getByText(/^Enter a number from .90 to 900, other than 0\.$/)).toBeTruthy();
  expect(sent(calls, '/api/campaigns/bids')).toEqual([]);
  await userEvent.clear(percentOf(dialog));
  await fillIn(percentOf(dialog), '10');
  expect(dialog.getByText('Bids of $1.00 to $3.40 become $1.10 to $3.74.')).toBeTruthy();
  await save(dialog);
  expect(await screen.findByText('2 bids are changed')).toBeTruthy();
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  await press('Undo');
  expect(await screen.findByText('2 bids are what they were')).toBeTruthy();
  expect(sent(calls, '/api/campaigns/bids')[0]?.body).toEqual({
    ids: [RUNNING.id, TENTS.id],
    change: { percent: 10 },
  });
  expect(sent(calls, '/api/campaigns/bids/undo')[0]?.body).toEqual({ changed: CHANGED });
});

it('go to one amount of their pricing, not below its least', async () => {
  const { calls } = show({ [BIDS]: { changed: CHANGED, refused: [] } });
  const dialog = await open(SHELLS, TENT);
  await toAmount(dialog);
  const field = dialog.getByRole('textbox', { name: 'Max bid, CPM' });
  await save(dialog);
  expect(dialog.getByText('The least bid is $0.05.')).toBeTruthy();
  await fillIn(field, '0.0499');
  await save(dialog);
  expect(dialog.getByText('The least bid is $0.05.')).toBeTruthy();
  await userEvent.clear(field);
  await fillIn(field, '1001');
  await save(dialog);
  expect(dialog.getByText('The most anyone bids is $1,000.00.')).toBeTruthy();
  await userEvent.clear(field);
  await fillIn(field, '2.1234');
  expect(dialog.getByText('Bids of $1.00 to $3.40 become $2.1234.')).toBeTruthy();
  await save(dialog);
  expect(await screen.findByText('2 bids are changed')).toBeTruthy();
  expect(sent(calls, '/api/campaigns/bids').map(({ body }) => body)).toEqual([
    { ids: [RUNNING.id, TENTS.id], change: { set_micros: 2_123_400 } },
  ]);
});

it('of several pricings say what an amount is, and what each comes to by itself', async () => {
  show();
  const dialog = await open(SHELLS, TENT, BOOTS);
  expect(dialog.getByText(MIXED)).toBeTruthy();
  await fillIn(percentOf(dialog), '10');
  expect(
    dialog.getByText(
      'CPM: $1.00 to $3.40 now, $1.10 to $3.74 afterwards. CPC: $0.28 now, $0.308 afterwards.',
    ),
  ).toBeTruthy();
  await toAmount(dialog);
  // A click may cost less than a thousand impressions: those that may not be had for it are refused by name.
  await fillIn(dialog.getByRole('textbox', { name: 'Max bid' }), '0.009');
  await save(dialog);
  expect(dialog.getByText('The least bid is $0.01.')).toBeTruthy();
});

it('of one campaign are told in the singular', async () => {
  show();
  const dialog = await open(BOOTS);
  await fillIn(percentOf(dialog), '-50');
  expect(dialog.getByText('The bid of $0.28 becomes $0.14.')).toBeTruthy();
  expect(dialog.getByRole('button', { name: 'Change 1 bid' })).toBeTruthy();
});

it('that are refused are told row by row, and stay marked', async () => {
  const refused = [{ id: PAUSED.id, message: 'The least bid is $0.01' }];
  show({ [BIDS]: { changed: CHANGED.slice(0, 1), refused } });
  const dialog = await open(SHELLS, BOOTS);
  await fillIn(percentOf(dialog), '-90');
  await save(dialog);
  const alert = await screen.findByRole('alert');
  expect(alert.textContent).toContain('1 campaign stayed as it was');
  expect(alert.textContent).toContain('“Boots clearance”: The least bid is $0.01');
  expect(await screen.findByText('1 bid is changed')).toBeTruthy();
  expect(screen.getByText('1 selected')).toBeTruthy();
});

it('whose way back is refused say so', async () => {
  const refused = [{ id: TENTS.id, message: 'The bid was changed again since' }];
  show({
    [BIDS]: { changed: CHANGED, refused: [] },
    'POST /api/campaigns/bids/undo': { changed: CHANGED.slice(0, 1), refused },
  });
  const dialog = await open(SHELLS, TENT);
  await fillIn(percentOf(dialog), '10');
  await save(dialog);
  await screen.findByText('2 bids are changed');
  await press('Undo');
  expect(await screen.findByText('1 bid is what it was')).toBeTruthy();
  expect((await screen.findByRole('alert')).textContent).toContain(
    '“Tents”: The bid was changed again since',
  );
});

it('whose answer was lost are asked for again under the same key', async () => {
  const { calls, answer } = show({ [BIDS]: reply(0) });
  const dialog = await open(SHELLS, TENT);
  await fillIn(percentOf(dialog), '10');
  await save(dialog);
  expect((await dialog.findByRole('alert')).textContent).toContain('2 campaigns are left');
  answer({ [BIDS]: { changed: CHANGED, refused: [] } });
  await save(dialog);
  expect(await screen.findByText('2 bids are changed')).toBeTruthy();
  const keys = sent(calls, '/api/campaigns/bids').map(({ headers }) => headers['idempotency-key']);
  expect(keys).toEqual([expect.stringMatching(/^[\da-f-]{36}$/), keys[0]]);
});

it('whose answer was lost are not changed twice when the dialog is closed and opened again', async () => {
  const { calls, answer } = show({ [BIDS]: reply(0) });
  const asked = () =>
    sent(calls, '/api/campaigns/bids').map(({ body, headers }) => ({
      body,
      key: headers['idempotency-key'],
    }));
  const first = await open(SHELLS, TENT);
  await fillIn(percentOf(first), '20');
  await save(first);
  await first.findByRole('alert');
  await userEvent.click(first.getByRole('button', { name: 'Cancel' }));
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());

  answer({ [BIDS]: { changed: CHANGED, refused: [] } });
  // Chosen in another order it is the same change.
  await userEvent.click(screen.getByRole('checkbox', { name: SHELLS }));
  await userEvent.click(screen.getByRole('checkbox', { name: TENT }));
  const second = await open(TENT, SHELLS);
  await fillIn(percentOf(second), '20');
  await userEvent.click(second.getByRole('button', { name: 'Get the answer' }));
  expect(await screen.findByText(/^The change of .* UTC was made: 2 bids$/)).toBeTruthy();
  expect(asked()[1]).toEqual(asked()[0]);

  // There is an answer: who asks for the same once more means another change.
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  const third = await open(SHELLS, TENT);
  await fillIn(percentOf(third), '20');
  await save(third);
  await waitFor(() => expect(asked()).toHaveLength(3));
  expect(asked()[2]?.key).not.toBe(asked()[0]?.key);
});

it('of campaigns on other pages are of the pricing that the whole list has', async () => {
  const many = Array.from({ length: 30 }, (_, index) =>
    testCampaign({ id: `c_1${String(index).padStart(3, '0')}`, name: `Click ${index}`, pricing: 'CPC' }),
  );
  show({ 'GET /api/campaigns/ids': { ids: many.map(({ id }) => id) } }, many);
  await userEvent.click(await screen.findByRole('checkbox', { name: /select click 0$/i }));
  await press('Select all 30 campaigns');
  expect(await screen.findByText('30 selected')).toBeTruthy();
  await press('Change bids');
  const dialog = within(await screen.findByRole('dialog', { name: 'Change the bids of 30 campaigns' }));
  expect(dialog.queryByText(MIXED)).toBeNull();
  await fillIn(percentOf(dialog), '10');
  // Bids that are on no loaded page are not known, so nothing is foretold.
  expect(dialog.getByText('What it comes to shows here.')).toBeTruthy();
  await toAmount(dialog);
  expect(dialog.getByRole('textbox', { name: 'Max bid, CPC' })).toBeTruthy();
});
