import { type Call, fillIn, reply, testUser } from '@ezdash/remote-kit/testing';
import { cleanup, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { RUNNING, testCampaign, testPage } from '../testing/fixtures';
import { renderAdvertiser } from '../testing/renderAdvertiser';

const BIDS = 'POST /api/campaigns/bids';
const DAY_MS = 86_400_000;
const TENTS = testCampaign({ id: 'c_7k9', name: 'Tents', bid_micros: 1_000_000 });
const CHANGED = [
  { id: RUNNING.id, before_micros: 3_400_000, after_micros: 3_740_000 },
  { id: TENTS.id, before_micros: 1_000_000, after_micros: 1_100_000 },
];
const DONE = { changed: CHANGED, refused: [] };

beforeEach(() => sessionStorage.clear());
afterEach(() => jest.restoreAllMocks());

const show = (routes: Record<string, unknown> = {}, user = testUser()) =>
  renderAdvertiser(
    '/advertiser/campaigns',
    {
      'GET /api/campaigns/page': ({ query }: Call) => testPage([RUNNING, TENTS], query),
      'GET /api/campaigns/views': { views: [] },
      ...routes,
    },
    user,
  );
/** As if the page were loaded anew in the same tab. */
const reload = (routes: Record<string, unknown>, user?: ReturnType<typeof testUser>) => {
  cleanup();
  return show(routes, user);
};
const sentIn = (calls: Call[]) =>
  calls
    .filter(({ path }) => path === '/api/campaigns/bids')
    .map(({ body, headers }) => ({ body, key: headers['idempotency-key'] }));
const press = async (name: string) => userEvent.click(await screen.findByRole('button', { name }));

/** Changes both bids by a share, in the dialog. */
async function change(percent = '10') {
  for (const name of [/select winter shells, US/i, /select tents/i])
    await userEvent.click(await screen.findByRole('checkbox', { name }));
  await press('Change bids');
  const dialog = within(await screen.findByRole('dialog', { name: 'Change the bids of 2 campaigns' }));
  await fillIn(dialog.getByRole('textbox', { name: 'Change in percent' }), percent);
  await userEvent.click(dialog.getByRole('button', { name: 'Change 2 bids' }));
  return dialog;
}
/** The same, without an answer. */
async function lose() {
  const { calls } = show({ [BIDS]: reply(0) });
  await (await change()).findByRole('alert');
  return sentIn(calls)[0];
}
const note = async () => {
  const title = await screen.findByText('This change may have been applied.');
  return within(title.closest('[role=note]') as HTMLElement);
};
const loaded = () => screen.findByRole('checkbox', { name: /select tents/i });
const expectNone = async () => {
  await loaded();
  expect(screen.queryByText('This change may have been applied.')).toBeNull();
};

test('a change whose answer was lost is told after a reload, and asked for again under its key', async () => {
  const lost = await lose();
  const { calls } = reload({ [BIDS]: DONE, 'POST /api/campaigns/bids/undo': DONE });
  const said = await note();
  expect(
    said.getByText(/The bids of 2 campaigns were to be changed by \+10% \(.* UTC\), and no answer came\./),
  ).toBeTruthy();
  expect(said.getByText(/Winter shells, US.*Tents/)).toBeTruthy();
  await userEvent.click(said.getByRole('button', { name: 'Ask again' }));
  expect(await screen.findByText('2 bids are changed')).toBeTruthy();
  expect(sentIn(calls)).toEqual([lost]);
  await expectNone();
  await press('Undo');
  expect(await screen.findByText('2 bids are what they were')).toBeTruthy();
  // There is an answer: nothing is left to tell, and the same change is another one.
  const { calls: after } = reload({ [BIDS]: DONE });
  await expectNone();
  await change();
  await waitFor(() => expect(sentIn(after)).toHaveLength(1));
  expect(sentIn(after)[0]?.key).not.toBe(lost?.key);
});

test('chosen once more in the dialog, it goes under its key too', async () => {
  const lost = await lose();
  const { calls } = reload({ [BIDS]: DONE });
  await change();
  expect(await screen.findByText('2 bids are changed')).toBeTruthy();
  expect(sentIn(calls)).toEqual([lost]);
  await expectNone();
});

test('what its answer refuses is told', async () => {
  await lose();
  const refused = [{ id: TENTS.id, message: 'The least bid is $0.05' }];
  reload({ [BIDS]: { changed: CHANGED.slice(0, 1), refused } });
  await userEvent.click((await note()).getByRole('button', { name: 'Ask again' }));
  expect((await screen.findByRole('alert')).textContent).toContain('The least bid is $0.05');
  expect(await screen.findByText('1 bid is changed')).toBeTruthy();
  await expectNone();
});

test('it is forgotten when that is wished, and Undo brings it back', async () => {
  const lost = await lose();
  const { calls } = reload({ [BIDS]: DONE });
  await userEvent.click((await note()).getByRole('button', { name: 'Forget it' }));
  await expectNone();
  await press('Undo');
  await userEvent.click((await note()).getByRole('button', { name: 'Forget it' }));
  await change();
  await waitFor(() => expect(sentIn(calls)).toHaveLength(1));
  expect(sentIn(calls)[0]?.key).not.toBe(lost?.key);
});

test.each([0, 503, 429, 401])('an answer that is %s leaves it open, with the key', async (status) => {
  const lost = await lose();
  const failure = reply(status, { message: 'Not now', code: 'X', requestId: 'req_9' });
  const { calls, answer } = reload({ [BIDS]: failure, 'GET /api/me': reply(401) });
  const said = await note();
  await userEvent.click(said.getByRole('button', { name: 'Ask again' }));
  await waitFor(() => expect(sentIn(calls)).toHaveLength(1));
  await waitFor(async () => expect((await note()).getByRole('status').textContent).not.toBe(''));
  answer({ [BIDS]: DONE });
  await userEvent.click((await note()).getByRole('button', { name: 'Ask again' }));
  expect(await screen.findByText('2 bids are changed')).toBeTruthy();
  expect(sentIn(calls)).toEqual([lost, lost]);
});

test('a first call that is refused, or is on its way, is no doubt', async () => {
  let tell: (answer: unknown) => void = () => {};
  const late = new Promise((resolve) => {
    tell = resolve;
  });
  show({ [BIDS]: () => late });
  const dialog = await change();
  expect(screen.queryByText('This change may have been applied.')).toBeNull();
  tell(reply(422, { message: 'No', code: 'INVALID', requestId: 'req_9', errors: {} }));
  await dialog.findByRole('alert');
  reload({});
  await expectNone();
});

test('what the server knows no key of any more is neither told nor sent', async () => {
  const lost = await lose();
  const now = Date.now();
  jest.spyOn(Date, 'now').mockImplementation(() => now + 7 * DAY_MS);
  const { calls } = reload({ [BIDS]: DONE });
  await expectNone();
  await change();
  await waitFor(() => expect(sentIn(calls)).toHaveLength(1));
  expect(sentIn(calls)[0]?.key).not.toBe(lost?.key);
});

test('it is its owner’s alone, and what is no such list is passed over', async () => {
  await lose();
  reload({}, testUser({ id: 1002 }));
  await expectNone();
  for (const text of [
    '{',
    '7',
    '[null, {}, {"amount":"bid","ids":[],"change":{"percent":1},"key":"k","atMs":1,"names":[]}]',
  ]) {
    sessionStorage.setItem('ezdash_amounts_1001', text);
    reload({});
    await expectNone();
  }
});
