import type { CallOut } from '@ezdash/contracts';
import { reply, testUser } from '@ezdash/remote-kit/testing';
import { act, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { testCampaign, testDashboard, testFigures, testPage } from '../testing/fixtures';
import { renderAdvertiser } from '../testing/renderAdvertiser';

const PATH = '/advertiser/dashboard';
const ROUTE = 'GET /api/advertiser/dashboard';
const PAGE = 'GET /api/campaigns/page';
const FIRST_FIVE = { direction: 'descending', offset: '0', limit: '5' };
const show = (answer: unknown) => renderAdvertiser(PATH, { [ROUTE]: answer, [PAGE]: testPage() });

test('figures, their change, and the days they are for', async () => {
  const { calls } = show(testDashboard());
  expect(await screen.findByRole('heading', { level: 1, name: 'Dashboard' })).toBeTruthy();
  expect(document.title).toBe('Dashboard - EzDash');
  expect(screen.getByText('Sat 21 Nov, 14:06 UTC. Figures are final up to 14:00.')).toBeTruthy();
  const strip = within(screen.getByRole('region', { name: 'Dashboard' }));
  expect(strip.getByText('6,000')).toBeTruthy();
  expect(strip.getByText('0.35%')).toBeTruthy();
  expect(strip.getAllByText('20.0%')).toHaveLength(2);
  expect(strip.getAllByText('vs previous 3 days')).toHaveLength(5);
  expect(calls[0]?.query).toEqual({ from: expect.any(String), to: expect.any(String) });
});

test('times of day are those of the person’s zone', async () => {
  const preferences = { ...testUser().preferences, timezone: 'Europe/Berlin' };
  renderAdvertiser(PATH, { [ROUTE]: testDashboard(), [PAGE]: testPage() }, testUser({ preferences }));
  expect(
    await screen.findByText('Sat 21 Nov, 15:06 Europe/Berlin. Figures are final up to 15:00.'),
  ).toBeTruthy();
});

test('an account younger than the period before is not compared with it', async () => {
  show(testDashboard({ comparable: false }));
  const strip = within(await screen.findByRole('region', { name: 'Dashboard' }));
  expect(strip.getAllByText('over 3 days')).toHaveLength(5);
  expect(strip.queryByText(/vs previous/)).toBeNull();
  expect(strip.queryByText('20.0%')).toBeNull();
  expect(document.querySelector('.ez-spark')).toBeTruthy();
  expect(document.querySelector('.ez-spark-before')).toBeNull();
  expect(screen.queryByText('Previous period')).toBeNull();
});

test('what waits, worst first, each with its way to go on', async () => {
  show(testDashboard());
  const list = await screen.findByRole('region', { name: /needs you/i });
  const items = within(list).getAllByRole('listitem');
  expect(items.map((item) => item.textContent)).toEqual([
    expect.stringContaining('was rejected: The landing page does not work or does not fit the ad.'),
    expect.stringContaining(
      'Trail season spent $119.93 of its daily budget of $120.00; less than the lowest price of one event ($0.10) is left.',
    ),
    expect.stringContaining('Balance lasts about 6 days at this pace.'),
  ]);
  expect(within(list).getByRole('link', { name: 'Fix' }).getAttribute('href')).toBe(
    '/advertiser/campaigns/c_7k5',
  );
});

test('today beside the day before, the balance, countries by name', async () => {
  const days = testDashboard().days.map((one) => ({ ...one, conversions: 4 }));
  show(testDashboard({ days }));
  const today = await screen.findByRole('table', { name: /today so far/i });
  expect(within(today).getByRole('row', { name: /spend/i }).textContent).toContain('Spend$30.00$20.00');
  expect(within(today).getByRole('row', { name: /conversions/i }).textContent).toBe('Conversions04');
  expect(screen.getByText('lasts about 6 days at the pace of the last 7 days')).toBeTruthy();
  expect(screen.getByText('Germany')).toBeTruthy();
  expect(screen.getByRole('img', { name: /Winter shells.*61%/ })).toBeTruthy();
});

test('spend by country adds up to the spend: what is beyond the list is told as one', async () => {
  const totals = testFigures({ impressions: 9_000, spend_micros: 75_500_000 });
  const countries = [
    { country: 'US', spend_micros: 40_000_000, impressions: 4_000 },
    { country: 'ZZ', spend_micros: 20_000_000, impressions: 2_000 },
  ];
  show(testDashboard({ totals, countries }));
  const panel = within(await screen.findByRole('region', { name: 'Spend by country' }));
  expect(panel.getAllByRole('listitem').map((row) => row.textContent)).toEqual([
    'United States$40.00',
    'Unknown country$20.00',
    'Other countries$15.50',
  ]);
});

describe('top campaigns', () => {
  const panel = () => screen.findByRole('region', { name: 'Top campaigns' });

  test('are those that spent most in the days of the page, with what that brought', async () => {
    const figures = testFigures({
      impressions: 20_000,
      clicks: 80,
      conversions: 3,
      spend_micros: 61_500_000,
    });
    const best = testCampaign({ id: 'c_9z9', name: 'Snow boots', state: 'completed', figures });
    const idle = testCampaign({ id: 'c_9z8', name: 'Never shown', figures: testFigures() });
    const { calls } = renderAdvertiser(PATH, {
      [ROUTE]: testDashboard(),
      [PAGE]: testPage([best, idle]),
    });
    const top = within(await panel());
    const row = await top.findByRole('row', { name: /Snow boots/ });
    expect(within(row).getByRole('link', { name: 'Snow boots' }).getAttribute('href')).toBe(
      '/advertiser/campaigns/c_9z9',
    );
    expect(
      within(row)
        .getAllByRole('cell')
        .map((cell) => cell.textContent),
    ).toEqual(['$61.50', '20,000', '0.40%', '3']);
    expect(top.queryByText('Never shown')).toBeNull();
    const [dashboard, page] = ['/api/advertiser/dashboard', '/api/campaigns/page'].map((path) =>
      calls.find((call) => call.path === path),
    );
    expect(page?.query).toEqual({ ...dashboard?.query, group: 'all', sort: 'spend', ...FIRST_FIVE });
  });

  test('say so while nothing was spent', async () => {
    renderAdvertiser(PATH, { [ROUTE]: testDashboard(), [PAGE]: testPage([]) });
    expect(await within(await panel()).findByText('No campaign spent anything in these days.')).toBeTruthy();
  });

  test('that cannot be loaded keep the rest of the page', async () => {
    renderAdvertiser(PATH, { [ROUTE]: testDashboard(), [PAGE]: reply(500) });
    const top = within(await panel());
    expect(await top.findByRole('button', { name: /try again/i })).toBeTruthy();
    expect(screen.getByText('Pacing today')).toBeTruthy();
  });
});

test('figures are called live while they come, and not without a network', async () => {
  const { answer, unmount } = show(testDashboard());
  const panel = within(await screen.findByRole('region', { name: /today so far/i }));
  panel.getByText('live');
  answer({ [ROUTE]: reply(0) });
  act(() => void window.dispatchEvent(new Event('offline')));
  expect(panel.queryByText('live')).toBeNull();
  panel.getByText('$30.00');
  answer({ [ROUTE]: testDashboard() });
  act(() => void window.dispatchEvent(new Event('online')));
  await panel.findByText('live');
  unmount();
});

test('who lives on the bonus alone sees the bonus as the balance', async () => {
  show(testDashboard({ balance_micros: 0, bonus_micros: 46_930_000, days_left: null }));
  const balance = within(await screen.findByRole('region', { name: 'Balance' }));
  expect(balance.getByText((_text, element) => element?.className === 'ez-figure').textContent).toBe(
    '$46.93',
  );
  expect(balance.getByText('$46.93 of it bonus, spent first')).toBeTruthy();
  expect(balance.getByText('how long it lasts shows after a day of spend')).toBeTruthy();
});

test('years of balance are not counted in days', async () => {
  show(testDashboard({ days_left: 1_892 }));
  expect(await screen.findByText('lasts over a year at the pace of the last 7 days')).toBeTruthy();
});

test('an account that pays for conversions reads them and what one costs', async () => {
  const totals = testFigures({ impressions: 60, clicks: 21, conversions: 4, spend_micros: 50_000_000 });
  const pacing = testDashboard().pacing.map((one) => ({ ...one, pricing: 'CPA' as const }));
  show(testDashboard({ totals, pacing }));
  const strip = within(await screen.findByRole('region', { name: 'Dashboard' }));
  expect(strip.getByText('Conversions').closest('.ez-stat')?.textContent).toMatch(/^Conversions4/);
  expect(strip.getByText('Cost per conversion').closest('.ez-stat')?.textContent).toMatch(/\$12\.50/);
  expect(strip.queryByText('eCPM')).toBeNull();
});

test('an account that only counts conversions reads them beside its CTR', async () => {
  const totals = testFigures({ impressions: 6_000, clicks: 210, conversions: 4, spend_micros: 50_000_000 });
  const previous = testFigures({ impressions: 50, clicks: 9, conversions: 2, spend_micros: 40_000_000 });
  show(testDashboard({ totals, previous }));
  const strip = within(await screen.findByRole('region', { name: 'Dashboard' }));
  const tile = (name: string) => strip.getByText(name).closest('.ez-stat')?.textContent;
  expect(tile('Conversions')).toMatch(/^Conversions4.*100/);
  expect(tile('CTR')).toMatch(/^CTR3\.50%/);
});

test('without a campaign the page says what it is for and how to start', async () => {
  const nothing = testFigures();
  const callOut = {
    code: 'no-campaign',
    tone: 'info',
    subject: '',
    params: {},
    href: '/advertiser/campaigns/new',
  };
  const call_outs = [callOut as never];
  const money = { balance_micros: 0, bonus_micros: 50_000_000 };
  show(testDashboard({ totals: nothing, previous: nothing, pacing: [], call_outs, ...money }));
  expect(await screen.findByRole('heading', { name: 'Make your first campaign' })).toBeTruthy();
  expect(screen.getByText(/buys impressions, clicks or conversions/)).toBeTruthy();
  expect(screen.getByText('You have a $50.00 welcome bonus')).toBeTruthy();
  expect(screen.getByRole('link', { name: 'Add funds' }).getAttribute('href')).toBe('/advertiser/funds');
  expect(screen.getByRole('link', { name: 'How bidding works' }).getAttribute('href')).toBe(
    '/help?article=second-price',
  );
  expect(screen.queryByText(/final up to/)).toBeNull();
  const create = screen.getAllByRole('link', { name: 'Create campaign' });
  expect(create).toHaveLength(1);
  expect(create[0]?.getAttribute('href')).toBe('/advertiser/campaigns/new');
});

test('no impressions: no rate, rather than a rate of zero', async () => {
  const nothing = testFigures();
  show(testDashboard({ totals: nothing, previous: nothing, countries: [] }));
  const strip = within(await screen.findByRole('region', { name: 'Dashboard' }));
  expect(strip.getAllByText('–')).toHaveLength(2);
  expect(screen.getByText('Countries appear with the first impression.')).toBeTruthy();
});

test('a failure says what still works, and trying again brings the page', async () => {
  const failure = { message: 'The report service did not answer', code: 'X', requestId: 'req_7' };
  const { answer } = show(reply(503, failure));
  const alert = await screen.findByRole('alert');
  expect(alert.textContent).toContain('The report service did not answer');
  expect(alert.textContent).toContain('Your campaigns still run');
  expect(alert.textContent).toContain('req_7');
  answer({ [ROUTE]: testDashboard() });
  await userEvent.click(screen.getByRole('button', { name: 'Try again' }));
  expect(await screen.findByText('Germany')).toBeTruthy();
});

const callOut = (change: Partial<CallOut> & Pick<CallOut, 'code'>): CallOut => ({
  tone: 'warn',
  subject: 'Trail season',
  params: {},
  href: '/advertiser/campaigns/c_7h9',
  ...change,
});
const showNeeds = (...callOuts: CallOut[]) => show(testDashboard({ call_outs: callOuts }));
const needs = async () => within(await screen.findByRole('region', { name: /needs you/i }));

test.each<[CallOut, string, string]>([
  [
    callOut({ code: 'creative-rejected', params: { creative: 'Dark', others: 0 } }),
    'goes on without the creative “Dark”, which was rejected.',
    'Fix',
  ],
  [
    callOut({ code: 'creative-rejected', params: { creative: 'Dark', others: 2 } }),
    'goes on without “Dark” and 2 other creatives, which were rejected.',
    'Fix',
  ],
  [
    callOut({ code: 'tracking-silent', tone: 'bad', subject: 'Order' }),
    'reports no conversions any more, though people click.',
    'See what came in',
  ],
  [
    callOut({ code: 'postback-failing', subject: 'Voluum', params: { dead: 3 } }),
    'did not take 3 calls, which wait to be sent again.',
    'See the calls',
  ],
  [
    callOut({ code: 'postback-failing', subject: 'Voluum', params: { dead: 0 } }),
    'does not answer. Its calls wait.',
    'See the calls',
  ],
  [callOut({ code: 'no-delivery' }), 'runs, and is shown to nobody.', 'Troubleshoot'],
  [
    callOut({ code: 'rule-acted', tone: 'info', subject: 'No sales', params: { campaigns: 2 } }),
    'changed 2 campaigns.',
    'See what it did',
  ],
  [
    callOut({ code: 'landing-broken', params: { status: 404 } }),
    'leads to a page that answers 404. It runs on.',
    'See what was found',
  ],
])('a call-out says what, since when, and one way to go on (%#)', async (given, text, action) => {
  showNeeds({ ...given, since: '2026-11-20T14:02:00.000Z' });
  const list = await needs();
  expect(list.getByRole('listitem').textContent).toContain(`${given.subject} ${text} Since 20 Nov`);
  expect(list.getByRole('link', { name: action }).getAttribute('href')).toBe(given.href);
  // Without a key of its own it cannot be put away.
  expect(list.queryByRole('button')).toBeNull();
});

test('call-outs stand as the server has ordered them, whatever their tone', async () => {
  showNeeds(
    callOut({ code: 'no-delivery', subject: 'Large' }),
    callOut({ code: 'campaign-rejected', tone: 'bad', subject: 'Small' }),
  );
  const items = (await needs()).getAllByRole('listitem');
  expect(items.map((item) => item.querySelector('b')?.textContent)).toEqual(['Large', 'Small']);
});

describe('a call-out that is put away', () => {
  const key = 'no-delivery:c_7h9';
  const one = callOut({ code: 'no-delivery', key });
  const DISMISS = 'POST /api/advertiser/call-outs/dismiss';
  const RESTORE = 'POST /api/advertiser/call-outs/restore';

  test('is gone, said so, and comes back by Undo', async () => {
    let away = false;
    const { calls } = renderAdvertiser(PATH, {
      [ROUTE]: () => testDashboard({ call_outs: away ? [] : [one] }),
      [DISMISS]: () => {
        away = true;
        return { until: '2026-11-22T14:06:00.000Z' };
      },
      [RESTORE]: () => {
        away = false;
        return reply(204);
      },
    });
    await userEvent.click((await needs()).getByRole('button', { name: 'Hide for a day: Trail season' }));
    expect(await screen.findByText(/Trail season is hidden until 22 Nov/)).toBeTruthy();
    await waitFor(() => expect(screen.queryByRole('region', { name: /needs you/i })).toBeNull());
    expect(calls.find(({ method }) => method === 'POST')?.body).toEqual({ key });
    await userEvent.click(screen.getByRole('button', { name: /undo/i }));
    expect((await needs()).getByRole('listitem').textContent).toContain('Trail season');
  });

  test('stays when it could not be, and says so', async () => {
    renderAdvertiser(PATH, { [ROUTE]: testDashboard({ call_outs: [one] }), [DISMISS]: reply(500) });
    await userEvent.click((await needs()).getByRole('button', { name: /hide for a day/i }));
    expect(await screen.findByText('It could not be hidden')).toBeTruthy();
    expect((await needs()).getByRole('listitem')).toBeTruthy();
  });
});

describe('the account manager', () => {
  const manager = { name: 'Sara Anna Berg', language: 'de', timezone: 'Europe/Berlin' };

  test('is shown by name, language and hour, with a way to write', async () => {
    show(testDashboard({ manager }));
    const panel = within(await screen.findByRole('region', { name: 'Your account manager' }));
    expect(panel.getByText('Sara Anna Berg')).toBeTruthy();
    expect(panel.getByText('SB')).toBeTruthy();
    expect(panel.getByText('Speaks German')).toBeTruthy();
    expect(panel.getByText('15:06 there now (Europe/Berlin)')).toBeTruthy();
    expect(panel.getByRole('link', { name: 'Write to Sara Anna Berg' }).getAttribute('href')).toBe(
      '/help?new=1',
    );
  });

  test('who is not named yet is said to be so', async () => {
    show(testDashboard({ manager: null }));
    const panel = within(await screen.findByRole('region', { name: 'Your account manager' }));
    expect(panel.getByText(/Nobody is named yet/)).toBeTruthy();
    expect(panel.getByRole('link', { name: 'Write to support' })).toBeTruthy();
  });

  test('is nothing for accounts without managed campaigns', async () => {
    show(testDashboard());
    await screen.findByText('Germany');
    expect(screen.queryByText('Your account manager')).toBeNull();
  });
});
