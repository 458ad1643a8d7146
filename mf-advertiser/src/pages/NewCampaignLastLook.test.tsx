import { type Call, fillIn } from '@ezdash/remote-kit/testing';
import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { EMPTY_DRAFT } from '../features/form/campaignForm';
import { saveDraft } from '../features/wizard/draftStorage';
import { storedImage } from '../testing/fakeUploads';
import { renderAdvertiser } from '../testing/renderAdvertiser';

const PATH = '/advertiser/campaigns/new';
const PLACES = 'GET /api/campaign-places';
const ESTIMATE = 'POST /api/campaigns/estimate';
const DRAFT = {
  ...EMPTY_DRAFT,
  name: 'Winter shells',
  landing_url: 'https://halden.example/shells',
  creatives: [{ asset: storedImage('a_1'), name: 'Shell', alt: '' }],
  countries: ['AT', 'DE'],
  bid_micros: 2_000_000,
  daily_budget_micros: 20_000_000,
};
afterEach(() => localStorage.clear());
const show = (step: string, change: Partial<typeof DRAFT>, routes: Record<string, unknown>) => {
  saveDraft(1001, { draft: { ...DRAFT, ...change }, savedAtMs: Date.parse('2026-11-21T14:05:00Z') });
  return renderAdvertiser(`${PATH}?step=${step}`, routes);
};

test('places stand back behind the last look; those that the ads fit into come when they are asked for', async () => {
  const { calls } = show('zones', {}, { [PLACES]: { places: [], more: false } });
  expect(await screen.findByRole('heading', { name: 'Pricing and limits' })).toBeTruthy();
  expect(screen.queryByRole('list', { name: 'Zones' })).toBeNull();
  const asked = () => calls.filter(({ path }) => path === '/api/campaign-places');
  expect(asked()).toEqual([]);
  await userEvent.click(screen.getByRole('button', { name: 'Choose zones' }));
  expect(await screen.findByRole('list', { name: 'Zones' })).toBeTruthy();
  expect(asked().map(({ query }) => query)).toEqual([{ kind: 'zones', fits: 'banner-300x250' }]);
});

test('the last look calls regions and places by their names', async () => {
  const targeting = {
    ...DRAFT.targeting,
    regions: { include: ['DE-BY'], exclude: [] },
    properties: { include: [], exclude: ['p_105o'] },
  };
  const regions = [{ code: 'DE-BY', name: 'Bavaria', own_name: 'Bayern' }];
  show(
    'zones',
    { targeting },
    {
      [PLACES]: ({ query }: Call) =>
        query.kind === 'regions'
          ? { places: [], more: false, regions }
          : { places: [{ id: 'p_105o', name: 'Harbour Herald' }], more: false },
    },
  );
  expect(await screen.findByText('not Harbour Herald')).toBeTruthy();
  expect(await screen.findByText('only Bavaria (Bayern)')).toBeTruthy();
});

test('a page that nobody would get to is said before it is sent, and sending stays possible', async () => {
  const look = { status: null, final_url: null, hops: 0, took_ms: 12, checked_at: '2026-11-21T14:00:00Z' };
  show(
    'zones',
    {},
    { 'POST /api/landing-checks': { url: DRAFT.landing_url, outcome: 'name-unknown', ...look } },
  );
  expect(await screen.findByText('Clicks would not reach the landing page')).toBeTruthy();
  expect(screen.getByText(/^Nobody knows the domain\. .* You can submit all the same/)).toBeTruthy();
  expect(screen.getByRole<HTMLButtonElement>('button', { name: 'Submit for review' }).disabled).toBe(false);
});

test('of a page that answers nothing is said', async () => {
  const { calls } = show('zones', {}, {});
  await screen.findByRole('heading', { name: 'Pricing and limits' });
  await waitFor(() => expect(calls.some(({ path }) => path === '/api/landing-checks')).toBe(true));
  expect(screen.queryByText('Clicks would not reach the landing page')).toBeNull();
});

const range = (low: number, high: number) => ({ per_day: high, low, high });
const NARROW = {
  state: 'told',
  sampled: 2_400,
  days: 7,
  reach: range(2_000, 3_000),
  most_per_day: null,
  steps: [],
  competition: 'told',
  ladder: [],
  bid: {
    share_ppm: 400_000,
    wins: range(800, 1_200),
    impressions: range(800, 1_200),
    cost_micros: range(1_900_000, 2_600_000),
    event_micros: 2_000,
    held: false,
  },
  left_out: [],
};

test('what the budget buys is no more than what the traffic lets be bought, in the same card', async () => {
  show('limits', {}, { [ESTIMATE]: NARROW });
  const card = within(await screen.findByRole('complementary', { name: 'Estimate of reach and cost' }));
  const budget = within(await card.findByRole('region', { name: 'What the budget pays for' }));
  expect(await budget.findByText(/^You can spend about \$1\.90 to \$2\.60 of \$20\.00 a day/)).toBeTruthy();
  expect(budget.queryByText(/impressions a day/)).toBeNull();
  expect(budget.getByText('Runs until you stop it.')).toBeTruthy();
  // $4,218.40 at $2.60 a day, not at $20.
  expect(budget.getByText(/^Your balance lasts 1622 full days at what it can spend/)).toBeTruthy();
  expect(screen.queryByRole('complementary', { name: 'What the budget pays for' })).toBeNull();
  await fillIn(screen.getByRole('textbox', { name: 'Total budget' }), '52');
  await waitFor(() => expect(budget.getByText('Runs until its total budget is spent.')).toBeTruthy());
  expect(budget.getByText('20 full days')).toBeTruthy();
});
