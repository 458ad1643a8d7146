import { readFile } from 'node:fs/promises';
import { METRIC_COSTS, METRIC_RATES, type MetricsReport, type ReportRow } from '@ezdash/contracts';
import { expect, type Page } from '@playwright/test';
import { readCsv } from '../../../api/src/platform/csv';
import { METRIC_COLUMNS } from '../../../mf-advertiser/src/features/metrics/metricColumns';
import { fileText } from '../../../mf-advertiser/src/testing/readFigure';
import { SUMS } from './books';

type Cells = Readonly<Record<string, string>>;
const MICRO_DIGITS = 6;
const MADE: readonly string[] = [...METRIC_RATES, ...METRIC_COSTS];
const columnOf = (name: string) => name.replace(/_micros$/, '');

/** A sum with all its digits, by whole numbers alone. */
function sumText(name: string, value: number | null): string {
  if (value === null) return '';
  if (!name.endsWith('_micros')) return String(value);
  const digits = String(value).padStart(MICRO_DIGITS + 1, '0');
  return `${digits.slice(0, -MICRO_DIGITS)}.${digits.slice(-MICRO_DIGITS)}`;
}

/** A row of an answer as the file is to have it, with every column that there is. */
function cellsOf(row: ReportRow, { groups, totals }: MetricsReport): Cells {
  const auctions = totals.auctions === null ? [] : (['auctions', 'wins'] as const);
  const cells = new Map<string, string>();
  for (const [at, group] of groups.entries()) {
    cells.set(group, row.keys[at] ?? '');
    const name = row.names[at];
    if (name !== null) cells.set(`${group}_name`, name ?? '');
  }
  for (const name of [...SUMS, ...auctions]) cells.set(columnOf(name), sumText(name, row[name]));
  for (const name of METRIC_COLUMNS)
    if (MADE.includes(name) && (name !== 'win_rate' || auctions.length > 0))
      cells.set(columnOf(name), fileText(name, row) ?? '');
  return Object.fromEntries(cells);
}

/** What the page's own link brings. */
async function download(page: Page): Promise<Cells[]> {
  const started = page.waitForEvent('download');
  await page.getByRole('link', { name: 'CSV', exact: true }).click();
  const text = await readFile(await (await started).path(), 'utf8');
  const table = readCsv(text, { mostBytes: 20_000_000, mostRows: 100_000 });
  if ('rows' in table) return table.rows.map(({ cells }) => cells);
  if (table.trouble.code === 'no-rows') return [];
  throw new Error(`The exported file cannot be read: ${table.trouble.code}`);
}

/** API = file: all rows in their order, with their keys and names and every column, to the micro and to the unit. */
export async function holdToFile(page: Page, answer: MetricsReport): Promise<void> {
  const lines = await download(page);
  expect(
    lines.map((cells) => ({ ...cells })),
    'the file and the API',
  ).toEqual(answer.rows.map((row) => cellsOf(row, answer)));
}
