import { FATE_NAMES, type Troubleshoot } from '@ezdash/contracts';
import { CURE_FIELDS } from '@ezdash/contracts/constants';
import { reply } from '@ezdash/remote-kit/testing';
import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import texts from '../locales/en.json';
import { RUNNING } from '../testing/fixtures';
import { makeGoal } from '../testing/postbacksData';
import { renderAdvertiser } from '../testing/renderAdvertiser';

const PAGE = `/advertiser/campaigns/${RUNNING.id}`;
const LIMITS = `${PAGE}?tab=limits&field=daily_budget_micros`;
const FOUND: Troubleshoot = {
  id: RUNNING.id,
  state: 'budgetReached',
  state_reason: 'daily-budget',
  from: '2026-11-15',
  to: '2026-11-21',
  timezone: 'UTC',
  traces: 900,
  effective_traces: 620,
  decisions: 500_000,
  won: 40_000,
  impressions: 39_500,
  spend_micros: 79_000_000,
  too_few: false,
  outside: [
    {
      code: 'daily-budget',
      stops: true,
      facts: {
        budget_micros: 120_000_000,
        spend_micros: 120_000_000,
        left_micros: 0,
        lowest_micros: 10_000,
        resumes_at: '2026-11-22T00:00:00.000Z',
      },
      cure: { kind: 'edit', href: LIMITS },
    },
    {
      code: 'missing-sizes',
      stops: false,
      facts: { sizes: '728×90', more: 2, zones: 31, of: 40 },
      cure: { kind: 'edit', href: `${PAGE}?tab=creatives` },
    },
  ],
  auction: [
    {
      code: 'outbid',
      decisions: 300_000,
      share_ppm: 652_000,
      low_ppm: 613_000,
      high_ppm: 689_000,
      would_win: 160_000,
      would_cost_micros: 350_000_000,
      facts: { missing_ecpm_micros: 400_000, raise_percent: 25 },
      cure: { kind: 'edit', href: `${PAGE}?tab=limits&field=bid_micros` },
    },
    {
      code: 'outranked',
      decisions: 160_000,
      share_ppm: 348_000,
      low_ppm: 311_000,
      high_ppm: 387_000,
      would_win: null,
      would_cost_micros: null,
      facts: {},
      cure: null,
    },
  ],
};
const show = (found: unknown) =>
  renderAdvertiser(`${PAGE}?tab=troubleshoot`, {
    'GET /api/campaigns/:id': RUNNING,
    'GET /api/campaigns/:id/troubleshoot': found,
  });

test('what stops a campaign, in a sentence with one way to the cure', async () => {
  show(FOUND);
  const list = within(await screen.findByRole('list', { name: 'What stops it' }));
  const [first, second] = list.getAllByRole('listitem');
  expect(first?.textContent).toMatch(
    /^Not shown\. It spent \$120\.00 of its daily budget of \$120\.00; less than the lowest price of one event \(\$0\.01\) is left\./,
  );
  expect(list.getByRole('link', { name: 'Raise the daily budget' }).getAttribute('href')).toBe(LIMITS);
  expect(second?.textContent).toMatch(/no creative for 728×90 and 2 more sizes: 31 of 40 banner zones/);
});

test('what was not paid, by its reason, with the way to the report', async () => {
  const figures = { viewables: 0, clicks: 0, conversions: 0, spend_micros: 0 };
  const { calls } = renderAdvertiser(`${PAGE}?tab=troubleshoot`, {
    'GET /api/campaigns/:id': RUNNING,
    'GET /api/campaigns/:id/troubleshoot': FOUND,
    'GET /api/metrics': {
      rows: [
        { keys: ['counted'], ...figures, impressions: 940, invalid: 0 },
        { keys: ['kept'], ...figures, impressions: 0, invalid: 7 },
        { keys: ['bot'], ...figures, impressions: 0, invalid: 10 },
        { keys: ['covered'], ...figures, impressions: 0, invalid: 50 },
        { keys: ['of-a-later-server'], ...figures, impressions: 0, invalid: 0 },
      ],
      totals: { ...figures, impressions: 940, invalid: 67 },
    },
  });
  const panel = within(await screen.findByRole('region', { name: 'What cost nothing' }));
  expect(panel.getByText('67 events, 6.7% of all, were not counted and not paid.')).toBeTruthy();
  expect(panel.getAllByRole('listitem').map(({ textContent }) => textContent)).toEqual([
    'Covered50 · 5.0%',
    'Bots10 · 1.0%',
    'Over budget, too late or without an impression7 · 0.7%',
  ]);
  expect(panel.getByRole('link', { name: 'By reason in Metrics' }).getAttribute('href')).toBe(
    `/advertiser/metrics?group=invalid_reason&campaign=${RUNNING.id}&from=2026-11-15&to=2026-11-21`,
  );
  expect(calls.filter(({ path }) => path === '/api/metrics').length).toBe(1);
});

test('lost auctions as shares with their interval, what they cost, and where it is changed', async () => {
  show(FOUND);
  const row = within(await screen.findByRole('row', { name: /^Others bid more\./ }));
  expect(row.getByText('Others bid more. A bid 25 % higher would have won half of them.')).toBeTruthy();
  expect(row.getByText('65.2%')).toBeTruthy();
  expect(row.getByText('61.3% to 68.9%')).toBeTruthy();
  expect(row.getByText('160K')).toBeTruthy();
  expect(row.getByRole('link', { name: 'Change the bid' }).getAttribute('href')).toBe(
    `${PAGE}?tab=limits&field=bid_micros`,
  );
  const other = within(screen.getByRole('row', { name: /^A campaign with a higher priority/ }));
  expect(other.getByText('Nothing in this campaign changes it.')).toBeTruthy();
});

test('behind too few others a cause has its share, and no number of the bid', async () => {
  const few = {
    ...FOUND.auction[0],
    code: 'runner-up',
    would_win: null,
    would_cost_micros: null,
    facts: { missing_ecpm_micros: null, raise_percent: null, competition: 'few' },
  };
  show({ ...FOUND, auction: [few] });
  const row = within(await screen.findByRole('row', { name: /^One other bid more\./ }));
  expect(
    row.getByText(
      'One other bid more. Too few others bid here to say by how much without saying what they bid.',
    ),
  ).toBeTruthy();
  expect(row.getByText('65.2%')).toBeTruthy();
  expect(row.getAllByText('–')).toHaveLength(2);
  expect(row.queryByText(/\$/)).toBeNull();
});

test('who lost to its own account is told to set its campaigns apart, and no higher bid', async () => {
  const own = {
    ...FOUND.auction[1],
    code: 'outbid-by-own',
    cure: { kind: 'campaigns', href: '/advertiser/campaigns' },
  };
  show({ ...FOUND, auction: [own] });
  const row = within(
    await screen.findByRole('row', { name: /^Another campaign of this account won the place/ }),
  );
  const link = row.getByRole('link', { name: 'See the account’s campaigns' });
  expect(link.getAttribute('href')).toBe('/advertiser/campaigns');
  expect(row.queryByText(/would have won/)).toBeNull();
});

const GOALS = { goals: [makeGoal()] };
const PAYING = { ...RUNNING, pricing: 'CPA', goal_ids: ['g_1001'] };
const PLACES = Object.entries(CURE_FIELDS).flatMap(([tab, fields]) =>
  fields.map((field): [string, string] => [tab, field]),
);

test.each(PLACES)('a cure on the tab %s leads to its field %s', async (tab, field) => {
  renderAdvertiser(`${PAGE}?tab=${tab}&field=${field}`, {
    'GET /api/campaigns/:id': PAYING,
    'GET /api/conversion-goals': GOALS,
  });
  await waitFor(() => {
    const focused = document.activeElement;
    const group = focused?.closest('[data-field]')?.getAttribute('data-field');
    expect([focused?.getAttribute('name'), group]).toContain(field);
  });
});

test('a field that comes late takes no focus from whoever is at work', async () => {
  let answer: (goals: unknown) => void = () => {};
  const goals = new Promise((resolve) => {
    answer = resolve;
  });
  renderAdvertiser(`${PAGE}?tab=overview&field=goal_ids`, {
    'GET /api/campaigns/:id': PAYING,
    'GET /api/conversion-goals': () => goals,
  });
  const name = await screen.findByRole('textbox', { name: 'Name' });
  await userEvent.click(name);
  answer(GOALS);
  expect(await screen.findByRole('checkbox', { name: /Order/ })).toBeTruthy();
  expect(document.activeElement).toBe(name);
});

test('every cause that can be put right says what is changed for it', () => {
  const nothingHelps: readonly string[] = ['unsupported', 'outranked', 'not-drawn', 'next', 'won'];
  const said: Readonly<Record<string, string>> = texts.troubleshoot.cure;
  expect(FATE_NAMES.filter((fate) => !nothingHelps.includes(fate) && said[fate] === undefined)).toEqual([]);
});

test('figures are written as everywhere: thousands apart, amounts with their cents', async () => {
  const cause = { ...FOUND.auction[0], would_win: 400, would_cost_micros: 27_000_000 };
  show({ ...FOUND, effective_traces: 2_595, auction: [cause] });
  expect(await screen.findByText('worth 2,595 of equal weight')).toBeTruthy();
  expect(screen.getByText('$27.00')).toBeTruthy();
});

test('a sample that is too small tells no shares', async () => {
  show({ ...FOUND, outside: [], auction: [], too_few: true, traces: 12, effective_traces: 9 });
  expect(await screen.findByText(/^9 sampled decisions are too few/)).toBeTruthy();
  expect(screen.getByText('Nothing outside the auctions keeps it from being shown.')).toBeTruthy();
  expect(screen.queryByRole('table')).toBeNull();
});

test('a failure is told in place, with a way to try again', async () => {
  let asked = 0;
  show(() => (++asked === 1 ? reply(404, { message: 'Gone', code: 'NOT_FOUND', requestId: 'r_9' }) : FOUND));
  expect(await screen.findByText('The causes could not be loaded')).toBeTruthy();
  expect(screen.getByText(/r_9/)).toBeTruthy();
  await userEvent.click(screen.getByRole('button', { name: 'Try again' }));
  expect(await screen.findByRole('list', { name: 'What stops it' })).toBeTruthy();
});
