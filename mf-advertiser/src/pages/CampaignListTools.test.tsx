import type { Campaign, CampaignSavedView } from '@ezdash/contracts';
import { type Call, fillIn, reply } from '@ezdash/remote-kit/testing';
import { act, fireEvent, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { PAUSED, RUNNING, testCampaign, testPage } from '../testing/fixtures';
import { renderAdvertiser } from '../testing/renderAdvertiser';

const LIST = 'GET /api/campaigns/page';
const VIEWS = 'GET /api/campaigns/views';
const show = (routes: Record<string, unknown> = {}, address = '/advertiser/campaigns') =>
  renderAdvertiser(address, {
    [LIST]: ({ query }: Call) => testPage(undefined, query),
    [VIEWS]: { views: [] },
    'GET /api/campaign-drafts': { drafts: [] },
    ...routes,
  });
const sent = (calls: Call[], path: string) => calls.filter((call) => call.path === path);
const lastList = (calls: Call[]) => sent(calls, '/api/campaigns/page').at(-1)?.query;
const press = async (name: string | RegExp) => userEvent.click(await screen.findByRole('button', { name }));
const choose = async (name: string | RegExp) =>
  userEvent.click(await screen.findByRole('menuitem', { name }));
const mark = async (name: RegExp) => userEvent.click(await screen.findByRole('checkbox', { name }));

const VIEW: CampaignSavedView = {
  id: 'vw_1',
  name: 'Paused by click',
  settings: {
    group: 'paused',
    pricing: 'CPC',
    q: 'boots',
    sort: 'ctr',
    direction: 'ascending',
    columns: ['state', 'bid'],
  },
};

describe('the address', () => {
  it('says how the list is looked at', async () => {
    const { calls } = show(
      {},
      '/advertiser/campaigns?group=paused&pricing=CPC&q=boots&sort=name&direction=ascending&columns=id,state',
    );
    expect(await screen.findByText('Boots clearance')).toBeTruthy();
    expect(lastList(calls)).toMatchObject({
      group: 'paused',
      pricing: 'CPC',
      q: 'boots',
      sort: 'name',
      direction: 'ascending',
    });
    const headers = screen.getAllByRole('columnheader').map((header) => header.textContent);
    expect(headers).toEqual(['', 'Campaign', 'Id', 'State', 'Actions']);
  });

  it('that says nonsense is as usual', async () => {
    const { calls } = show({}, '/advertiser/campaigns?group=mine&pricing=CPX&sort=luck&columns=secret');
    expect(await screen.findByText('Boots clearance')).toBeTruthy();
    expect(lastList(calls)).toMatchObject({ group: 'all', sort: 'spend', direction: 'descending' });
    expect(lastList(calls)).not.toHaveProperty('pricing');
  });

  it('follows what is pressed: order and columns', async () => {
    const { calls } = show();
    await press('Clicks');
    await waitFor(() => expect(lastList(calls)).toMatchObject({ sort: 'clicks', direction: 'descending' }));
    await press('Clicks');
    await waitFor(() => expect(lastList(calls)).toMatchObject({ sort: 'clicks', direction: 'ascending' }));
    await press('Columns');
    await userEvent.click(await screen.findByRole('menuitemcheckbox', { name: 'Bid' }));
    await waitFor(() => expect(screen.queryByRole('columnheader', { name: 'Bid' })).toBeNull());
  });

  it('keeps a choice that another follows at once', async () => {
    const { calls } = show({}, '/advertiser/campaigns?group=paused');
    const pricing = await screen.findByRole('combobox', { name: 'Pricing' });
    act(() => {
      fireEvent.click(screen.getByRole('radio', { name: /^All/ }));
      fireEvent.change(pricing, { target: { value: 'CPC' } });
    });
    await waitFor(() => expect(lastList(calls)).toMatchObject({ group: 'all', pricing: 'CPC' }));
  });
});

describe('views', () => {
  it('are applied whole, and named at their button', async () => {
    const { calls } = show({ [VIEWS]: { views: [VIEW] } });
    await press('Views');
    await choose('Paused by click');
    await waitFor(() =>
      expect(lastList(calls)).toMatchObject({ group: 'paused', pricing: 'CPC', q: 'boots', sort: 'ctr' }),
    );
    expect(await screen.findByRole('button', { name: 'Paused by click' })).toBeTruthy();
    expect((screen.getByRole('searchbox') as HTMLInputElement).value).toBe('boots');
  });

  it('are saved under a name; a name that is taken is said at the field', async () => {
    const errors = { name: ['You have a view of this name'] };
    const { calls, answer } = show({
      'POST /api/campaigns/views': reply(422, {
        message: 'Check',
        code: 'VALIDATION',
        errors,
        requestId: 'r',
      }),
    });
    await press('Views');
    await choose('Save as a view');
    const dialog = await screen.findByRole('dialog', { name: 'Save this view' });
    await userEvent.click(within(dialog).getByRole('button', { name: 'Save view' }));
    expect(within(dialog).getByText('Give the view a name.')).toBeTruthy();
    await fillIn(within(dialog).getByRole('textbox', { name: 'Name' }), 'Mine');
    await userEvent.click(within(dialog).getByRole('button', { name: 'Save view' }));
    expect(await within(dialog).findByText('You have a view of this name')).toBeTruthy();
    answer({
      'POST /api/campaigns/views': ({ body }: Call) => reply(201, { id: 'vw_2', ...(body as object) }),
      [VIEWS]: { views: [{ ...VIEW, id: 'vw_2', name: 'Mine' }] },
    });
    await userEvent.click(within(dialog).getByRole('button', { name: 'Save view' }));
    expect(await screen.findByText('View “Mine” is saved')).toBeTruthy();
    expect(sent(calls, '/api/campaigns/views').at(-2)?.body).toMatchObject({
      name: 'Mine',
      settings: { group: 'all', sort: 'spend', columns: null },
    });
  });

  it('are deleted when agreed to', async () => {
    const { calls } = show(
      { [VIEWS]: { views: [VIEW] }, 'DELETE /api/campaigns/views/:id': reply(204) },
      '/advertiser/campaigns?view=vw_1',
    );
    await press('Paused by click');
    await choose('Delete “Paused by click”');
    const dialog = await screen.findByRole('dialog', { name: 'Delete the view “Paused by click”?' });
    await userEvent.click(within(dialog).getByRole('button', { name: 'Delete view' }));
    expect(await screen.findByText('View “Paused by click” is deleted')).toBeTruthy();
    expect(sent(calls, '/api/campaigns/views/vw_1')).toHaveLength(1);
  });
});

describe('daily budgets of several', () => {
  const BUDGETS = 'POST /api/campaigns/budgets';
  const changed = [
    { id: RUNNING.id, before_micros: 240_000_000, after_micros: 288_000_000 },
    { id: PAUSED.id, before_micros: 40_000_000, after_micros: 48_000_000 },
  ];
  const open = async () => {
    await mark(/select winter shells, US/i);
    await mark(/select boots/i);
    await press('Change budgets');
    return screen.findByRole('dialog', { name: 'Change the daily budgets of 2 campaigns' });
  };

  it('are changed by a share with what it comes to, and taken back', async () => {
    const { calls } = show({
      [BUDGETS]: { changed, refused: [] },
      'POST /api/campaigns/budgets/undo': { changed, refused: [] },
    });
    const dialog = await open();
    const field = within(dialog).getByRole('textbox', { name: 'Change in percent' });
    await fillIn(field, 'a lot');
    await userEvent.click(within(dialog).getByRole('button', { name: 'Change 2 budgets' }));
    expect(within(dialog).getByText('Enter a number such as 12.50')).toBeTruthy();
    await userEvent.clear(field);
    await fillIn(field, '1000');
    await userEvent.click(within(dialog).getByRole('button', { name: 'Change 2 budgets' }));
    expect(within(dialog).getByText(/^Enter a number from .90 to 900, other than 0\.$/)).toBeTruthy();
    await userEvent.clear(field);
    await fillIn(field, '20');
    expect(within(dialog).getByText('Together $280.00 a day now, $336.00 afterwards.')).toBeTruthy();
    await userEvent.click(within(dialog).getByRole('button', { name: 'Change 2 budgets' }));
    expect(await screen.findByText('2 daily budgets are changed')).toBeTruthy();
    await press('Undo');
    expect(await screen.findByText('2 daily budgets are what they were')).toBeTruthy();
    expect(sent(calls, '/api/campaigns/budgets')[0]?.body).toEqual({
      ids: [RUNNING.id, PAUSED.id],
      change: { percent: 20 },
    });
    expect(sent(calls, '/api/campaigns/budgets/undo')[0]?.body).toEqual({ changed });
  });

  it('whose answer was lost are asked for again under the same key', async () => {
    const { calls, answer } = show({ [BUDGETS]: reply(0) });
    const dialog = await open();
    await fillIn(within(dialog).getByRole('textbox', { name: 'Change in percent' }), '50');
    const verb = within(dialog).getByRole('button', { name: 'Change 2 budgets' });
    await userEvent.click(verb);
    expect((await within(dialog).findByRole('alert')).textContent).toContain('2 campaigns are left');
    answer({ [BUDGETS]: { changed, refused: [] } });
    await userEvent.click(verb);
    expect(await screen.findByText('2 daily budgets are changed')).toBeTruthy();
    const keys = sent(calls, '/api/campaigns/budgets').map(({ headers }) => headers['idempotency-key']);
    expect(keys).toEqual([expect.stringMatching(/^[\da-f-]{36}$/), keys[0]]);
    await waitFor(() => expect(screen.queryByText('2 selected')).toBeNull());
  });

  it('that are refused are told row by row', async () => {
    const refused = [{ id: PAUSED.id, message: 'The least daily budget is $5' }];
    show({ [BUDGETS]: { changed: changed.slice(0, 1), refused } });
    const dialog = await open();
    await fillIn(within(dialog).getByRole('textbox', { name: 'Change in percent' }), '-50');
    await userEvent.click(within(dialog).getByRole('button', { name: 'Change 2 budgets' }));
    const alert = await screen.findByRole('alert');
    expect(alert.textContent).toContain('1 campaign stayed as it was');
    expect(alert.textContent).toContain('“Boots clearance”: The least daily budget is $5');
    expect(await screen.findByText('1 daily budget is changed')).toBeTruthy();
    expect(screen.getByText('1 selected')).toBeTruthy();
  });
});

describe('more than a page', () => {
  const MANY = Array.from({ length: 60 }, (_, index) =>
    testCampaign({ id: `c_1${String(index).padStart(3, '0')}`, name: `Campaign ${index}` }),
  );
  const many = { [LIST]: ({ query }: Call) => testPage(MANY, query) };

  it('is asked for by the page; with another order one begins anew', async () => {
    const { calls } = show(many);
    await press('Next page');
    expect(await screen.findByText('Campaign 25')).toBeTruthy();
    expect(lastList(calls)).toMatchObject({ offset: '25', limit: '25' });
    await press('Clicks');
    await waitFor(() => expect(lastList(calls)).toMatchObject({ offset: '0', sort: 'clicks' }));
  });

  it('is acted on whole: all that match are marked', async () => {
    const ids = MANY.map(({ id }) => id);
    const { calls } = show({
      ...many,
      'GET /api/campaigns/ids': { ids },
      'POST /api/campaigns/actions': ({ body }: Call) => ({
        changed: (body as { ids: string[] }).ids,
        refused: [],
      }),
    });
    await mark(/select campaign 0$/i);
    await press('Select all 60 campaigns');
    expect(await screen.findByText('60 selected')).toBeTruthy();
    await press('Pause');
    expect(await screen.findByText('60 campaigns are paused')).toBeTruthy();
    expect(sent(calls, '/api/campaigns/actions')[0]?.body).toEqual({ ids, action: 'pause' });
  });
});

describe('of more than go at once, those that were not reached', () => {
  const MANY = Array.from({ length: 502 }, (_, index) =>
    testCampaign({ id: `c_1${String(index).padStart(3, '0')}`, name: `Campaign ${index}` }),
  );
  const ids = MANY.map(({ id }) => id);
  const first = ({ body }: Call) => (body as { ids: string[] }).ids[0] === ids[0];
  const markAll = async (routes: Record<string, unknown>) => {
    const shown = show({
      [LIST]: ({ query }: Call) => testPage(MANY, query),
      'GET /api/campaigns/ids': { ids },
      ...routes,
    });
    await mark(/select campaign 0$/i);
    await press('Select all 502 campaigns');
    expect(await screen.findByText('502 selected')).toBeTruthy();
    return shown;
  };
  const changedOf = ({ body }: Call) =>
    (body as { ids: string[] }).ids.map((id) => ({
      id,
      before_micros: 10_000_000,
      after_micros: 15_000_000,
    }));

  it('are what is left to change, and stay marked', async () => {
    const BUDGETS = 'POST /api/campaigns/budgets';
    const { calls, answer } = await markAll({
      [BUDGETS]: (call: Call) => (first(call) ? { changed: changedOf(call), refused: [] } : reply(0)),
    });
    await press('Change budgets');
    const dialog = await screen.findByRole('dialog', { name: 'Change the daily budgets of 502 campaigns' });
    await fillIn(within(dialog).getByRole('textbox', { name: 'Change in percent' }), '50');
    await userEvent.click(within(dialog).getByRole('button', { name: 'Change 502 budgets' }));
    expect((await within(dialog).findByRole('alert')).textContent).toContain('2 campaigns are left');
    expect(screen.getByText('500 daily budgets are changed')).toBeTruthy();
    expect(screen.getByText('2 selected')).toBeTruthy();
    answer({ [BUDGETS]: (call: Call) => ({ changed: changedOf(call), refused: [] }) });
    await userEvent.click(within(dialog).getByRole('button', { name: 'Change 2 budgets' }));
    await waitFor(() => expect(screen.queryByText('2 selected')).toBeNull());
    const [, second, third, ...more] = sent(calls, '/api/campaigns/budgets');
    expect(more).toEqual([]);
    expect(third?.body).toEqual({ ids: ids.slice(500), change: { percent: 50 } });
    expect(third?.headers['idempotency-key']).toBe(second?.headers['idempotency-key']);
  });

  it('by an action stay marked, too', async () => {
    await markAll({
      'POST /api/campaigns/actions': (call: Call) =>
        first(call) ? { changed: (call.body as { ids: string[] }).ids, refused: [] } : reply(0),
    });
    await press('Pause');
    expect(await screen.findByText('500 campaigns are paused')).toBeTruthy();
    expect(await screen.findByText('2 selected')).toBeTruthy();
  });
});

test('a clone is a draft of its own, opened at once', async () => {
  const draft: Campaign = {
    ...RUNNING,
    id: 'c_new',
    name: 'Winter shells, US and CA desktop (copy)',
    state: 'draft',
  };
  const { calls } = show({
    'POST /api/campaigns/:id/clone': reply(201, draft),
    'GET /api/campaigns/:id': draft,
  });
  await press(/actions for winter shells, US/i);
  await choose('Clone');
  expect(await screen.findByText('“Winter shells, US and CA desktop (copy)” is a draft')).toBeTruthy();
  expect(sent(calls, `/api/campaigns/${RUNNING.id}/clone`)[0]?.body).toEqual({ name: draft.name });
});

describe('a file', () => {
  const PREVIEW = 'POST /api/campaigns/import/preview';
  const good = {
    plan: 'plan-1',
    rows: [
      {
        line: 2,
        id: RUNNING.id,
        name: RUNNING.name,
        changes: [{ column: 'bid', before: '3.40', after: '3.85' }],
      },
      { line: 3, id: null, name: 'Tents', changes: [{ column: 'name', before: '', after: 'Tents' }] },
    ],
    unchanged: 4,
    troubles: [],
  };
  const upload = async (file: File) => {
    await press('CSV');
    await choose('Import a file');
    const drawer = await screen.findByRole('dialog', { name: 'Import campaigns' });
    const input = drawer.querySelector('input[type="file"]');
    if (!(input instanceof HTMLInputElement)) throw new Error('There is no place for a file');
    await userEvent.upload(input, file);
    return drawer;
  };
  const csv = new File(['id,bid\nc_7k2,3.85\n'], 'campaigns.csv', { type: 'text/csv' });

  it('leaves with what is filtered', async () => {
    show({}, '/advertiser/campaigns?group=paused&q=boots');
    await press('CSV');
    const link = await screen.findByRole('menuitem', { name: 'Export what is shown' });
    const address = new URL(link.getAttribute('href') ?? '', 'http://localhost');
    expect(address.pathname).toBe('/api/campaigns/export.csv');
    expect(Object.fromEntries(address.searchParams)).toMatchObject({
      group: 'paused',
      q: 'boots',
      sort: 'spend',
    });
  });

  it('says what it would do, and does it once it is agreed to', async () => {
    const { calls } = show({
      [PREVIEW]: good,
      'POST /api/campaigns/import': { created: ['c_new'], changed: [RUNNING.id] },
    });
    const drawer = await upload(csv);
    expect(
      await within(drawer).findByText(/1 new draft, 1 campaign changed, 4 the same as before/),
    ).toBeTruthy();
    expect(drawer.textContent).toContain('3.40 3.85');
    await userEvent.click(within(drawer).getByRole('button', { name: 'Apply 2 rows' }));
    expect(await screen.findByText('1 new draft, 1 campaign changed')).toBeTruthy();
    const [call] = sent(calls, '/api/campaigns/import');
    expect([call?.query, call?.body]).toEqual([{ plan: 'plan-1' }, 'id,bid\nc_7k2,3.85\n']);
  });

  it('warns of the running campaigns that it takes out of delivery', async () => {
    show({ [PREVIEW]: { ...good, reviewed: 3 } });
    const drawer = await upload(csv);
    expect(await within(drawer).findByText(/^3 running campaigns go back to review/)).toBeTruthy();
  });

  it('with troubles says line and column of each, and offers nothing to apply', async () => {
    const troubles = [{ line: 4, column: 'bid', message: 'Write an amount as 12.50' }];
    show({ [PREVIEW]: { plan: null, rows: [], unchanged: 0, troubles } });
    const drawer = await upload(csv);
    const alert = await within(drawer).findByRole('alert');
    expect(alert.textContent).toContain('1 problem in the file');
    expect(alert.textContent).toContain('Line 4, bid: Write an amount as 12.50');
    expect(within(drawer).queryByRole('button', { name: /Apply/ })).toBeNull();
  });

  it('that is no text in UTF-8 is not sent', async () => {
    const { calls } = show();
    const drawer = await upload(
      new File([new Uint8Array([0x66, 0xfc, 0x72])], 'latin.csv', { type: 'text/csv' }),
    );
    expect(await within(drawer).findByText(/no CSV file in UTF-8/)).toBeTruthy();
    expect(sent(calls, '/api/campaigns/import/preview')).toEqual([]);
  });

  it('that would do something else by now is looked at again', async () => {
    const changedSince = {
      message: 'The campaigns have changed since',
      code: 'PLAN_CHANGED',
      requestId: 'r',
    };
    const { answer } = show({ [PREVIEW]: good, 'POST /api/campaigns/import': reply(409, changedSince) });
    const drawer = await upload(csv);
    await within(drawer).findByText(/4 the same as before/);
    answer({ [PREVIEW]: { ...good, plan: 'plan-2', unchanged: 5 } });
    await userEvent.click(within(drawer).getByRole('button', { name: 'Apply 2 rows' }));
    expect(await within(drawer).findByText(/5 the same as before/)).toBeTruthy();
    expect(drawer.textContent).toContain('The campaigns have changed since');
  });
});
