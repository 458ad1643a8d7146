import type { MetricsReport, SavedReport } from '@ezdash/contracts';
import { type Call, fillIn, reply, testUser } from '@ezdash/remote-kit/testing';
import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { testMetricFigures, testMetrics, testSavedReport } from '../testing/metricsData';
import { renderAdvertiser } from '../testing/renderAdvertiser';

const FIGURES = 'GET /api/metrics';
const SAVED = 'GET /api/metrics-reports';
const PATH = '/advertiser/metrics';

/** Answers by what is asked for: days for the chart, rows for the table. */
function answerOf({ query }: Call): MetricsReport {
  const groups = (query.group ?? '').split(',') as MetricsReport['groups'];
  if (groups[0] === 'date' || groups[0] === 'hour') {
    const days = ['2026-11-14', '2026-11-15'];
    return groups.length === 1
      ? testMetrics(
          groups,
          days.map((day) => ({ keys: [day], times: 3 })),
        )
      : testMetrics(
          groups,
          days.flatMap((day) => ['US', 'DE'].map((key) => ({ keys: [day, key], times: 1 }))),
        );
  }
  const keys: Record<string, string[]> = {
    country: ['US', 'DE'],
    device: ['desktop', 'phone'],
    campaign: ['c_1k7a', 'c_1k7b'],
    zone: ['z_1k7a', 'z_1k7b'],
  };
  const [first = '', second] = groups;
  const rows = (keys[first] ?? ['x']).flatMap((key, at) =>
    second
      ? (keys[second] ?? ['y']).map((other, place) => ({ keys: [key, other], times: at + place + 1 }))
      : [{ keys: [key], names: [first === 'campaign' ? `Campaign ${at + 1}` : null], times: at + 1 }],
  );
  const answer = testMetrics(groups, rows);
  if (!query.compare) return answer;
  return {
    ...answer,
    rows: answer.rows.map((row) => ({ ...row, previous: testMetricFigures(2) })),
    compared: { from: '2026-11-07', to: '2026-11-13', totals: testMetricFigures(2) },
  };
}

/** The same with sums by one dimension that its pairs add up to. */
const SUMS: Readonly<Record<string, [string, number][]>> = {
  country: [
    ['DE', 5],
    ['US', 3],
  ],
  device: [
    ['desktop', 3],
    ['phone', 5],
  ],
};
const addingUp = (call: Call) => {
  const sums = SUMS[call.query.group ?? ''];
  if (!sums || call.query.sort === 'key') return answerOf(call);
  const [group] = call.query.group?.split(',') ?? [];
  return testMetrics(
    [group] as never,
    sums.map(([key, times]) => ({ keys: [key], times })),
  );
};
const texts = (row: Element | undefined) => [...(row?.children ?? [])].map((cell) => cell.textContent);

const show = (search = '', routes: Record<string, unknown> = {}) =>
  renderAdvertiser(`${PATH}${search}`, { [FIGURES]: answerOf, [SAVED]: { reports: [] }, ...routes });
/** Whole pages on a busy machine: a second tells slow from broken no more. */
const table = () => screen.findByRole('table', { name: 'Figures of the report' }, { timeout: 20_000 });
const asked = (calls: Call[]) =>
  calls
    .filter(({ path, query }) => path === '/api/metrics' && query.limit === '2000' && query.sort !== 'key')
    // Of several dimensions the sums by the first one are asked for too.
    .reduce<Call['query'] | undefined>(
      (last, { query }) =>
        last && query.group !== last.group && last.group?.startsWith(`${query.group},`) ? last : query,
      undefined,
    );

test('the address is the report: dimensions, filters, days and timezone are asked for as it says', async () => {
  const { calls } = show(
    '?group=country,device&period=last7&country=US,DE&timezone=Europe/Berlin&sort=clicks&order=asc',
    { [FIGURES]: addingUp },
  );
  const rows = within(await table()).getAllByRole('row');
  expect(asked(calls)).toEqual({
    group: 'country,device',
    period: 'last7',
    country: 'US,DE',
    timezone: 'Europe/Berlin',
    sort: 'clicks',
    order: 'asc',
    limit: '2000',
  });
  expect(rows[1]?.textContent).toMatch(/^Germany500,000/);
  expect(rows[2]?.textContent).toMatch(/^Desktop200,000/);
  expect(rows.at(-1)?.textContent).toMatch(/^All 2 countries/);
  expect(
    within(rows[0] as HTMLElement)
      .getByRole('columnheader', { name: 'Clicks' })
      .getAttribute('aria-sort'),
  ).toBe('ascending');
  expect(screen.getByText(/Days of Europe\/Berlin/)).toBeTruthy();
  expect(document.title).toBe('Metrics - EzDash');
});

test('what an address says that cannot be is left out', async () => {
  const { calls } = show(
    '?group=moon,country,country&period=ever&timezone=Mars/Olympus&pivot=zone&figure=luck&sort=name&compare=no',
  );
  await table();
  expect(asked(calls)).toEqual({ group: 'country', period: 'last28', limit: '2000' });
});

test.each([
  ['days that no calendar has', 'from=2026-13-45&to=2026-13-46'],
  ['a day that this month has not', 'from=2026-02-01&to=2026-02-31'],
  ['more than a year and a day', 'from=2020-01-01&to=2026-11-21'],
  ["a sum of the other side's", 'sort=earnings_micros&order=asc'],
  ['ad requests, which are told to publishers', 'sort=requests'],
  ['letters that mean several timezones', 'timezone=PST'],
])('an address with %s still opens, without them', async (_kind, search) => {
  const { calls } = show(`?group=country&${search}`);
  await table();
  expect(asked(calls)).toEqual({ group: 'country', period: 'last28', limit: '2000' });
});

test('figures are as the server has them: sums exact, rates made of the same sums', async () => {
  show(
    '?group=country&columns=impressions,view_rate,clicks,ctr,cvr,ecpm_micros,ecpc_micros,spend_micros,revenue_micros,roi',
  );
  const rows = within(await table()).getAllByRole('row');
  const heads = within(rows[0] as HTMLElement)
    .getAllByRole('columnheader')
    .map((head) => head.textContent);
  const cells = [...(rows[2]?.children ?? [])].map((each) => each.querySelector('span')?.textContent);
  const cell = (name: string) => cells[heads.indexOf(name)];
  expect(cell('Impressions')).toBe('200,000');
  expect(cell('Viewable')).toBe('71.5%');
  expect(cell('CTR')).toBe('0.37%');
  expect(cell('CVR')).toBe('4.86%');
  expect(cell('eCPM')).toBe('$2.32');
  expect(cell('eCPC')).toBe('$0.63');
  expect(cell('Spend')).toBe('$464.00');
  expect(cell('Revenue')).toBe('$1,676.00');
  expect(cell('ROI')).toBe('261.2%');
  expect(heads).not.toContain('Win rate');
});

test('dimensions are added and taken away, each a step of the history', async () => {
  const { address } = show('?group=campaign');
  expect(await within(await table()).findByText('Campaign 1')).toBeTruthy();
  await userEvent.click(screen.getByRole('button', { name: 'Add a dimension' }));
  await userEvent.click(await screen.findByRole('menuitem', { name: 'Country' }));
  expect(address()).toBe(`${PATH}?group=campaign,country&period=last28`);
  await userEvent.click(await screen.findByRole('button', { name: 'Remove filter Campaign' }));
  expect(address()).toBe(`${PATH}?group=country&period=last28`);
  expect(screen.queryByRole('button', { name: 'Remove filter Country' })).toBeNull();
});

describe('several dimensions', () => {
  const rowsOf = async () =>
    within(await table())
      .getAllByRole('row')
      .slice(1, -1);

  test('rows stand under the values of the first one, which are the server’s sums', async () => {
    show('?group=country,device&columns=clicks', { [FIGURES]: addingUp });
    expect((await rowsOf()).map(texts)).toEqual([
      ['Germany', '1,850'],
      ['Desktop', '740'],
      ['Phone', '1,110'],
      ['United States', '1,110'],
    ]);
    expect(screen.getByRole('columnheader', { name: 'Country, Device' })).toBeTruthy();
  });

  test('what is open stands in the address and is no step of the history', async () => {
    const { address } = show('?group=country,device&columns=clicks', { [FIGURES]: addingUp });
    await userEvent.click(
      within(await table()).getByRole('button', { name: 'United States', expanded: false }),
    );
    expect(address()).toBe(`${PATH}?group=country,device&period=last28&columns=clicks&open=DE,US`);
    await userEvent.click(screen.getByRole('button', { name: 'Germany', expanded: true }));
    expect(address()).toMatch(/&open=US$/);
    expect((await rowsOf()).map((row) => texts(row)[0])).toEqual([
      'Germany',
      'United States',
      'Desktop',
      'Phone',
    ]);
    await userEvent.click(screen.getByRole('button', { name: 'Open all' }));
    expect(address()).toMatch(/&open=\(all\)$/);
    expect(await rowsOf()).toHaveLength(6);
    await userEvent.click(screen.getByRole('button', { name: 'Close all' }));
    expect(await rowsOf()).toHaveLength(2);
    expect(address()).toMatch(/&open=$/);
  });

  test('of too many rows those of an opened value are asked for, and what is left adds up to it', async () => {
    const { calls } = show('?group=country,device&columns=clicks&open=US', {
      [FIGURES]: (call: Call) => {
        if (call.query.group !== 'country,device') return addingUp(call);
        const answer = testMetrics(
          ['country', 'device'],
          call.query.country
            ? [{ keys: ['US', 'desktop'], times: 1 }]
            : [{ keys: ['DE', 'phone'], times: 3 }],
        );
        return { ...answer, row_count: 4_000 };
      },
    });
    await screen.findByText('Further rows');
    expect((await rowsOf()).map(texts)).toEqual([
      ['Germany', '1,850'],
      ['United States', '1,110'],
      ['Desktop', '370'],
      ['Further rows', '740'],
    ]);
    expect(calls.some(({ query }) => query.group === 'country,device' && query.country === 'US')).toBe(true);
  });

  test('one laid across: its values are columns, the largest row comes first, sums are the server’s', async () => {
    show('?group=country,device&pivot=device&figure=clicks', { [FIGURES]: addingUp });
    const rows = within(await table()).getAllByRole('row');
    expect(rows.map(texts)).toEqual([
      ['Country', 'Phone', 'Desktop', 'All'],
      ['Germany', '1,110', '740', '1,850'],
      ['United States', '740', '370', '1,110'],
      ['All 2 countries', '1,850', '1,110', '2,960'],
    ]);
    expect(screen.getByRole('heading', { name: 'Clicks, by Device' })).toBeTruthy();
  });

  test('one laid across is compared too', async () => {
    show('?group=country,device&pivot=device&figure=clicks&compare=previous');
    const [, first] = within(await table()).getAllByRole('row');
    expect(first?.querySelectorAll('.ez-delta').length).toBe(3);
  });
});

describe('the timezone of the account', () => {
  const inBerlin = testUser();
  inBerlin.preferences.timezone = 'Europe/Berlin';
  const open = (search: string, routes = {}) =>
    renderAdvertiser(
      `${PATH}${search}`,
      { [FIGURES]: answerOf, [SAVED]: { reports: [] }, ...routes },
      inBerlin,
    );

  test('is meant where the address names none, and UTC is named where it is meant', async () => {
    const { calls, address } = open('?group=country');
    await table();
    expect(asked(calls)?.timezone).toBe('Europe/Berlin');
    await userEvent.click(screen.getByRole('button', { name: 'Add a dimension' }));
    await userEvent.click(await screen.findByRole('menuitem', { name: 'Device' }));
    expect(address()).toContain('timezone=Europe/Berlin');
  });

  test('a report that was saved without one stays in UTC, and so does its mail', async () => {
    const { calls, address } = open('?report=mr_1k7a', { [SAVED]: { reports: [testSavedReport()] } });
    await waitFor(() => expect(address()).toMatch(/&report=mr_1k7a&timezone=UTC$/));
    await table();
    expect(asked(calls)?.timezone).toBeUndefined();
    await userEvent.click(screen.getByRole('button', { name: 'Countries by device' }));
    await userEvent.click(await screen.findByRole('menuitem', { name: 'Mail this report' }));
    const dialog = within(await screen.findByRole('dialog', { name: /^Mail/ }));
    expect((dialog.getByRole('combobox', { name: 'Time zone' }) as HTMLInputElement).value).toBe('UTC');
  });
});

/** The answer to a report, with other figures in its first rows. */
const withFigures = (...changes: object[]) => ({
  [FIGURES]: (call: Call) => {
    const answer = answerOf(call);
    return { ...answer, rows: answer.rows.map((row, at) => ({ ...row, ...changes[at] })) };
  },
});

test('of too few impressions no rate is told', async () => {
  const few = { impressions: 3, viewables: 3, clicks: 1, conversions: 1 };
  show('?group=country&columns=clicks,ctr,cvr,ecpm_micros,spend_micros', withFigures(few));
  const [, row] = within(await table()).getAllByRole('row');
  expect(texts(row)).toEqual(['United States', '1', '–', '–', '–', '$232.00']);
});

test('figures are chosen for the table, and the address keeps them', async () => {
  const { address } = show('?group=country');
  const heads = () => screen.getAllByRole('columnheader').map((head) => head.textContent);
  await table();
  expect(heads()).not.toContain('eCPC');
  await userEvent.click(screen.getByRole('button', { name: 'Columns' }));
  await userEvent.click(await screen.findByRole('menuitemcheckbox', { name: 'eCPC' }));
  expect(heads()).toContain('eCPC');
  await userEvent.click(await screen.findByRole('menuitemcheckbox', { name: 'Impressions' }));
  expect(heads()).not.toContain('Impressions');
  expect(address()).toMatch(
    /columns=view_rate,clicks,ctr,conversions,cvr,ecpm_micros,ecpc_micros,spend_micros,revenue_micros,roi$/,
  );
});

test('a column has the same digits in every row', async () => {
  show('?group=country&columns=ecpc_micros', withFigures({ spend_micros: 3_700_000 }));
  const rows = within(await table()).getAllByRole('row');
  expect(rows.slice(1).map((row) => texts(row)[1])).toEqual(['$0.0100', '$0.6270', '$0.6270']);
});

test('compared with the period before: every figure has its change', async () => {
  const { calls } = show('?group=country&compare=previous');
  const rows = within(await table()).getAllByRole('row');
  expect(asked(calls)?.compare).toBe('previous');
  expect(rows[1]?.textContent).toContain('50.0%');
  const strip = within(screen.getByRole('region', { name: 'Totals of the report' }));
  expect(strip.getAllByText(/^vs 7/).length).toBeGreaterThan(1);
  expect(strip.getByText('never billed')).toBeTruthy();
});

test('a filter is chosen from what has figures in these days', async () => {
  const { address } = show('?group=country');
  await table();
  await userEvent.click(screen.getByRole('button', { name: 'Add a filter' }));
  await userEvent.click(await screen.findByRole('menuitem', { name: 'Campaign' }));
  const dialog = within(await screen.findByRole('dialog', { name: 'Narrow by Campaign' }));
  await userEvent.click(await dialog.findByRole('combobox', { name: 'Campaign' }));
  await userEvent.click(await dialog.findByRole('option', { name: 'Campaign 2 ($464.00)' }));
  await userEvent.click(dialog.getByRole('button', { name: 'Apply' }));
  expect(address()).toBe(`${PATH}?group=country&period=last28&campaign=c_1k7b`);
});

test('a filter may leave its values out: the address, the question and the file say so', async () => {
  const { address, calls } = show('?group=country&sub_id=!-mail,(other)');
  await table();
  expect(asked(calls)?.sub_id).toBe('!-mail,(other)');
  expect(await screen.findByText('Sub id is none of 2')).toBeTruthy();
  await userEvent.click(screen.getByRole('button', { name: 'Add a filter' }));
  await userEvent.click(await screen.findByRole('menuitem', { name: 'Campaign' }));
  const dialog = within(await screen.findByRole('dialog', { name: 'Narrow by Campaign' }));
  await userEvent.click(await dialog.findByRole('radio', { name: 'All but these' }));
  await userEvent.click(dialog.getByRole('combobox', { name: 'Campaign' }));
  await userEvent.click(await dialog.findByRole('option', { name: 'Campaign 2 ($464.00)' }));
  await userEvent.click(dialog.getByRole('button', { name: 'Apply' }));
  const query = 'group=country&period=last28&campaign=!c_1k7b&sub_id=!-mail,(other)';
  expect(address()).toBe(`${PATH}?${query}`);
  expect(screen.getByRole('link', { name: 'CSV' }).getAttribute('href')).toBe(`/api/metrics/export?${query}`);
  expect(await screen.findByText(/^Campaign is not/)).toBeTruthy();
});

test('nothing, nothing that matches, and what failed are told apart', async () => {
  const nothing = (call: Call) => testMetrics(call.query.group?.split(',') as never, []);
  const { unmount } = show('?group=country', { [FIGURES]: nothing });
  expect(await screen.findByRole('heading', { name: 'No figures in these days' })).toBeTruthy();
  expect(await screen.findByText('No figures in these days.')).toBeTruthy();
  unmount();
  const narrowed = show('?group=country&device=tv', { [FIGURES]: nothing });
  expect(await screen.findByRole('heading', { name: 'No figures match' })).toBeTruthy();
  await userEvent.click(screen.getByRole('button', { name: 'Clear filters' }));
  expect(narrowed.address()).toBe(`${PATH}?group=country&period=last28`);
  narrowed.unmount();
  const failed = reply(503, { message: 'The database rests', code: 'UNAVAILABLE', requestId: 'req_9' });
  const { answer } = show('?group=country', { [FIGURES]: failed });
  const alert = await screen.findByRole('alert');
  expect(alert.textContent).toContain('The database rests');
  expect(alert.textContent).toContain('req_');
  answer({ [FIGURES]: answerOf });
  await userEvent.click(within(alert).getByRole('button', { name: 'Try again' }));
  expect(await table()).toBeTruthy();
});

test('of a long report only the rows that are seen are in the page, and all are counted', async () => {
  const rows = Array.from({ length: 1_500 }, (_, at) => ({
    keys: [`z_${at}`],
    names: [`Zone ${at}`],
    times: 1,
  }));
  show('?group=zone', {
    [FIGURES]: (call: Call) =>
      call.query.group === 'zone' ? testMetrics(['zone'], rows, { row_count: 4_000 }) : answerOf(call),
  });
  const shown = await table();
  expect(shown.getAttribute('aria-rowcount')).toBe('1502');
  expect(within(shown).getAllByRole('row').length).toBeLessThan(120);
  expect(screen.getByText('The first 1,500 of 4,000 rows. The CSV file has all of them.')).toBeTruthy();
});

test('the file is of the same question', async () => {
  show('?group=country,device&period=last7&country=US');
  await table();
  expect(screen.getByRole('link', { name: 'CSV' }).getAttribute('href')).toBe(
    '/api/metrics/export?group=country,device&period=last7&country=US',
  );
});

describe('saved reports', () => {
  const mailed = testSavedReport({
    schedule: { every: 'week', hour: 7, timezone: 'Europe/Berlin' },
    next_mail_at: '2026-11-23T06:00:00Z',
  });
  const withReports = (...reports: SavedReport[]) => ({ [SAVED]: { reports } });

  test('the report is saved with its whole state, under a name', async () => {
    const made = testSavedReport();
    const { calls, address } = show('?group=country,device&pivot=device&period=last7&compare=previous', {
      'POST /api/metrics-reports': (call: Call) => reply(201, { ...made, ...(call.body as object) }),
    });
    await table();
    await userEvent.click(screen.getByRole('button', { name: 'Save report' }));
    const dialog = within(await screen.findByRole('dialog', { name: 'Save report' }));
    await userEvent.click(dialog.getByRole('button', { name: 'Save report' }));
    expect(await dialog.findByText('Give the report a name.')).toBeTruthy();
    await fillIn(dialog.getByRole('textbox', { name: 'Name' }), 'Countries');
    await userEvent.click(dialog.getByRole('button', { name: 'Save report' }));
    await waitFor(() => expect(address()).toContain('report=mr_1k7a'));
    expect(calls.find(({ method }) => method === 'POST')?.body).toEqual({
      name: 'Countries',
      query: 'group=country,device&period=last7&compare=previous&pivot=device',
    });
  });

  test('a name in use is said at the field', async () => {
    show('', {
      'POST /api/metrics-reports': reply(422, {
        message: 'Check what you entered',
        code: 'INVALID_INPUT',
        errors: { name: ['Another report has this name'] },
        requestId: 'req_1',
      }),
    });
    await table();
    await userEvent.click(screen.getByRole('button', { name: 'Save report' }));
    const dialog = within(await screen.findByRole('dialog', { name: 'Save report' }));
    await fillIn(dialog.getByRole('textbox', { name: 'Name' }), 'Countries');
    await userEvent.click(dialog.getByRole('button', { name: 'Save report' }));
    expect(await dialog.findByText('Another report has this name')).toBeTruthy();
  });

  test('a link of a mail opens the report it names', async () => {
    const { address } = show('?report=mr_1k7a', withReports(testSavedReport()));
    await waitFor(() =>
      expect(address()).toBe(`${PATH}?group=country,device&period=last7&compare=previous&report=mr_1k7a`),
    );
    expect(await screen.findByRole('button', { name: 'Countries by device' })).toBeTruthy();
  });

  test('the link that ends the mails asks, and ends them', async () => {
    const { calls } = show('?report=mr_1k7a&stop=1', {
      ...withReports(mailed),
      'DELETE /api/metrics-reports/:id/schedule': testSavedReport(),
    });
    const dialog = within(await screen.findByRole('dialog', { name: 'Mail “Countries by device”' }));
    expect(dialog.getByText(/^The next mail goes 23 Nov, 07:00, Europe\/Berlin\.$/)).toBeTruthy();
    await userEvent.click(dialog.getByRole('button', { name: 'Stop mails' }));
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    expect(
      calls.some(
        ({ method, path }) => method === 'DELETE' && path === '/api/metrics-reports/mr_1k7a/schedule',
      ),
    ).toBe(true);
  });

  test('a schedule is sent as it was chosen, and why it is refused is said in place', async () => {
    const { calls, answer } = show('?group=country,device&report=mr_1k7a', {
      ...withReports(testSavedReport()),
      'PUT /api/metrics-reports/:id/schedule': reply(409, {
        message: 'Confirm your e-mail address first',
        code: 'EMAIL_UNVERIFIED',
        requestId: 'req_1',
      }),
    });
    await userEvent.click(await screen.findByRole('button', { name: 'Countries by device' }));
    await userEvent.click(await screen.findByRole('menuitem', { name: 'Mail this report' }));
    const dialog = within(await screen.findByRole('dialog', { name: /^Mail/ }));
    await userEvent.click(dialog.getByRole('radio', { name: 'Every day' }));
    await userEvent.click(dialog.getByRole('button', { name: 'Mail report' }));
    expect((await dialog.findByRole('alert')).textContent).toContain('Confirm your e-mail address first');
    answer({ 'PUT /api/metrics-reports/:id/schedule': mailed });
    await userEvent.click(dialog.getByRole('button', { name: 'Mail report' }));
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    expect(calls.filter(({ method }) => method === 'PUT').at(-1)?.body).toEqual({
      every: 'day',
      hour: 7,
      timezone: expect.any(String),
    });
  });

  test('a mail that was not sent, and a report that is gone, are said', async () => {
    const failed = testSavedReport({ failure: { at: '2026-11-20T06:00:00Z', reason: 'trouble' } });
    const { unmount } = show('?group=country&report=mr_1k7a', withReports(failed));
    expect(await screen.findByText(/The last mail of “Countries by device” was not sent/)).toBeTruthy();
    unmount();
    show('?group=country&report=mr_1k7b', withReports(testSavedReport()));
    expect(await screen.findByText(/This saved report is not there any more/)).toBeTruthy();
  });
});
