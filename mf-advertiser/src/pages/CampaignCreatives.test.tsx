import type { Campaign } from '@ezdash/contracts';
import { type Call, fillIn, reply } from '@ezdash/remote-kit/testing';
import { act, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { fakeUploads, imageFile, storedImage } from '../testing/fakeUploads';
import { ARCHIVED, REJECTED, RUNNING, testCampaign } from '../testing/fixtures';
import { renderAdvertiser } from '../testing/renderAdvertiser';

const GET = 'GET /api/campaigns/:id';
const PATCH = 'PATCH /api/campaigns/:id';
const ACT = 'POST /api/campaigns/actions';
const OLD = { asset_id: 'a_1', name: 'Shell jacket', alt: 'A blue shell jacket' };
let uploads: ReturnType<typeof fakeUploads>;
beforeEach(() => {
  uploads = fakeUploads();
});

/** The server's answer to a change, which is also what it answers from then on. */
function serve(campaign: Campaign, state = campaign.state) {
  let current = campaign;
  return {
    [GET]: () => current,
    [PATCH]: ({ body }: Call) => {
      const { creatives } = body as { creatives: (typeof OLD)[] };
      const made = creatives.map(({ asset_id, name, alt }) => ({
        ...testCampaign().creatives[0],
        id: `cr_${asset_id}`,
        name,
        alt,
        image: storedImage(asset_id),
      }));
      current = { ...campaign, state, creatives: made as Campaign['creatives'] };
      return current;
    },
    [ACT]: () => {
      current = { ...current, state: 'inReview' };
      return { changed: [campaign.id], refused: [] };
    },
  };
}

async function open(campaign: Campaign, routes: Record<string, unknown> = serve(campaign)) {
  const remote = renderAdvertiser(`/advertiser/campaigns/${campaign.id}?tab=creatives`, routes);
  await userEvent.click(await screen.findByRole('button', { name: 'Edit creatives' }));
  return remote;
}
const form = () => within(screen.getByRole('form', { name: 'Edit creatives' }));
const press = (name: string) => userEvent.click(form().getByRole('button', { name }));
const field = (name: string) => form().getByRole<HTMLInputElement>('textbox', { name });
const patched = (calls: Call[]) =>
  calls
    .filter(({ method }) => method === 'PATCH')
    .map(({ body }) => body as { creatives: unknown; creatives_seen: unknown });
const sent = (calls: Call[]) => patched(calls).map(({ creatives }) => ({ creatives }));
async function upload(id: string) {
  await userEvent.upload(form().getByLabelText('Choose files'), imageFile('more 300x250.png'));
  await waitFor(() => expect(uploads.sent).toHaveLength(1));
  act(() => uploads.answer(0, 201, storedImage(id)));
  await form().findByRole('button', { name: 'Remove more 300x250' });
}

test('an image is added: the whole new set is sent, and the campaign goes back to review', async () => {
  const { calls } = await open(RUNNING, serve(RUNNING, 'inReview'));
  expect(form().getByText(/sends the campaign back to review/)).toBeTruthy();
  expect(form().getByText('Approved')).toBeTruthy();
  await upload('a_2');
  expect(form().getByText('New, not reviewed yet')).toBeTruthy();
  await press('Save creatives');
  expect(await screen.findByText('“Winter shells, US and CA desktop” is back in review')).toBeTruthy();
  expect(sent(calls)).toEqual([{ creatives: [OLD, { asset_id: 'a_2', name: 'more 300x250', alt: '' }] }]);
  const edit = await screen.findByRole('button', { name: 'Edit creatives' });
  expect(document.activeElement).toBe(edit);
});

test('alternative text changes without a review', async () => {
  const { calls } = await open(RUNNING);
  await userEvent.clear(field('Alternative text (optional)'));
  await fillIn(field('Alternative text (optional)'), 'A shell jacket in rain');
  await press('Save creatives');
  const saved = 'The creatives of “Winter shells, US and CA desktop” are saved';
  expect(await screen.findByText(saved)).toBeTruthy();
  expect(sent(calls)).toEqual([{ creatives: [{ ...OLD, alt: 'A shell jacket in rain' }] }]);
});

test('a rejected campaign is repaired and submitted from its page', async () => {
  const { calls } = await open(REJECTED);
  await upload('a_2');
  await press('Remove Shell jacket');
  await press('Save and submit for review');
  await screen.findByText('In review');
  // What was removed is saved: there is nothing left to undo.
  expect(screen.queryByRole('button', { name: 'Undo' })).toBeNull();
  expect(sent(calls)).toEqual([{ creatives: [{ asset_id: 'a_2', name: 'more 300x250', alt: '' }] }]);
  expect(calls.find(({ method }) => method === 'POST')?.body).toEqual({
    ids: [REJECTED.id],
    action: 'submit',
  });
});

test('a rejected campaign can be saved and submitted later', async () => {
  const { calls } = await open(REJECTED);
  await userEvent.type(field('Name'), ' 2');
  await press('Save creatives');
  await screen.findByText(/^The creatives of .* are saved$/);
  expect(calls.some(({ method }) => method === 'POST')).toBe(false);
});

test('the last image cannot go, a name cannot be empty; nothing is sent', async () => {
  const { calls } = await open(RUNNING);
  await userEvent.clear(field('Name'));
  await press('Save creatives');
  await waitFor(() => expect(document.activeElement).toBe(field('Name')));
  expect(form().getAllByText('Give every creative a name.').length).toBeGreaterThan(0);
  await press('Remove Creative');
  expect(form().getByText('Add at least one creative.')).toBeTruthy();
  await userEvent.click(screen.getByRole('button', { name: 'Undo' }));
  expect(field('Alternative text (optional)').value).toBe('A blue shell jacket');
  expect(sent(calls)).toEqual([]);
});

test('while a file is under way, saving waits and says why', async () => {
  const { calls } = await open(RUNNING);
  await userEvent.upload(form().getByLabelText('Choose files'), imageFile('more 300x250.png'));
  await press('Save creatives');
  expect(form().getByText('1 file is still uploading')).toBeTruthy();
  expect(sent(calls)).toEqual([]);
});

test('leaving discards, and Undo brings the edit back', async () => {
  await open(RUNNING);
  await userEvent.type(field('Name'), ' 2');
  await press('Cancel');
  expect(screen.queryByRole('form', { name: 'Edit creatives' })).toBeNull();
  await userEvent.click(screen.getByRole('button', { name: 'Undo' }));
  expect(field('Name').value).toBe('Shell jacket 2');
});

test("the server's refusals stand in the editor, with what was done", async () => {
  const refusal = { message: 'Check the fields', code: 'VALIDATION', requestId: 'req_5' };
  const errors = { 'creatives.0.asset_id': ['No such image. Upload it again'] };
  const { answer } = await open(RUNNING, { [GET]: RUNNING, [PATCH]: reply(422, { ...refusal, errors }) });
  await userEvent.type(field('Name'), ' 2');
  await press('Save creatives');
  expect(await form().findByText('No such image. Upload it again')).toBeTruthy();
  answer({ [PATCH]: reply(500, { ...refusal, message: 'The database is away' }) });
  await press('Save creatives');
  expect(await form().findByText(/The database is away\. Request req_5/)).toBeTruthy();
  expect(field('Name').value).toBe('Shell jacket 2');
});

test('an edit says what it began from, so that what others did meanwhile is refused and not overwritten', async () => {
  const message = 'The creatives were changed meanwhile.';
  const { calls, answer } = await open(RUNNING, {
    [GET]: RUNNING,
    [PATCH]: reply(409, { message, code: 'CREATIVES_CHANGED', requestId: 'r' }),
  });
  await userEvent.type(field('Name'), ' 2');
  // Meanwhile a rule takes the image out, and another tab adds one.
  const other = { ...testCampaign().creatives[0], id: 'cr_9', image: storedImage('a_9') };
  answer({ [GET]: { ...RUNNING, creatives: [other] } });
  await press('Save creatives');
  expect(await form().findByText(/changed meanwhile/)).toBeTruthy();
  // Left and taken back it is the same edit.
  await press('Cancel');
  await userEvent.click(screen.getByRole('button', { name: 'Undo' }));
  await press('Save creatives');
  await waitFor(() => expect(patched(calls)).toHaveLength(2));
  const seen = [{ id: 'cr_1', name: 'Shell jacket', alt: 'A blue shell jacket', share: null }];
  expect(patched(calls).map(({ creatives_seen }) => creatives_seen)).toEqual([seen, seen]);
});

test('an archived campaign keeps its images', async () => {
  renderAdvertiser(`/advertiser/campaigns/${ARCHIVED.id}?tab=creatives`, { [GET]: ARCHIVED });
  await screen.findByRole('heading', { level: 1 });
  expect(screen.queryByRole('button', { name: 'Edit creatives' })).toBeNull();
});
