import type { Campaign, LandingResult } from '@ezdash/contracts';
import { type Call, fillIn, reply } from '@ezdash/remote-kit/testing';
import { act, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { fakeUploads, imageFile, storedImage } from '../testing/fakeUploads';
import { RUNNING } from '../testing/fixtures';
import { renderAdvertiser } from '../testing/renderAdvertiser';

const LANDING = 'GET /api/campaigns/:id/landing-check';
const CHECK = 'POST /api/campaigns/:id/landing-check';
const FOUND: LandingResult = {
  url: RUNNING.landing_url,
  outcome: 'status',
  status: 404,
  final_url: null,
  hops: 0,
  took_ms: 240,
  checked_at: '2026-11-21T12:00:00.000Z',
};

function open(routes: Record<string, unknown> = {}, campaign: Campaign = RUNNING) {
  return renderAdvertiser(`/advertiser/campaigns/${campaign.id}?tab=creatives`, {
    'GET /api/campaigns/:id': campaign,
    ...routes,
  });
}

beforeEach(() => {
  fakeUploads();
});

test('a page that does not answer is said, with when it was looked at and since when', async () => {
  open({ [LANDING]: { result: FOUND, failing_since: '2026-11-20T12:00:00.000Z' } });
  expect(await screen.findByText('The page answers 404. Correct the address, or the page.')).toBeTruthy();
  expect(screen.getByText(/^Checked 21 Nov, .* It has not answered since 20 Nov,/)).toBeTruthy();
});

test('a page can be looked at now; a look that is refused is said, too', async () => {
  let times = 0;
  const { calls } = open({
    [CHECK]: () => {
      times += 1;
      if (times === 1)
        return reply(429, {
          message: 'Too many tries. Wait a minute and try again',
          code: 'TOO_MANY_REQUESTS',
        });
      return { result: { ...FOUND, outcome: 'ok', status: 200 }, failing_since: null };
    },
  });
  const press = async () => userEvent.click(await screen.findByRole('button', { name: 'Check now' }));
  expect(await screen.findByText('Not checked yet under this address.')).toBeTruthy();
  await press();
  expect(await screen.findByText(/Wait a minute and try again/)).toBeTruthy();
  await press();
  expect(await screen.findByText('The page answers (200) after 240 ms.')).toBeTruthy();
  expect(calls.filter(({ method }) => method === 'POST')).toHaveLength(2);
});

test('the reviewer’s words and a share stand at the creative they are about', async () => {
  const [creative] = RUNNING.creatives;
  if (!creative) throw new Error('A running campaign has a creative');
  const other = {
    ...creative,
    id: 'cr_2',
    name: 'Tall',
    state: 'rejected' as const,
    state_reason: 'quality',
    review_note: 'The text cannot be read',
    share: 30,
  };
  open({}, { ...RUNNING, creatives: [{ ...creative, share: 70 }, other] });
  const item = (await screen.findByText('Tall')).closest('li');
  expect(item?.textContent).toContain('The reviewer says: The text cannot be read');
  expect(item?.textContent).toContain('30 % of its size');
});

test('every creative is previewed on a page, by day and by night', async () => {
  open();
  await userEvent.click(await screen.findByRole('button', { name: 'Preview on a page' }));
  const drawer = within(await screen.findByRole('dialog', { name: 'Preview on a page' }));
  const [creative] = RUNNING.creatives;
  expect(drawer.getByRole('region', { name: creative?.name })).toBeTruthy();
  await userEvent.click(drawer.getByRole('radio', { name: 'Dark' }));
  expect(drawer.getByRole('region', { name: creative?.name }).parentElement?.dataset.scheme).toBe('dark');
});

test('shares of one size are set, must be a hundred percent, and are sent', async () => {
  const uploads = fakeUploads();
  const { calls } = open({ 'PATCH /api/campaigns/:id': () => RUNNING });
  await userEvent.click(await screen.findByRole('button', { name: 'Edit creatives' }));
  const form = within(await screen.findByRole('form', { name: 'Edit creatives' }));
  expect(form.queryByRole('switch', { name: /^Let it learn/ })).toBeNull();
  const { width, height } = RUNNING.creatives[0]?.image ?? { width: 300, height: 250 };
  await userEvent.upload(form.getByLabelText('Choose files'), imageFile(`more ${width}x${height}.png`));
  await waitFor(() => expect(uploads.sent).toHaveLength(1));
  act(() => uploads.answer(0, 201, storedImage('a_9', width, height)));
  await userEvent.click(await form.findByRole('switch', { name: /^Let it learn/ }));
  const share = (name: RegExp) => form.getByRole<HTMLInputElement>('textbox', { name });
  expect(share(/^Share of more/).value).toBe('50');
  await userEvent.clear(share(/^Share of more/));
  await fillIn(share(/^Share of more/), '20');
  expect(form.getByText('The shares are 70 % together. They have to be 100 %.')).toBeTruthy();
  await userEvent.click(form.getByRole('switch', { name: /^Let it learn/ }));
  await userEvent.click(form.getByRole('switch', { name: /^Let it learn/ }));
  await userEvent.click(form.getByRole('button', { name: /^Save/ }));
  await waitFor(() => expect(calls.some(({ method }) => method === 'PATCH')).toBe(true));
  const { body } = calls.find(({ method }) => method === 'PATCH') as Call;
  expect((body as { creatives: { share?: number }[] }).creatives.map((creative) => creative.share)).toEqual([
    50, 50,
  ]);
});
