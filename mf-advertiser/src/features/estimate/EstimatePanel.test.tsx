import type { CampaignEstimate } from '@ezdash/contracts';
import { type Call, fillIn, reply } from '@ezdash/remote-kit/testing';
import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { RUNNING } from '../../testing/fixtures';
import { renderAdvertiser } from '../../testing/renderAdvertiser';

const ESTIMATE = 'POST /api/campaigns/estimate';
const TOLD: CampaignEstimate = {
  state: 'told',
  sampled: 2_400,
  days: 7,
  reach: { per_day: 1_800_000, low: 1_700_000, high: 2_000_000 },
  most_per_day: null,
  steps: [
    { step: 'places', per_day: 4_100_000 },
    { step: 'countries', per_day: 1_800_000 },
    { step: 'devices', per_day: 1_800_000 },
  ],
  competition: 'told',
  ladder: [
    { bid_micros: 2_000_000, share_ppm: 100_000 },
    { bid_micros: 4_000_000, share_ppm: 450_000 },
  ],
  bid: {
    share_ppm: 400_000,
    wins: { per_day: 750_000, low: 700_000, high: 800_000 },
    impressions: { per_day: 92_000, low: 92_000, high: 92_000 },
    cost_micros: { per_day: 240_000_000, low: 240_000_000, high: 240_000_000 },
    event_micros: 2_600,
    held: true,
  },
  left_out: ['ip_ranges'],
};
const show = (answer: unknown) =>
  renderAdvertiser(`/advertiser/campaigns/${RUNNING.id}?tab=targeting`, {
    'GET /api/campaigns/:id': RUNNING,
    [ESTIMATE]: answer,
  });
const panel = () => screen.findByRole('complementary', { name: 'Estimate of reach and cost' });
const asked = (calls: Call[]) => calls.filter(({ path }) => path === '/api/campaigns/estimate');

test('reach, what bids win and what it costs, of the form as it stands', async () => {
  const { calls } = show(TOLD);
  const found = within(await panel());
  expect(await found.findByText('1.8M', { selector: 'b' })).toBeTruthy();
  expect(found.getByText('1.7M to 2M')).toBeTruthy();
  expect(found.getByText('In the chosen countries and regions')).toBeTruthy();
  // It leaves nobody out.
  expect(found.queryByText('On the chosen devices')).toBeNull();
  expect(found.getByText(/wins about 40%/)).toBeTruthy();
  expect(found.getByText('$2.60 CPM')).toBeTruthy();
  expect(found.getByText('$240.00 a day')).toBeTruthy();
  expect(found.getByText('92K a day')).toBeTruthy();
  const rows = within(found.getByRole('table', { name: 'What bids win' })).getAllByRole('row');
  expect(rows.map(({ textContent }) => textContent)).toContain('$4.0045%');
  expect(found.getByText(/IP ranges are not counted in/)).toBeTruthy();
  expect(asked(calls)[0]?.body).toMatchObject({
    campaign_id: RUNNING.id,
    pricing: RUNNING.pricing,
    bid_micros: RUNNING.bid_micros,
    targeting: { countries: RUNNING.targeting.countries },
  });
});

test('a change asks again; what is no targeting is not sent', async () => {
  const { calls } = show(TOLD);
  await within(await panel()).findByText('1.8M', { selector: 'b' });
  const before = asked(calls).length;
  await userEvent.click(await screen.findByLabelText('Run at certain hours only'));
  await waitFor(() => expect(asked(calls).length).toBeGreaterThan(before));
  expect(asked(calls).at(-1)?.body).toMatchObject({ targeting: { hours: { hours: expect.any(Array) } } });
  const sent = asked(calls).length;
  await fillIn(screen.getByRole('textbox', { name: 'IP ranges: Include' }), '300.1.1.1');
  expect(await screen.findByText('Put the targeting right to see an estimate.')).toBeTruthy();
  expect(asked(calls)).toHaveLength(sent);
});

test('too little traffic, and too few who bid, are said', async () => {
  show({ ...TOLD, state: 'few', reach: null, most_per_day: 400, steps: [], ladder: [], bid: null });
  expect(await screen.findByText(/hardly more than 400 impressions a day fit/)).toBeTruthy();
});

test('of too few who bid nothing is drawn', async () => {
  show({ ...TOLD, competition: 'few', ladder: [], bid: null });
  expect(await screen.findByText(/^Too few others bid here/)).toBeTruthy();
  expect(screen.queryByRole('table', { name: 'What bids win' })).toBeNull();
});

test('a failure says so and is tried again', async () => {
  let isDown = true;
  show(() => (isDown ? reply(500, { message: 'The server stumbled' }) : TOLD));
  const found = within(await panel());
  expect(await found.findByRole('alert')).toBeTruthy();
  isDown = false;
  await userEvent.click(found.getByRole('button', { name: 'Try again' }));
  expect(await found.findByText('1.8M', { selector: 'b' })).toBeTruthy();
});
