import type { StoredCampaignDraft } from '@ezdash/contracts';
import { type Call, fillIn, reply } from '@ezdash/remote-kit/testing';
import { screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { EMPTY_DRAFT } from '../features/form/campaignForm';
import { loadDraft, saveDraft } from '../features/wizard/draftStorage';
import { renderAdvertiser } from '../testing/renderAdvertiser';

const PATH = '/advertiser/campaigns/new';
const USER = 1001;
const CREATE = 'POST /api/campaign-drafts';
const READ = 'GET /api/campaign-drafts/:id';
const SAVE = 'PUT /api/campaign-drafts/:id';
const DROP = 'DELETE /api/campaign-drafts/:id';

const stored = (given: Partial<StoredCampaignDraft> = {}): StoredCampaignDraft => ({
  id: 'cd_1',
  name: 'Winter',
  step: 'general',
  version: 4,
  created_at: '2026-11-21T14:00:00.000Z',
  updated_at: '2026-11-21T14:05:00.000Z',
  form: { ...EMPTY_DRAFT, name: 'Winter' },
  ...given,
});
const name = () => screen.findByRole<HTMLInputElement>('textbox', { name: 'Name' });
const saved = (calls: Call[]) => calls.filter(({ method }) => method === 'PUT' || method === 'POST');
const press = (label: string) => userEvent.click(screen.getByRole('button', { name: label }));
afterEach(() => localStorage.clear());

test('what is typed goes to the account, and the address leads back to it', async () => {
  const { calls, address } = renderAdvertiser(PATH, {
    [CREATE]: reply(201, stored({ version: 1 })),
    [SAVE]: ({ body }: Call) => stored({ version: (body as { version: number }).version + 1 }),
  });
  await fillIn(await name(), 'Winter');
  await waitFor(() => expect(address()).toBe(`${PATH}?draft=cd_1`));
  expect(saved(calls)[0]?.body).toMatchObject({ name: 'Winter', step: 'general', form: { name: 'Winter' } });
  // The same wizard goes on: nothing typed meanwhile is gone.
  await fillIn(await name(), ' shells');
  await waitFor(() => expect(saved(calls).at(-1)?.body).toMatchObject({ name: 'Winter shells', version: 1 }));
  expect(loadDraft(USER)).toBeNull();
});

test('a draft of another device is opened by its address', async () => {
  renderAdvertiser(`${PATH}?draft=cd_1`, { [READ]: stored() });
  expect((await name()).value).toBe('Winter');
});

test('one that is gone says so', async () => {
  const refusal = { message: 'No such draft', code: 'NOT_FOUND', requestId: 'r' };
  renderAdvertiser(`${PATH}?draft=cd_1`, { [READ]: reply(404, refusal) });
  expect(
    await screen.findByRole('heading', { level: 1, name: 'This draft is not there any more' }),
  ).toBeTruthy();
});

const CHANGED = reply(409, {
  message: 'This draft was changed elsewhere',
  code: 'DRAFT_CHANGED',
  requestId: 'r',
  version: 9,
  updated_at: '2026-11-21T14:30:00.000Z',
});
async function conflict() {
  const remote = renderAdvertiser(`${PATH}?draft=cd_1`, { [READ]: stored(), [SAVE]: CHANGED });
  await fillIn(await name(), ' mine');
  await screen.findByText(/^This draft was changed elsewhere, 21 Nov/);
  return remote;
}

test('of two tabs the later one is told, what it holds is kept, and it can take over', async () => {
  const { calls, answer } = await conflict();
  expect(loadDraft(USER)?.draft.name).toBe('Winter mine');
  answer({ [SAVE]: stored({ version: 10 }) });
  await press('Use mine for both');
  await waitFor(() => expect(saved(calls).at(-1)?.body).toMatchObject({ version: 9, name: 'Winter mine' }));
  expect((await name()).value).toBe('Winter mine');
  expect(screen.queryByText(/changed elsewhere/)).toBeNull();
});

test('until it has chosen, nothing is sent and nothing thrown away: it is led to the question', async () => {
  const { calls } = await conflict();
  await press('Discard draft');
  expect(document.activeElement).toBe(screen.getByRole('button', { name: 'Keep mine as a copy' }));
  expect((await name()).value).toBe('Winter mine');
  expect(calls.filter(({ method }) => method === 'DELETE')).toEqual([]);
});

test('or keep its own as a copy', async () => {
  const { calls, answer, address } = await conflict();
  answer({ [CREATE]: reply(201, stored({ id: 'cd_2', version: 1 })) });
  await press('Keep mine as a copy');
  await waitFor(() => expect(address()).toBe(`${PATH}?draft=cd_2`));
  expect(saved(calls).at(-1)?.body).toMatchObject({ name: 'Winter mine' });
  expect((await name()).value).toBe('Winter mine');
});

test('or load the other one; when that fails it says why and keeps what is here', async () => {
  const { answer } = await conflict();
  answer({ [READ]: reply(403, { message: 'The server stumbled', code: 'X', requestId: 'r' }) });
  await press('Load the other');
  expect(await screen.findByText('The server stumbled.')).toBeTruthy();
  expect((await name()).value).toBe('Winter mine');
  answer({ [READ]: stored({ version: 9, form: { ...EMPTY_DRAFT, name: 'Theirs' } }) });
  await press('Load the other');
  await waitFor(async () => expect((await name()).value).toBe('Theirs'));
});

test('what the server could not be told is kept here and comes first the next time', async () => {
  const failing = { [READ]: stored(), [SAVE]: reply(500, { message: '', code: 'X', requestId: 'r' }) };
  const first = renderAdvertiser(`${PATH}?draft=cd_1`, failing);
  await fillIn(await name(), ' unsent');
  expect(await screen.findByText(/^Draft, saved .* UTC in this browser$/)).toBeTruthy();
  first.unmount();
  renderAdvertiser(`${PATH}?draft=cd_1`, failing);
  expect((await name()).value).toBe('Winter unsent');
});

test('a saving that was on its way when the page was loaded anew is nobody else’s change', async () => {
  const draft = { ...EMPTY_DRAFT, name: 'Winter mine' };
  saveDraft(USER, { draft, savedAtMs: Date.now(), onVersion: 1, unsent: true }, 'cd_1');
  const { calls } = renderAdvertiser(`${PATH}?draft=cd_1`, {
    [READ]: stored({ version: 9, name: draft.name, form: draft }),
    [SAVE]: ({ body }: Call) =>
      (body as { version: number }).version === 9 ? stored({ version: 10 }) : CHANGED,
  });
  await waitFor(() => expect(calls.some(({ method }) => method === 'GET')).toBe(true));
  await fillIn(await name(), ' too');
  await waitFor(() =>
    expect(saved(calls).at(-1)?.body).toMatchObject({ version: 9, name: 'Winter mine too' }),
  );
  expect(screen.queryByText(/changed elsewhere/)).toBeNull();
});

test('a draft that is thrown away leaves the account, too', async () => {
  const { calls, address } = renderAdvertiser(`${PATH}?draft=cd_1`, {
    [READ]: stored(),
    [DROP]: reply(204, undefined),
  });
  await name();
  await press('Discard draft');
  await waitFor(() => expect(calls.some(({ method }) => method === 'DELETE')).toBe(true));
  await waitFor(() => expect(address()).toBe(`${PATH}?step=general`));
});

test('so does one that was begun and thrown away on the same page, with its mistakes', async () => {
  const { calls, address } = renderAdvertiser(PATH, {
    [CREATE]: reply(201, stored({ version: 1 })),
    [SAVE]: stored({ version: 2 }),
    [DROP]: reply(204, undefined),
  });
  await fillIn(await name(), 'Winter');
  await waitFor(() => expect(address()).toBe(`${PATH}?draft=cd_1`));
  // The press leaves the field, whose mistake is not that of the empty form behind it.
  await fillIn(screen.getByRole('textbox', { name: 'Landing page' }), 'halden');
  await press('Discard draft');
  await waitFor(() => expect(calls.filter(({ method }) => method === 'DELETE')).toHaveLength(1));
  expect(calls.find(({ method }) => method === 'DELETE')?.path).toBe('/api/campaign-drafts/cd_1');
  await waitFor(() => expect(address()).toBe(`${PATH}?step=general`));
  expect(screen.queryByText(/^Draft, saved/)).toBeNull();
  expect(screen.queryByText(/^Enter a full address/)).toBeNull();
  expect(loadDraft(USER)).toBeNull();
});

test('a saving whose answer was lost is not taken for somebody else’s', async () => {
  const failed = reply(500, { message: '', code: 'X', requestId: 'r' });
  const { calls, answer } = renderAdvertiser(`${PATH}?draft=cd_1`, { [READ]: stored(), [SAVE]: failed });
  await fillIn(await name(), ' one');
  expect(await screen.findByText(/^Draft, saved .* UTC in this browser$/)).toBeTruthy();
  // It had arrived: the next one finds it there.
  const arrived = stored({ version: 9, form: { ...EMPTY_DRAFT, name: 'Winter one' } });
  answer({
    [READ]: arrived,
    [SAVE]: ({ body }: Call) =>
      (body as { version: number }).version === 9 ? stored({ version: 10 }) : CHANGED,
  });
  await fillIn(await name(), ' two');
  await waitFor(() =>
    expect(saved(calls).at(-1)?.body).toMatchObject({ version: 9, name: 'Winter one two' }),
  );
  expect(screen.queryByText(/changed elsewhere/)).toBeNull();
});
