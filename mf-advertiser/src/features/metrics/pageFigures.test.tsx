import type { MetricsReport, ReportFigures } from '@ezdash/contracts';
import { isTold, RATE_OF } from '@ezdash/contracts/constants';
import { cleanup, screen, within } from '@testing-library/react';
import fc from 'fast-check';
import { testMetricFigures } from '../../testing/metricsData';
import { renderAdvertiser } from '../../testing/renderAdvertiser';
import { metricsSide } from './metricsSide';

// The whole page, drawn again and again.
jest.setTimeout(120_000);

const RUNS = 6;
const MICROS = 1_000_000;
/** The auctions of a year are not known, and no column. */
const FIGURES = metricsSide.figures.filter((name) => name !== 'win_rate');

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

/** As the file has it: amounts in decimals with six digits, shares with as many, nothing where nothing is known. */
function fileText(name: (typeof FIGURES)[number], row: ReportFigures): string | null {
  const value = figureOf(name, row);
  if (value === null) return null;
  if (name.endsWith('_micros')) return (value / MICROS).toFixed(6);
  return name in RATE_OF ? value.toFixed(6) : String(value);
}

function figureOf(name: (typeof FIGURES)[number], row: ReportFigures): number | null {
  if (name in RATE_OF) return RATE_OF[name as keyof typeof RATE_OF](row);
  return row[name as keyof ReportFigures] ?? null;
}

/** What the cell says, in the unit of the file, with how far off its digits may be. */
function readCell(text: string): { value: number; off: number } {
  const plain = text.replace('−', '-').replace(/[$,%]/g, '');
  const unit = text.endsWith('%') ? 100 : 1;
  const digits = plain.split('.')[1]?.length ?? 0;
  return { value: Number(plain) / unit, off: 10 ** -digits / unit };
}

test('the page says what the answer and the file say, to the digits that it shows', async () => {
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
              const file = fileText(name, figuresOfLine);
              const said = `${name}: ${cells[place]} for ${file}`;
              if (
                file === null ||
                !isTold(name, figuresOfLine) ||
                Number(figureOf(name, figuresOfLine)) === 0
              ) {
                expect([said, cells[place]]).toEqual([said, '–']);
                continue;
              }
              const { value, off } = readCell(cells[place] ?? '');
              // Half of the last digit on the page, and half of the last one in the file.
              const most = off / 2 + 1e-6 + 1e-9 * Math.abs(value);
              expect([said, Math.abs(value - Number(file)) <= most]).toEqual([said, true]);
              shown += 1;
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
