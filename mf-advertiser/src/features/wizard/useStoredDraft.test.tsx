import { TAKEOVER_EVENT } from '@ezdash/contracts/constants';
import { type Call, fillIn, reply } from '@ezdash/remote-kit/testing';
import { act, fireEvent, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { renderAdvertiser } from '../../testing/renderAdvertiser';
import { loadDraft } from './draftStorage';

const USER = 1001;
const PATH = '/advertiser/campaigns/new';
const DROP = 'DELETE /api/campaign-drafts/:id';
const SUMMARY = {
  id: 'cd_1',
  name: 'Winter',
  step: 'general',
  version: 1,
  created_at: '2026-11-21T14:00:00.000Z',
  updated_at: '2026-11-21T14:05:00.000Z',
};
afterEach(() => localStorage.clear());

const nameField = () => screen.findByRole('textbox', { name: 'Name' });
const dropped = (calls: Call[]) => calls.filter(({ method }) => method === 'DELETE');
const takeOver = () => act(() => void window.dispatchEvent(new Event(TAKEOVER_EVENT)));

test.each(['pagehide', TAKEOVER_EVENT])('what was typed this moment is kept at %s', async (end) => {
  renderAdvertiser(PATH, {});
  const name = await nameField();
  fireEvent.change(name, { target: { value: 'Winter shells' } });
  expect(loadDraft(USER)).toBeNull();
  act(() => void window.dispatchEvent(new Event(end)));
  expect(loadDraft(USER)?.draft.name).toBe('Winter shells');
});

test('a release that takes over goes on with what the account has, without asking for it', async () => {
  const routes = { 'POST /api/campaign-drafts': reply(201, SUMMARY) };
  const before = renderAdvertiser(PATH, routes);
  await fillIn(await nameField(), 'Winter shells');
  await waitFor(() => expect(before.address()).toBe(`${PATH}?draft=cd_1`));
  takeOver();
  before.unmount();
  const older = { ...SUMMARY, form: { name: 'Autumn' } };
  renderAdvertiser(`${PATH}?draft=cd_1`, { 'GET /api/campaign-drafts/:id': older });
  expect(await screen.findByDisplayValue('Winter shells')).toBeTruthy();
});

test('one whose first saving is on the way is not made twice', async () => {
  let answer: (value: unknown) => void = () => undefined;
  const slow = () => new Promise((resolve) => (answer = resolve));
  const before = renderAdvertiser(PATH, { 'POST /api/campaign-drafts': slow, [DROP]: reply(204, undefined) });
  await fillIn(await nameField(), 'Winter shells');
  await waitFor(() => expect(before.calls.some(({ method }) => method === 'POST')).toBe(true));
  takeOver();
  // The page goes, its calls stay on their way.
  before.rerender(<p>Gone</p>);
  await act(async () => answer(reply(201, SUMMARY)));
  await waitFor(() =>
    expect(dropped(before.calls).map(({ path }) => path)).toEqual(['/api/campaign-drafts/cd_1']),
  );
  expect(loadDraft(USER)?.draft.name).toBe('Winter shells');
});

test('one that is thrown away while it is being saved is dropped once, after the saving', async () => {
  let answer: (value: unknown) => void = () => undefined;
  const slow = () => new Promise((resolve) => (answer = resolve));
  const { calls, address } = renderAdvertiser(PATH, {
    'POST /api/campaign-drafts': reply(201, SUMMARY),
    'PUT /api/campaign-drafts/:id': slow,
    [DROP]: reply(204, undefined),
  });
  await fillIn(await nameField(), 'Winter');
  await waitFor(() => expect(address()).toContain('draft=cd_1'));
  await fillIn(await nameField(), ' shells');
  await waitFor(() => expect(calls.some(({ method }) => method === 'PUT')).toBe(true));
  await userEvent.click(screen.getByRole('button', { name: 'Discard draft' }));
  expect(dropped(calls)).toEqual([]);
  await act(async () => answer({ ...SUMMARY, version: 2 }));
  await waitFor(() => expect(dropped(calls)).toHaveLength(1));
});

test('a first saving whose answer was lost goes out under the same key after a reload, and what is newer on top', async () => {
  const refused = reply(500, { message: '', code: 'X', requestId: 'r' });
  const before = renderAdvertiser(PATH, { 'POST /api/campaign-drafts': refused });
  await fillIn(await nameField(), 'Wint');
  await waitFor(() => expect(before.calls.some(({ method }) => method === 'POST')).toBe(true));
  const keyOf = (calls: Call[]) => calls.find(({ method }) => method === 'POST')?.headers['idempotency-key'];
  await waitFor(() => expect(loadDraft(USER)?.key).toBe(keyOf(before.calls)));
  before.unmount();
  const after = renderAdvertiser(PATH, {
    'POST /api/campaign-drafts': reply(201, SUMMARY),
    'PUT /api/campaign-drafts/:id': { ...SUMMARY, version: 2 },
  });
  await fillIn(await nameField(), 'er');
  const saved = () => after.calls.filter(({ method }) => method === 'PUT').map(({ body }) => body);
  await waitFor(() => expect(saved().at(-1)).toMatchObject({ name: 'Winter' }));
  expect(keyOf(after.calls)).toBe(keyOf(before.calls));
  expect(saved()[0]).toMatchObject({ version: 1 });
});

test('when another device has gone on with it meanwhile, its writer is asked', async () => {
  const refused = reply(500, { message: '', code: 'X', requestId: 'r' });
  const before = renderAdvertiser(PATH, { 'POST /api/campaign-drafts': refused });
  await fillIn(await nameField(), 'Wint');
  await waitFor(() => expect(loadDraft(USER)?.key).toBeTruthy());
  await waitFor(() => expect(before.calls.some(({ method }) => method === 'POST')).toBe(true));
  before.unmount();
  const after = renderAdvertiser(PATH, {
    'POST /api/campaign-drafts': reply(201, { ...SUMMARY, version: 3 }),
  });
  await fillIn(await nameField(), 'er');
  expect(await screen.findByText(/^This draft was changed elsewhere/)).toBeTruthy();
  expect(after.calls.some(({ method }) => method === 'PUT')).toBe(false);
});
