import type { Asset, Campaign } from '@ezdash/contracts';
import { TEXT_MOST } from '@ezdash/contracts/constants';
import { type Call, fillIn, reply } from '@ezdash/remote-kit/testing';
import { act, fireEvent, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { fakeUploads, storedImage } from '../testing/fakeUploads';
import { RUNNING } from '../testing/fixtures';
import { renderAdvertiser } from '../testing/renderAdvertiser';

const PATCH = 'PATCH /api/campaigns/:id';
const TEXT: Asset = {
  id: 'a_7',
  url: '',
  content_type: 'application/json',
  bytes: 90,
  width: 0,
  height: 0,
  format: 'text',
  parts: {
    headline: 'Shells that shrug off sleet',
    description: 'Three layers, taped seams.',
    display_url: 'halden.example',
    click_chain: null,
  },
};

async function open(routes: Record<string, unknown>) {
  const remote = renderAdvertiser(`/advertiser/campaigns/${RUNNING.id}?tab=creatives`, {
    'GET /api/campaigns/:id': RUNNING,
    [PATCH]: RUNNING,
    ...routes,
  });
  await userEvent.click(await screen.findByText('Edit creatives'));
  return remote;
}
const drawer = async (name: string) => within(await screen.findByRole('dialog', { name }));
const bodyOf = (calls: Call[], path: string) => calls.find((call) => call.path.startsWith(path))?.body;

test('a text ad is written with its look beside it, and becomes a creative of the campaign', async () => {
  const { calls } = await open({ 'POST /api/assets/text': reply(201, TEXT) });
  await userEvent.click(screen.getByText('Write a text ad'));
  const form = await drawer('New text ad');
  await userEvent.click(form.getByText('Add ad'));
  expect(form.getByText('Give the ad a headline.')).toBeTruthy();
  expect(form.getByText('Say where it leads, as example.com.')).toBeTruthy();
  await fillIn(form.getByLabelText('Headline'), 'Shells that shrug off sleet');
  await fillIn(form.getByLabelText('Description'), 'Three layers, taped seams.');
  await fillIn(form.getByLabelText('Shown address'), 'halden.example');
  const preview = within(form.getByLabelText('Preview'));
  expect(preview.getByText('Shells that shrug off sleet')).toBeTruthy();
  expect(preview.getByText('Ad')).toBeTruthy();
  await userEvent.click(form.getByText('Add ad'));
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  expect(bodyOf(calls, '/api/assets/text')).toEqual({
    headline: 'Shells that shrug off sleet',
    description: 'Three layers, taped seams.',
    display_url: 'halden.example',
    click_chain: null,
  });
  // The campaign itself is only sent when it is saved.
  expect(calls.filter(({ method }) => method === 'PATCH')).toHaveLength(0);
  await userEvent.click(screen.getByText('Save creatives'));
  await waitFor(() => expect(calls.filter(({ method }) => method === 'PATCH')).toHaveLength(1));
  const change = calls.find(({ method }) => method === 'PATCH')?.body as Pick<Campaign, 'creatives'>;
  expect(change.creatives.at(-1)).toEqual({ asset_id: 'a_7', name: 'Shells that shrug off sleet', alt: '' });
});

test('a native ad takes a picture, says what is wrong with a click counter, and shows the server’s words', async () => {
  const uploads = fakeUploads();
  const { calls } = await open({
    'POST /api/assets/native': reply(422, {
      message: 'x',
      code: 'VALIDATION',
      errors: { title: ['This is not what belongs here'] },
      requestId: 'r',
    }),
  });
  await userEvent.click(screen.getByText('Write a native ad'));
  const form = await drawer('New native ad');
  await fillIn(form.getByLabelText('Title'), 'Grip for roots');
  await fillIn(form.getByLabelText('Advertiser'), 'Halden');
  const chain = form.getByLabelText(/^Click counter/);
  await fillIn(chain, 'https://count.example/c');
  await userEvent.click(form.getByText('Add ad'));
  expect(form.getByText(/^The address must carry \{click_url\}/)).toBeTruthy();
  await userEvent.clear(chain);
  await fillIn(chain, 'https://count.example/c?to={click_url}');
  const file = new File([new Uint8Array(10)], 'wide.png', { type: 'image/png' });
  await userEvent.upload(form.getByLabelText('Picture (optional)', { selector: 'input' }), file);
  await waitFor(() => expect(uploads.sent).toHaveLength(1));
  act(() => uploads.answer(0, 201, { ...storedImage('a_8', 1200, 628), format: 'picture' }));
  expect(await form.findByLabelText('Remove Picture (optional)')).toBeTruthy();
  await userEvent.click(form.getByText('Add ad'));
  expect(await form.findByText('This is not what belongs here')).toBeTruthy();
  expect(bodyOf(calls, '/api/assets/native')).toMatchObject({
    image_asset_id: 'a_8',
    icon_asset_id: null,
    click_chain: 'https://count.example/c?to={click_url}',
  });
});

test('words are counted and never cut; what is too long is said while typing, and not sent', async () => {
  const { calls } = await open({ 'POST /api/assets/text': reply(201, TEXT) });
  await userEvent.click(screen.getByText('Write a text ad'));
  const form = await drawer('New text ad');
  const headline = form.getByLabelText<HTMLInputElement>('Headline');
  const most = TEXT_MOST.headline;
  expect(form.getByText(`0 of ${most} characters.`)).toBeTruthy();
  const long = 'Shells for every kind of weather '.repeat(9).slice(0, most).trim();
  fireEvent.change(headline, { target: { value: `${long}${'!'.repeat(most + 3 - long.length)}` } });
  expect(headline.value).toHaveLength(most + 3);
  expect(form.getByText(`At most ${most} characters: 3 too many.`)).toBeTruthy();
  await fillIn(form.getByLabelText('Description'), 'Three layers, taped seams.');
  await fillIn(form.getByLabelText('Shown address'), 'halden.example');
  await userEvent.click(form.getByText('Add ad'));
  expect(document.activeElement).toBe(headline);
  expect(bodyOf(calls, '/api/assets/text')).toBeUndefined();
  fireEvent.change(headline, { target: { value: long } });
  expect(form.queryByText(/too many/)).toBeNull();
});

test('words stand in the direction of their own language', async () => {
  await open({});
  for (const name of ['Name', 'Alternative text (optional)'])
    expect(screen.getAllByRole('textbox', { name }).map((field) => field.getAttribute('dir'))).toContain(
      'auto',
    );
  await userEvent.click(screen.getByText('Write a native ad'));
  const form = await drawer('New native ad');
  for (const name of ['Title', 'Text (optional)', 'Advertiser', 'Call to action (optional)'])
    expect(form.getByLabelText(name).getAttribute('dir')).toBe('auto');
});
