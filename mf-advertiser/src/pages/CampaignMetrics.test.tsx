import type { MetricsReport } from '@ezdash/contracts';
import { type Call, renderRemote, reply, testUser } from '@ezdash/remote-kit/testing';
import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { CampaignChart } from '../features/campaignPage/CampaignChart';
import en from '../locales/en.json';
import { RUNNING, testCampaign } from '../testing/fixtures';
import { testMetrics } from '../testing/metricsData';
import { renderAdvertiser } from '../testing/renderAdvertiser';

const FIGURES = 'GET /api/metrics';
const [first] = RUNNING.creatives;
const CAMPAIGN = testCampaign({
  creatives: first ? [first, { ...first, id: 'cr_2', name: 'Shell jacket in rain' }] : [],
});
const show = (query: string, metrics: unknown) =>
  renderAdvertiser(`/advertiser/campaigns/${CAMPAIGN.id}${query}`, {
    'GET /api/campaigns/:id': CAMPAIGN,
    [FIGURES]: metrics,
  });
/** Two days of the period asked for, or two hours of its only day. */
const figuresOf = ({ query: { group, from = '' } }: Call): MetricsReport =>
  testMetrics(group === 'hour' ? ['hour'] : ['date'], [
    { keys: [group === 'hour' ? `${from}T00:00:00Z` : from], times: 1 },
  ]);
const asked = (calls: readonly Call[]) => calls.find(({ path }) => path === '/api/metrics')?.query;

test('the overview draws what it spent by day, and what it got for it', async () => {
  const { calls } = show('', figuresOf);
  const section = await screen.findByRole('region', { name: 'Spend by day' });
  const panel = within(section);
  await userEvent.click(await panel.findByRole('radio', { name: 'Table' }));
  expect(panel.getByRole('region', { name: /^Spend by day, / })).toBeTruthy();
  expect(asked(calls)).toMatchObject({ group: 'date', campaign: CAMPAIGN.id, timezone: 'UTC' });
  expect(panel.getByText('$232.00')).toBeTruthy();
  await userEvent.click(panel.getByRole('button', { name: 'What the chart shows: Spend' }));
  await userEvent.click(await screen.findByRole('menuitemradio', { name: 'Clicks' }));
  expect(panel.getByRole('region', { name: /^Clicks by day, / })).toBeTruthy();
  expect(panel.getByText('370')).toBeTruthy();
});

test('one day is drawn by its hours', async () => {
  const { calls } = renderRemote(
    <CampaignChart campaign={CAMPAIGN} range={{ from: '2026-11-14', to: '2026-11-14' }} />,
    { path: '/', user: testUser(), routes: { [FIGURES]: figuresOf }, texts: { advertiser: en } },
  );
  const panel = within(await screen.findByRole('region', { name: 'Spend by hour' }));
  await userEvent.click(await panel.findByRole('radio', { name: 'Table' }));
  expect(panel.getByRole('region', { name: /^Spend by hour, / })).toBeTruthy();
  expect(asked(calls)).toMatchObject({ group: 'hour', from: '2026-11-14', to: '2026-11-14' });
});

test('a campaign that was never shown has no empty chart, and no zeros at its creatives', async () => {
  show('', testMetrics(['date'], []));
  await screen.findByRole('heading', { level: 1, name: CAMPAIGN.name });
  await waitFor(() => expect(screen.queryByRole('region', { name: 'Spend by day' })).toBeNull());
  await userEvent.click(screen.getByRole('tab', { name: 'Creatives' }));
  await screen.findByText('Shell jacket in rain');
  expect(screen.queryByText('CTR')).toBeNull();
});

test('a chart that does not come says so; the rest of the page is there', async () => {
  let fails = true;
  show('', (call: Call): MetricsReport | ReturnType<typeof reply> =>
    fails ? reply(503, { message: 'Busy', code: 'X', requestId: 'r1' }) : figuresOf(call),
  );
  const trouble = within(await screen.findByRole('region', { name: 'The chart could not be loaded' }));
  expect(screen.getByRole('textbox', { name: 'Landing page' })).toBeTruthy();
  fails = false;
  await userEvent.click(trouble.getByRole('button', { name: /again/i }));
  expect(await screen.findByRole('region', { name: 'Spend by day' })).toBeTruthy();
});

test('each creative tells what it had; of few impressions no rate', async () => {
  const { calls } = show(
    '?tab=creatives',
    ({ query }: Call): MetricsReport =>
      query.group === 'creative'
        ? {
            ...testMetrics(['creative'], []),
            rows: [
              {
                ...(testMetrics(['creative'], [{ keys: ['cr_1'], times: 1 }])
                  .rows[0] as MetricsReport['rows'][number]),
                impressions: 12_345,
                clicks: 62,
                spend_micros: 12_500_000,
              },
            ],
          }
        : testMetrics(['date'], []),
  );
  const shown = (await screen.findByText('12,345')).closest('li') as HTMLElement;
  expect(within(shown).getByText('0.50%')).toBeTruthy();
  expect(within(shown).getByText('$12.50')).toBeTruthy();
  const silent = screen.getByText('Shell jacket in rain').closest('li') as HTMLElement;
  expect(within(silent).getByText('–')).toBeTruthy();
  expect(within(silent).getByText('$0.00')).toBeTruthy();
  expect(calls.find(({ path, query }) => path === '/api/metrics' && query.group === 'creative')).toBeTruthy();
});
