import type { MetricsReport, ReportFigures } from '@ezdash/contracts';
import type { Call } from '@ezdash/remote-kit/testing';
import { act, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { testMetricFigures, testMetrics } from '../testing/metricsData';
import { renderAdvertiser } from '../testing/renderAdvertiser';

const PATH = '/advertiser/metrics';
const DAYS = ['2026-11-14', '2026-11-15', '2026-11-16'];
/** CTR 1.20 % of 10,000, CVR 5 %; too little; more conversions than clicks. */
const OF_DAYS: Partial<ReportFigures>[] = [
  { impressions: 10_000, viewables: 7_000, clicks: 120, conversions: 6 },
  { impressions: 3, viewables: 3, clicks: 1, conversions: 1 },
  { impressions: 10_000, viewables: 7_000, clicks: 100, conversions: 130 },
];

const rowsOf = (keys: readonly string[]): MetricsReport['rows'] =>
  keys.map((key, at) => ({
    ...testMetricFigures(1, OF_DAYS[at]),
    keys: [key],
    names: [null],
    previous: null,
  }));
function answerOf({ query: { group = '' } }: Call): MetricsReport {
  const isDays = group.startsWith('date');
  const keys = isDays ? DAYS : ['US', 'DE', 'FR'];
  return {
    ...testMetrics([isDays ? 'date' : 'country'], []),
    // Of days by country one country had all.
    rows: rowsOf(keys).map((row) => (group === 'date,country' ? { ...row, keys: [...row.keys, 'US'] } : row)),
    row_count: keys.length,
    ...(isDays && { from: DAYS[0] ?? '', to: DAYS.at(-1) ?? '' }),
  };
}
const show = (search: string) =>
  renderAdvertiser(`${PATH}${search}`, {
    'GET /api/metrics': answerOf,
    'GET /api/metrics-reports': { reports: [] },
  });
const spoken = () => screen.getByRole('slider').getAttribute('aria-valuetext');
const chart = () => screen.findByRole('slider', { name: /over time$/ }, { timeout: 20_000 });
const rows = async () =>
  within(await screen.findByRole('table', { name: 'Figures of the report' }, { timeout: 20_000 }))
    .getAllByRole('row')
    .slice(1);
const tip = () => screen.queryByRole('tooltip')?.textContent;

describe('the chart of a rate', () => {
  test('tells how sure each day is; a day of three impressions is no rate', async () => {
    show('?group=date&figure=ctr');
    (await chart()).focus();
    await userEvent.keyboard('{Home}');
    expect(spoken()).toBe('14 Nov: CTR 1.20% (1.00 to 1.43%)');
    await userEvent.keyboard('{ArrowRight}');
    expect(spoken()).toBe('15 Nov: CTR –');
  });

  test('has no interval where there are more conversions than clicks', async () => {
    show('?group=date&figure=cvr');
    (await chart()).focus();
    await userEvent.keyboard('{Home}');
    expect(spoken()).toBe('14 Nov: CVR 5.00% (2.31 to 10.48%)');
    await userEvent.keyboard('{End}');
    expect(spoken()).toBe('16 Nov: CVR 130.00%');
  });

  test('puts its bands away and brings them back, and the address keeps that', async () => {
    const { address } = show('?group=date&figure=ctr');
    await chart();
    const bands = () => screen.getByRole<HTMLInputElement>('checkbox', { name: 'Confidence bands' });
    expect(bands().checked).toBe(true);
    expect(screen.getByText('95% interval')).toBeTruthy();
    await userEvent.click(bands());
    expect(address()).toBe(`${PATH}?group=date&period=last28&figure=ctr&bands=off`);
    await waitFor(() => expect(screen.queryByText('95% interval')).toBeNull());
    await userEvent.click(bands());
    expect(address()).toBe(`${PATH}?group=date&period=last28&figure=ctr`);
  });

  test('opens without bands where the address says so', async () => {
    show('?group=date&figure=view_rate&bands=off');
    await chart();
    expect(screen.getByRole<HTMLInputElement>('checkbox', { name: 'Confidence bands' }).checked).toBe(false);
    expect(screen.queryByText('95% interval')).toBeNull();
    expect(spoken()).toBe('16 Nov: Viewable 70.0% (69.1 to 70.9%)');
  });

  test('of several lines draws bands when it is told to', async () => {
    const { address } = show('?group=country&figure=ctr');
    await screen.findByRole('slider', { name: 'CTR by Country' }, { timeout: 20_000 });
    const bands = screen.getByRole<HTMLInputElement>('checkbox', { name: 'Confidence bands' });
    expect(bands.checked).toBe(false);
    await userEvent.click(bands);
    expect(address()).toBe(`${PATH}?group=country&period=last28&figure=ctr&bands=on`);
    await userEvent.click(bands);
    expect(address()).toBe(`${PATH}?group=country&period=last28&figure=ctr`);
  });

  test.each(['spend_micros', 'clicks', 'ecpm_micros', 'roi'])('has none of %s', async (figure) => {
    show(`?group=date&figure=${figure}`);
    await chart();
    expect(screen.queryByRole('checkbox', { name: 'Confidence bands' })).toBeNull();
    expect(spoken()).not.toContain(' to ');
  });
});

test('a rate that is not told now and was before is drawn, for the days before', async () => {
  renderAdvertiser(`${PATH}?group=date&figure=ctr&compare=previous`, {
    'GET /api/metrics': (call: Call): MetricsReport => {
      const answer = answerOf(call);
      const rows = answer.rows.map(({ keys }) => ({
        ...testMetricFigures(1, OF_DAYS[1]),
        keys,
        names: [null],
        previous: testMetricFigures(1, OF_DAYS[0]),
      }));
      return {
        ...answer,
        rows,
        compared: { from: '2026-11-11', to: '2026-11-13', totals: testMetricFigures(3, OF_DAYS[0]) },
      };
    },
    'GET /api/metrics-reports': { reports: [] },
  });
  (await chart()).focus();
  await userEvent.keyboard('{Home}');
  expect(spoken()).toBe('14 Nov: CTR –');
});

describe('a rate in the table', () => {
  const intervals = (row: Element | undefined) =>
    [...(row?.querySelectorAll('td') ?? [])].map((cell) => cell.dataset.interval ?? null);

  test('is heard with its interval, where it has one', async () => {
    show('?group=country&columns=clicks,ctr,cvr,spend_micros');
    const [first, second, third] = await rows();
    expect(intervals(first)).toEqual([
      null,
      '95% interval: 1.00 to 1.43%',
      '95% interval: 2.31 to 10.48%',
      null,
    ]);
    expect(
      within(first as HTMLElement).getByRole('cell', { name: /^1\.20% 95% interval: 1\.00 to 1\.43%$/ }),
    );
    expect(intervals(second)).toEqual([null, null, null, null]);
    expect(intervals(third)).toEqual([null, '95% interval: 0.82 to 1.21%', null, null]);
  });

  test('shows it beside the pointer', async () => {
    show('?group=country&columns=clicks,ctr');
    const [first] = await rows();
    const [clicks, ctr] = (first as HTMLElement).querySelectorAll('td');
    await userEvent.hover(ctr as HTMLElement);
    await waitFor(() => expect(tip()).toBe('95% interval: 1.00 to 1.43%'));
    await userEvent.hover(clicks as HTMLElement);
    await waitFor(() => expect(tip()).toBeUndefined());
  });

  test('shows it at the focus, which arrow keys move from rate to rate', async () => {
    show('?group=country&columns=clicks,ctr,cvr');
    const [first] = await rows();
    const stops = document.querySelectorAll<HTMLElement>('td[tabindex="0"]');
    expect([...stops]).toEqual([first?.querySelectorAll('td')[1]]);
    act(() => stops[0]?.focus());
    await waitFor(() => expect(tip()).toBe('95% interval: 1.00 to 1.43%'));
    await userEvent.keyboard('{ArrowRight}');
    await waitFor(() => expect(tip()).toBe('95% interval: 2.31 to 10.48%'));
    // Of the rows between them has none a CVR with an interval.
    await userEvent.keyboard('{ArrowLeft}{ArrowDown}');
    await waitFor(() => expect(tip()).toBe('95% interval: 0.82 to 1.21%'));
    // The Tab key comes back to the last visited.
    expect([...document.querySelectorAll('td[tabindex="0"]')]).toEqual([document.activeElement]);
    await userEvent.keyboard('{Escape}');
    await waitFor(() => expect(tip()).toBeUndefined());
  });

  describe('of a long table', () => {
    const long = async () => {
      const keys = Array.from({ length: 200 }, (_, at) => `c_${String(at).padStart(3, '0')}`);
      renderAdvertiser(`${PATH}?group=campaign&columns=clicks,ctr`, {
        'GET /api/metrics': (call: Call) => {
          const answer = answerOf(call);
          const [known] = answer.rows;
          const rows = keys.map((key) => ({ ...answer.rows[0], ...known, keys: [key], names: [key] }));
          return (call.query.group ?? '').startsWith('campaign')
            ? { ...testMetrics(['campaign'], []), rows, row_count: rows.length }
            : answer;
        },
        'GET /api/metrics-reports': { reports: [] },
      });
      const [first] = await rows();
      const box = screen.getByRole('table', { name: 'Figures of the report' }).parentElement as HTMLElement;
      const scrollTo = (top: number) =>
        act(() => {
          box.scrollTop = top;
          box.dispatchEvent(new Event('scroll'));
        });
      return { cell: first?.querySelectorAll('td')[1] as HTMLElement, scrollTo };
    };

    test('goes away with its row', async () => {
      const { cell, scrollTo } = await long();
      await userEvent.hover(cell);
      await waitFor(() => expect(tip()).toBe('95% interval: 1.00 to 1.43%'));
      scrollTo(5_000);
      expect(cell.isConnected).toBe(false);
      await waitFor(() => expect(tip()).toBeUndefined());
    });

    test('keeps the focus, and its one stop, where it was when the table is scrolled', async () => {
      const { cell, scrollTo } = await long();
      act(() => cell.focus());
      scrollTo(5_000);
      expect(document.activeElement).toBe(cell);
      expect([...document.querySelectorAll('td[tabindex="0"]')]).toEqual([cell]);
      scrollTo(0);
      expect(document.activeElement).toBe(cell);
    });
  });
});

describe('a chart without a line', () => {
  const LITTLE = 'None of these days has enough to go by.';
  const NOTHING = 'No figures in these days.';
  const few: Partial<ReportFigures> = {
    impressions: 50,
    viewables: 40,
    clicks: 0,
    conversions: 0,
    invalid: 0,
  };

  test.each([
    ['a rate of too little', 'ctr', few, LITTLE],
    ['a cost of too little', 'ecpm_micros', few, LITTLE],
    ['a rate of nothing', 'ctr', null, NOTHING],
    ['a cost of nothing', 'ecpm_micros', null, NOTHING],
  ] as const)('says whether there is nothing: %s', async (_, figure, day, said) => {
    renderAdvertiser(`${PATH}?group=date&figure=${figure}`, {
      'GET /api/metrics': (call: Call) => ({
        ...answerOf(call),
        rows: day ? [{ ...testMetricFigures(1, day), keys: [DAYS[0]], names: [null], previous: null }] : [],
        row_count: day ? 1 : 0,
      }),
      'GET /api/metrics-reports': { reports: [] },
    });
    const other = said === LITTLE ? NOTHING : LITTLE;
    expect(await screen.findByText(said, {}, { timeout: 20_000 })).toBeTruthy();
    expect(screen.queryByText(other)).toBeNull();
  });
});
