import { type Call, fillIn, reply, testUser } from '@ezdash/remote-kit/testing';
import { cleanup, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { PAUSED, RUNNING, testCampaign, testPage } from '../testing/fixtures';
import { renderAdvertiser } from '../testing/renderAdvertiser';

const BIDS = 'POST /api/campaigns/bids';
const DAY_MS = 86_400_000;
const TENTS = testCampaign({ id: 'c_7k9', name: 'Tents', bid_micros: 1_000_000 });
const CHANGED = [
  { id: RUNNING.id, before_micros: 3_400_000, after_micros: 3_740_000 },
  { id: TENTS.id, before_micros: 1_000_000, after_micros: 1_100_000 },
];
const DONE = { changed: CHANGED, refused: [] };
const UNDO = 'POST /api/campaigns/bids/undo';
const MADE = /^The change of .* UTC was made: 2 bids$/;

beforeEach(() => sessionStorage.clear());
afterEach(() => jest.restoreAllMocks());

const show = (routes: Record<string, unknown> = {}, user = testUser()) =>
  renderAdvertiser(
    '/advertiser/campaigns',
    {
      'GET /api/campaigns/page': ({ query }: Call) => testPage([RUNNING, TENTS, PAUSED], query),
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

/** Writes a share of both bids into the dialog. */
async function write(percent = '10', more: RegExp[] = []) {
  for (const name of [/select winter shells, US/i, /select tents/i, ...more])
    await userEvent.click(await screen.findByRole('checkbox', { name }));
  await press('Change bids');
  const title = `Change the bids of ${2 + more.length} campaigns`;
  const dialog = within(await screen.findByRole('dialog', { name: title }));
  await fillIn(dialog.getByRole('textbox', { name: 'Change in percent' }), percent);
  return dialog;
}
const pressIn = (dialog: ReturnType<typeof within>, name: string) =>
  userEvent.click(dialog.getByRole('button', { name }));
/** Changes both bids by a share, in the dialog. */
async function change() {
  const dialog = await write();
  await pressIn(dialog, 'Change 2 bids');
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
  const { calls } = reload({ [BIDS]: DONE, [UNDO]: DONE });
  const said = await note();
  expect(
    said.getByText(/The bids of 2 campaigns were to be changed by \+10% \(.* UTC\), and no answer came\./),
  ).toBeTruthy();
  expect(said.getByText(/Winter shells, US.*Tents/)).toBeTruthy();
  await userEvent.click(said.getByRole('button', { name: 'Get the answer' }));
  expect(await screen.findByText(MADE)).toBeTruthy();
  expect(screen.queryByText('2 bids are changed')).toBeNull();
  expect(sentIn(calls)).toEqual([lost]);
  await expectNone();
  await press('Undo that change');
  expect(await screen.findByText('2 bids are what they were')).toBeTruthy();
  // There is an answer: nothing is left to tell, and the same change is another one.
  const { calls: after } = reload({ [BIDS]: DONE });
  await expectNone();
  await change();
  await waitFor(() => expect(sentIn(after)).toHaveLength(1));
  expect(sentIn(after)[0]?.key).not.toBe(lost?.key);
});

describe('chosen once more in the dialog, days later', () => {
  const later = async (routes: Record<string, unknown>) => {
    const lost = await lose();
    const now = Date.now();
    jest.spyOn(Date, 'now').mockImplementation(() => now + 3 * DAY_MS);
    return { lost, ...reload(routes) };
  };
  const SENT_BEFORE =
    /The same change of 2 campaigns was sent before \(.* UTC\), and nobody knows whether it was made\./;

  it('says so and foretells nothing; its answer is had under its key, and is no change of now', async () => {
    const { lost, calls } = await later({ [BIDS]: DONE, [UNDO]: DONE });
    const dialog = await write();
    expect(dialog.getByText(SENT_BEFORE)).toBeTruthy();
    expect(dialog.queryByText(/become/)).toBeNull();
    expect(dialog.queryByRole('button', { name: 'Change 2 bids' })).toBeNull();
    // Another share is another change.
    const field = dialog.getByRole('textbox', { name: 'Change in percent' });
    await userEvent.type(field, '0');
    expect(dialog.queryByText(SENT_BEFORE)).toBeNull();
    expect(dialog.getByText('Bids of $1.00 to $3.40 become $2.00 to $6.80.')).toBeTruthy();
    // What Enter does is what changes nothing twice.
    await userEvent.type(field, '{Backspace}{Enter}');
    expect(await screen.findByText(MADE)).toBeTruthy();
    expect(screen.queryByText('2 bids are changed')).toBeNull();
    expect(sentIn(calls)).toEqual([lost]);
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    await expectNone();
    await press('Undo that change');
    expect(await screen.findByText('2 bids are what they were')).toBeTruthy();
    expect(calls.find(({ path }) => path.endsWith('/undo'))?.body).toEqual({ changed: CHANGED });
  });

  it('is changed once more when that is wished: under a new key, and the old one is forgotten', async () => {
    const { lost, calls } = await later({ [BIDS]: DONE });
    await pressIn(await write(), 'Change once more');
    expect(await screen.findByText('2 bids are changed')).toBeTruthy();
    expect(sentIn(calls)).toEqual([{ body: lost?.body, key: expect.not.stringMatching(lost?.key ?? '') }]);
    reload({});
    await expectNone();
  });

  it('whose second answer is lost, too, goes on under the new key at once', async () => {
    const { lost, calls, answer } = await later({ [BIDS]: reply(0) });
    const dialog = await write();
    await pressIn(dialog, 'Change once more');
    expect((await dialog.findByRole('alert')).textContent).toContain('2 campaigns are left');
    expect(dialog.queryByText(SENT_BEFORE)).toBeNull();
    // The list may show it already, so nothing is foretold.
    expect(dialog.queryByText(/become/)).toBeNull();
    answer({ [BIDS]: DONE });
    await pressIn(dialog, 'Change 2 bids');
    expect(await screen.findByText('2 bids are changed')).toBeTruthy();
    const [second, third, ...more] = sentIn(calls);
    expect(more).toEqual([]);
    expect(third).toEqual(second);
    expect(second?.key).not.toBe(lost?.key);
    await expectNone();
  });

  it('whose second call is refused is as much in doubt as before', async () => {
    const no = reply(422, { message: 'No', code: 'INVALID', requestId: 'req_9', errors: {} });
    const { lost, answer, calls } = await later({ [BIDS]: no });
    const dialog = await write();
    await pressIn(dialog, 'Change once more');
    await dialog.findByRole('alert');
    expect(dialog.getByText(SENT_BEFORE)).toBeTruthy();
    answer({ [BIDS]: DONE });
    await pressIn(dialog, 'Get the answer');
    expect(await screen.findByText(MADE)).toBeTruthy();
    expect(sentIn(calls)[1]).toEqual(lost);
  });

  it('and whose answer cannot be had is asked about again', async () => {
    const { lost, calls } = await later({ [BIDS]: reply(0) });
    const dialog = await write();
    await pressIn(dialog, 'Get the answer');
    await dialog.findByRole('alert');
    expect(dialog.getByText(SENT_BEFORE)).toBeTruthy();
    expect(dialog.getByRole('button', { name: 'Change once more' })).toBeTruthy();
    expect(sentIn(calls)).toEqual([lost]);
  });

  it('with others beside it, its answer leaves the others to be changed', async () => {
    const { lost, calls } = await later({ [BIDS]: DONE });
    const dialog = await write('10', [/select boots/i]);
    expect(dialog.getByText(SENT_BEFORE)).toBeTruthy();
    await pressIn(dialog, 'Get the answer');
    await userEvent.click(await dialog.findByRole('button', { name: 'Change 1 bid' }));
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    expect(sentIn(calls).map(({ body }) => body)).toEqual([
      lost?.body,
      { ids: [PAUSED.id], change: { percent: 10 } },
    ]);
    expect(sentIn(calls)[0]?.key).toBe(lost?.key);
  });
});

test('what its answer refuses is told', async () => {
  await lose();
  const refused = [{ id: TENTS.id, message: 'The least bid is $0.05' }];
  reload({ [BIDS]: { changed: CHANGED.slice(0, 1), refused } });
  await userEvent.click((await note()).getByRole('button', { name: 'Get the answer' }));
  expect((await screen.findByRole('alert')).textContent).toContain('The least bid is $0.05');
  expect(await screen.findByText(/^The change of .* UTC was made: 1 bid$/)).toBeTruthy();
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
  await userEvent.click(said.getByRole('button', { name: 'Get the answer' }));
  await waitFor(() => expect(sentIn(calls)).toHaveLength(1));
  await waitFor(async () => expect((await note()).getByRole('status').textContent).not.toBe(''));
  answer({ [BIDS]: DONE });
  await userEvent.click((await note()).getByRole('button', { name: 'Get the answer' }));
  expect(await screen.findByText(MADE)).toBeTruthy();
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

test('one that is still on its way when its dialog is closed is no other change in the next dialog', async () => {
  const { calls } = show({ [BIDS]: () => new Promise(() => {}) });
  await pressIn(await change(), 'Cancel');
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  await press('Change bids');
  const dialog = within(await screen.findByRole('dialog', { name: 'Change the bids of 2 campaigns' }));
  await userEvent.type(dialog.getByRole('textbox', { name: 'Change in percent' }), '10{Enter}');
  await waitFor(() => expect(sentIn(calls)).toHaveLength(2));
  expect(sentIn(calls)[1]).toEqual(sentIn(calls)[0]);
  expect(dialog.getByText(/The same change of 2 campaigns was sent before/)).toBeTruthy();
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
    `[{"amount":"bid","ids":["a"],"change":{"percent":1},"key":"k","atMs":${Date.now()},"names":[],"unsent":7}]`,
  ]) {
    sessionStorage.setItem('ezdash_amounts_1001', text);
    reload({});
    await expectNone();
  }
});

describe('of more than go at once, a lost answer', () => {
  const MANY = Array.from({ length: 502 }, (_, index) =>
    testCampaign({ id: `c_1${String(index).padStart(3, '0')}`, name: `Campaign ${index}` }),
  );
  const ids = MANY.map(({ id }) => id);
  const UNSENT = /The other 2 of the chosen campaigns were not asked for yet\./;
  const all = {
    'GET /api/campaigns/page': ({ query }: Call) => testPage(MANY, query),
    'GET /api/campaigns/ids': { ids },
  };
  const changedOf = ({ body }: Call) => ({
    changed: (body as { ids: string[] }).ids.map((id) => ({ id, before_micros: 1, after_micros: 2 })),
    refused: [],
  });
  const writeAll = async () => {
    await userEvent.click(await screen.findByRole('checkbox', { name: /select campaign 0$/i }));
    await press('Select all 502 campaigns');
    await screen.findByText('502 selected');
    await press('Change bids');
    const dialog = within(await screen.findByRole('dialog', { name: 'Change the bids of 502 campaigns' }));
    await fillIn(dialog.getByRole('textbox', { name: 'Change in percent' }), '10');
    return dialog;
  };
  const loseFirst = async () => {
    show({ ...all, [BIDS]: reply(0) });
    const dialog = await writeAll();
    await pressIn(dialog, 'Change 502 bids');
    await dialog.findByRole('alert');
    return reload({ ...all, [BIDS]: changedOf });
  };

  it('tells of those that were not asked for, and so does what came of it', async () => {
    await loseFirst();
    const said = await note();
    expect(said.getByText(/The bids of 500 campaigns were to be changed/)).toBeTruthy();
    expect(said.getByText(UNSENT)).toBeTruthy();
    await pressIn(said, 'Get the answer');
    expect((await screen.findByText(/was made: 500 bids\. /)).textContent).toMatch(UNSENT);
  });

  it('once its answer is there, the dialog goes on with the others', async () => {
    const { calls } = await loseFirst();
    const dialog = await writeAll();
    expect(dialog.getByText(/The same change of 500 campaigns was sent before/)).toBeTruthy();
    await pressIn(dialog, 'Get the answer');
    await userEvent.click(await dialog.findByRole('button', { name: 'Change 2 bids' }));
    expect(await screen.findByText('2 bids are changed')).toBeTruthy();
    expect(sentIn(calls).map(({ body }) => (body as { ids: string[] }).ids)).toEqual([
      ids.slice(0, 500),
      ids.slice(500),
    ]);
  });

  it('does not tell of those that were asked for since', async () => {
    await loseFirst();
    expect((await note()).getByText(UNSENT)).toBeTruthy();
    reload({
      [BIDS]: changedOf,
      'GET /api/campaigns/page': ({ query }: Call) => testPage(MANY.slice(500), query),
    });
    for (const name of [/select campaign 500$/i, /select campaign 501$/i])
      await userEvent.click(await screen.findByRole('checkbox', { name }));
    await press('Change bids');
    const dialog = within(await screen.findByRole('dialog', { name: 'Change the bids of 2 campaigns' }));
    await fillIn(dialog.getByRole('textbox', { name: 'Change in percent' }), '10');
    await pressIn(dialog, 'Change 2 bids');
    expect(await screen.findByText('2 bids are changed')).toBeTruthy();
    expect((await note()).queryByText(UNSENT)).toBeNull();
  });
});
