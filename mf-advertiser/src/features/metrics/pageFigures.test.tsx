import type { MetricsReport, ReportFigures } from '@ezdash/contracts';
import { cleanup, screen, within } from '@testing-library/react';
import fc from 'fast-check';
import { testMetricFigures } from '../../testing/metricsData';
import { cellTrouble } from '../../testing/readFigure';
import { renderAdvertiser } from '../../testing/renderAdvertiser';
import { METRIC_COLUMNS } from './metricColumns';

// The whole page, drawn again and again, on answers of any size. That it draws those of the server: `e2e/figuresAgree.spec.ts`.
jest.setTimeout(120_000);

const RUNS = 6;
/** The auctions of a year are not known, and no column. */
const FIGURES = METRIC_COLUMNS.filter((name) => name !== 'win_rate');

const count = (most: number) => fc.integer({ min: 0, max: most });
const figures: fc.Arbitrary<ReportFigures> = fc
  .record({
    impressions: count(10 ** 9),
    spend_micros: count(10 ** 12),
    revenue_micros: count(10 ** 12),
    viewed: count(10 ** 6),
    clicked: count(10 ** 6),
    converted: count(10 ** 6),
    invalid: count(10 ** 7),
  })
  .map(({ viewed, clicked, converted, ...sums }) => {
    const share = (of: number, millionths: number) => Math.floor((of * millionths) / 10 ** 6);
    const clicks = share(sums.impressions, clicked);
    return testMetricFigures(1, {
      ...sums,
      viewables: share(sums.impressions, viewed),
      clicks,
      conversions: share(clicks, converted),
    });
  });
const KEYS = ['US', 'DE', 'FR', 'GB', 'JP', 'BR'];

test('the page says what the answer says, as the file would have it, to the digits that it shows', async () => {
  let shown = 0;
  await fc.assert(
    fc.asyncProperty(
      fc.array(figures, { minLength: 1, maxLength: KEYS.length }),
      figures,
      async (rows, totals) => {
        const answer: MetricsReport = {
          from: '2025-11-24',
          to: '2026-11-23',
          timezone: 'UTC',
          groups: ['country'],
          rows: rows.map((row, at) => ({ ...row, keys: [KEYS[at] ?? ''], names: [null], previous: null })),
          row_count: rows.length,
          totals,
          compared: null,
          next_cursor: null,
        };
        renderAdvertiser(`/advertiser/metrics?group=country&period=last365&columns=${FIGURES.join(',')}`, {
          'GET /api/metrics': ({ query }: { query: Record<string, string> }) =>
            query.group === 'country' ? answer : { ...answer, groups: ['date'], rows: [], row_count: 0 },
          'GET /api/metrics-reports': { reports: [] },
        });
        try {
          const table = await screen.findByRole('table', { name: 'Figures of the report' });
          const lines = within(table).getAllByRole('row').slice(1);
          expect(lines).toHaveLength(rows.length + 1);
          for (const [at, line] of lines.entries()) {
            const figuresOfLine = rows[at] ?? totals;
            const cells = [...line.querySelectorAll('td[data-num] > span:first-child')].map(
              (cell) => cell.textContent ?? '',
            );
            expect(cells).toHaveLength(FIGURES.length);
            for (const [place, name] of FIGURES.entries()) {
              expect(cellTrouble(name, figuresOfLine, cells[place] ?? '')).toBeNull();
              if (cells[place] !== '–') shown += 1;
            }
          }
        } finally {
          cleanup();
        }
      },
    ),
    { numRuns: RUNS },
  );
  expect(shown).toBeGreaterThan(RUNS * FIGURES.length);
});
