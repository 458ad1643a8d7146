import type { MetricsReport } from '@ezdash/contracts';
import type { Call } from '@ezdash/remote-kit/testing';
import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { testMetrics, testSavedReport } from '../testing/metricsData';
import { renderAdvertiser } from '../testing/renderAdvertiser';

const PATH = '/advertiser/metrics';
const KEYS: Readonly<Record<string, string[]>> = {
  country: ['US', 'DE'],
  browser: ['chrome', 'safari'],
  date: ['2026-11-14', '2026-11-15'],
};

/** More rows than come at once, so that those of an open value are asked for; `late` are still on their way. */
const answerOf =
  (late: (call: Call) => boolean) =>
  (call: Call): MetricsReport | Promise<MetricsReport> => {
    const groups = (call.query.group ?? '').split(',') as MetricsReport['groups'];
    const [first = '', second] = groups;
    const wanted = call.query[first]?.split(',');
    if (second && wanted && late(call)) return new Promise(() => {});
    const keys = (KEYS[first] ?? []).filter((key) => !wanted || wanted.includes(key));
    const rows = keys.flatMap((key, at) =>
      second
        ? (KEYS[second] ?? []).map((other) => ({ keys: [key, other], times: at + 1 }))
        : [{ keys: [key], times: (at + 1) * 2 }],
    );
    // Of all values together only the first row is at hand.
    return second && !wanted
      ? testMetrics(groups, rows.slice(0, 1), { row_count: 5_000 })
      : testMetrics(groups, rows);
  };

const rows = async () =>
  within(await screen.findByRole('table', { name: 'Figures of the report' }, { timeout: 20_000 }))
    .getAllByRole('row')
    .slice(1, -1)
    .map((row) => row.querySelector('th')?.textContent);

test.each([
  ['another dimension', 'group=country,date&period=last28', ['United States', '14 Nov']],
  ['other days', 'group=country,browser&period=last7', ['United States', 'Chrome']],
])('rows of an open value never stand in another report: %s', async (_, query, [head, own]) => {
  const isLate = (call: Call) => call.query.group === 'country,date' || call.query.period === 'last7';
  renderAdvertiser(`${PATH}?group=country,browser&period=last28`, {
    'GET /api/metrics': answerOf(isLate),
    'GET /api/metrics-reports': { reports: [testSavedReport({ name: 'The other', query })] },
  });
  await screen.findByText('Safari', {}, { timeout: 20_000 });
  expect(await rows()).toEqual(['United States', 'Chrome', 'Safari', 'Germany']);
  await userEvent.click(screen.getByRole('button', { name: 'Saved reports' }));
  await userEvent.click(await screen.findByRole('menuitem', { name: 'The other' }));
  // The one at hand is its own; the other is awaited.
  await waitFor(async () => expect((await rows()).slice(0, 3)).toEqual([head, own, 'Loading …']), {
    timeout: 20_000,
  });
  expect(screen.queryByText(/Something went wrong/)).toBeNull();
});
