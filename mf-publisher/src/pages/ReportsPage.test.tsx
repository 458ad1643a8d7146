import type { MetricsReport, NoFillReport, ReportFigures } from '@ezdash/contracts';
import {
  type Call,
  type RenderedRemote,
  renderRemote,
  reply,
  type StubRoutes,
  testUser,
} from '@ezdash/remote-kit/testing';
import { screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import texts from '../locales/en.json';
import { ReportsPage } from './ReportsPage';

const PATH = '/publisher/reports';
const NO_FILL = 'GET /api/publisher/no-fill';

const figures = (times: number, knowsRequests: boolean): ReportFigures => ({
  requests: knowsRequests ? 10_000 * times : null,
  filled: knowsRequests ? 8_000 * times : null,
  below_floor: knowsRequests ? 500 * times : null,
  impressions: 7_000 * times,
  viewables: 3_500 * times,
  clicks: 21 * times,
  conversions: times,
  invalid: 70 * times,
  auctions: null,
  wins: null,
  spend_micros: null,
  revenue_micros: null,
  earnings_micros: 14_000_000 * times,
});

const NAMES: Readonly<Record<string, readonly [string, string][]>> = {
  zone: [
    ['z_1k7a', 'Sidebar, first'],
    ['z_1k7b', 'Article, top'],
  ],
  advertiser: [
    ['av_1k7a', 'Halden Outdoor'],
    ['av_1k7b', 'Fern & Field'],
  ],
};

function answerOf({ query }: Call): MetricsReport {
  const groups = (query.group ?? '').split(',') as MetricsReport['groups'];
  const knowsRequests = !groups.includes('advertiser') && !query.advertiser;
  const rows = [0, 1].map((at) => {
    const parts = groups.map((group) =>
      group === 'date' ? (['2026-11-14', null] as const) : (NAMES[group]?.[at] ?? (['x', null] as const)),
    );
    return {
      keys: parts.map(([key]) => key),
      names: parts.map(([, name]) => name),
      ...figures(at + 1, knowsRequests),
      previous: null,
    };
  });
  return {
    from: '2026-11-14',
    to: '2026-11-20',
    timezone: 'UTC',
    groups,
    rows,
    row_count: rows.length,
    totals: figures(3, knowsRequests),
    compared: null,
    next_cursor: null,
  };
}

const noFill = (changes: Partial<NoFillReport> = {}): NoFillReport => ({
  from: '2026-11-14',
  to: '2026-11-20',
  timezone: 'UTC',
  requests: 30_000,
  filled: 24_000,
  rows: [
    {
      reason: 'paced-out',
      requests: 4_500,
      zone: { id: 'z_1k7b', name: 'Article, top', property_id: 'p_1k7a', requests: 3_000 },
    },
    {
      reason: 'below-floor',
      requests: 1_400,
      zone: { id: 'z_1k7a', name: 'Sidebar, first', property_id: 'p_1k7a', requests: 1_400 },
    },
    { reason: 'lunar-eclipse', requests: 100, zone: null },
  ],
  compared: null,
  ...changes,
});

let rendered: RenderedRemote | undefined;
afterEach(() => rendered?.unmount());
function show(search = '', routes: StubRoutes = {}): RenderedRemote {
  rendered = renderRemote(<ReportsPage />, {
    path: `${PATH}${search}`,
    user: testUser({ role: 'publisher' }),
    texts: { publisher: texts },
    routes: {
      'GET /api/metrics': answerOf,
      'GET /api/metrics-reports': { reports: [] },
      [NO_FILL]: noFill(),
      ...routes,
    },
  });
  return rendered;
}
const table = () => screen.findByRole('table', { name: 'Figures of the report' });
const reasons = () => screen.findByRole('table', { name: 'Reasons for requests without an ad' });
const cellsOf = (row: HTMLElement | undefined) => [...(row?.children ?? [])].map((cell) => cell.textContent);
const askedOf = (calls: Call[], path: string) => calls.filter((call) => call.path === path).at(-1)?.query;

test('a report begins with zones, in what they earned, and rates are made of the sums', async () => {
  const { calls } = show();
  const [head, , second] = within(await table()).getAllByRole('row');
  expect(
    calls.find(({ path, query }) => path === '/api/metrics' && query.limit === '2000' && query.sort !== 'key')
      ?.query,
  ).toEqual({ group: 'zone', period: 'last28', limit: '2000' });
  const heads = cellsOf(head);
  // Of each cell the figure, without its interval.
  const cell = (name: string) => second?.children[heads.indexOf(name)]?.querySelector('span')?.textContent;
  expect(heads.slice(0, 2)).toEqual(['Zone', 'Earnings']);
  expect(cell('Zone')).toBe('Article, top');
  expect(cell('Earnings')).toBe('$28.00');
  expect(cell('eCPM')).toBe('$2.00');
  expect(cell('RPM')).toBe('$1.40');
  expect(cell('Requests')).toBe('20,000');
  expect(cell('Fill')).toBe('80.0%');
  expect(cell('Floor loss')).toBe('5.0%');
  expect(cell('Viewable')).toBe('50.0%');
  expect(heads).not.toContain('Spend');
  expect(document.title).toBe('Reports - EzDash');
});

test('publishers group by advertiser and never by campaign; requests are not known by it', async () => {
  const { address } = show('?group=zone,campaign,creative');
  await table();
  await userEvent.click(screen.getByRole('button', { name: 'Add a dimension' }));
  expect(screen.queryByRole('menuitem', { name: 'Campaign' })).toBeNull();
  await userEvent.click(await screen.findByRole('menuitem', { name: 'Advertiser' }));
  expect(address()).toBe(`${PATH}?group=zone,advertiser&period=last28`);
  expect(await within(await table()).findByText('Halden Outdoor')).toBeTruthy();
  expect(cellsOf(within(await table()).getAllByRole('row')[0])).not.toContain('Requests');
  const strip = within(screen.getByRole('region', { name: 'Totals of the report' }));
  expect(strip.getAllByText('no requests counted')).toHaveLength(2);
});

test('a sum that is not known by the dimensions is not sorted by', async () => {
  const { calls } = show('?group=advertiser&sort=requests&order=desc&figure=fill_rate');
  await table();
  expect(calls.some(({ query }) => query.sort === 'requests')).toBe(false);
  expect(screen.getByRole('heading', { name: 'Earnings by Advertiser' })).toBeTruthy();
});

test('every reason is told with its share, what to do, and where', async () => {
  const { calls } = show(
    '?group=zone&period=last7&property=p_1k7a&timezone=Europe/Berlin&sort=clicks&order=asc',
  );
  const rows = within(await reasons()).getAllByRole('row');
  expect(askedOf(calls, '/api/publisher/no-fill')).toEqual({
    period: 'last7',
    property: 'p_1k7a',
    timezone: 'Europe/Berlin',
  });
  expect(screen.getByText('6,000 of 30,000 ad requests found no ad: 20.0%.')).toBeTruthy();
  const floor = cellsOf(rows[2]);
  expect(floor[0]).toMatch(/^Below your floor.*A lower floor lets them in\.$/);
  expect(floor.slice(1)).toEqual(['1,400', '4.7%', 'Sidebar, first100% of them']);
  expect(cellsOf(rows[3])[0]).toMatch(/^Other reasons/);
  expect(
    within(rows[2] as HTMLElement)
      .getByRole('link')
      .getAttribute('href'),
  ).toBe('/publisher/properties/p_1k7a');
  expect(cellsOf(rows.at(-1))).toEqual(['Without an ad', '6,000', '20.0%', '']);
  expect(screen.getByRole('link', { name: 'Reasons as CSV' }).getAttribute('href')).toContain(
    '/api/publisher/no-fill/export?period=last7&property=p_1k7a',
  );
});

test('compared, every reason has its change', async () => {
  show('?group=zone&compare=previous', {
    [NO_FILL]: noFill({
      compared: {
        from: '2026-11-07',
        to: '2026-11-13',
        requests: 30_000,
        filled: 25_000,
        rows: [{ reason: 'paced-out', requests: 3_000 }],
      },
    }),
  });
  const rows = within(await reasons()).getAllByRole('row');
  expect(cellsOf(rows[1])[1]).toMatch(/^4,500.*50\.0%/);
  expect(cellsOf(rows[2])[1]).toMatch(/New/);
});

test('a filter that requests do not have is named, nothing is asked, and it can be removed', async () => {
  const { calls, address } = show('?group=zone&advertiser=av_1k7a&country=DE');
  expect(await screen.findByText(/not known by Advertiser\. Remove this filter/)).toBeTruthy();
  expect(calls.some(({ path }) => path === '/api/publisher/no-fill')).toBe(false);
  await userEvent.click(screen.getByRole('button', { name: 'Remove filter' }));
  expect(address()).toBe(`${PATH}?group=zone&period=last28&country=DE&timezone=UTC`);
  await reasons();
});

test('no requests, all of them filled, and an answer that did not come are told apart', async () => {
  show('', { [NO_FILL]: noFill({ requests: 0, filled: 0, rows: [] }) });
  expect(await screen.findByText('No ad requests in these days.')).toBeTruthy();
  rendered?.unmount();
  show('?group=zone&country=SE', { [NO_FILL]: noFill({ requests: 0, filled: 0, rows: [] }) });
  expect(await screen.findByText('No ad requests fit all filters.')).toBeTruthy();
  rendered?.unmount();
  show('', { [NO_FILL]: noFill({ requests: 9, filled: 9, rows: [] }) });
  expect(await screen.findByText('All 9 ad requests were filled.')).toBeTruthy();
  rendered?.unmount();
  show('', { [NO_FILL]: reply(500, { message: 'The database does not answer', code: 'INTERNAL' }) });
  expect(await screen.findByText('The reasons could not be loaded')).toBeTruthy();
  expect(await table()).toBeTruthy();
});

test('a day that was silent stands beside what there was before it', async () => {
  const day = (date: string, times: number) => ({
    keys: [date],
    names: [null],
    ...figures(times, true),
    previous: date === '2026-11-19' ? figures(5, true) : null,
  });
  const { calls } = show('?group=date&from=2026-11-19&to=2026-11-20&compare=previous', {
    'GET /api/metrics': (call: Call) => ({
      ...answerOf(call),
      ...(call.query.compare
        ? {
            from: '2026-11-19',
            to: '2026-11-20',
            rows: [day('2026-11-19', 2)],
            compared: { from: '2026-11-17', to: '2026-11-18', totals: figures(8, true) },
          }
        : { from: '2026-11-17', to: '2026-11-18', rows: [day('2026-11-17', 5), day('2026-11-18', 3)] }),
    }),
  });
  await table();
  await userEvent.click(await screen.findByText('Table'));
  const chart = document.querySelector<HTMLElement>('.ez-chart-table');
  if (!chart) throw new Error('The chart shows no table');
  expect(within(chart).getAllByRole('row').slice(1).map(cellsOf)).toEqual([
    [expect.stringContaining('19 Nov'), '$28.00', '$70.00'],
    [expect.stringContaining('20 Nov'), '$0.00', '$42.00'],
  ]);
  expect(calls.filter(({ query }) => query.from === '2026-11-17')).toHaveLength(1);
});

test('days of a time zone off the full hour say until when they start late', async () => {
  show('?timezone=Asia/Kolkata', {
    'GET /api/metrics': (call: Call) => ({
      ...answerOf(call),
      whole_hours_until: '2026-11-16T00:00:00.000Z',
    }),
  });
  expect(
    await screen.findByText(
      'Before 16 Nov (UTC), figures are kept by whole UTC hours: days start up to 45 minutes late.',
    ),
  ).toBeTruthy();
});
