import { readFile } from 'node:fs/promises';
import {
  METRIC_COSTS,
  METRIC_RATES,
  type MetricsReport,
  type ReportFigures,
  type ReportRow,
} from '@ezdash/contracts';
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

/** Figures under the names of their columns; without any every cell is empty. */
function figureCells(figures: ReportFigures | null, hasAuctions: boolean, prefix = ''): [string, string][] {
  const sums = [...SUMS, ...(hasAuctions ? (['auctions', 'wins'] as const) : [])];
  const made = METRIC_COLUMNS.filter((name) => MADE.includes(name) && (name !== 'win_rate' || hasAuctions));
  return [
    ...sums.map((name) => [name, figures ? sumText(name, figures[name] ?? null) : ''] as const),
    ...made.map((name) => [name, (figures && fileText(name, figures)) ?? ''] as const),
  ].map(([name, text]) => [prefix + columnOf(name), text]);
}

/** A row of an answer as the file is to have it, with every column that there is. */
function cellsOf(row: ReportRow, { groups, totals, compared }: MetricsReport): Cells {
  const cells = new Map<string, string>();
  for (const [at, group] of groups.entries()) {
    cells.set(group, row.keys[at] ?? '');
    const name = row.names[at];
    if (name !== null) cells.set(`${group}_name`, name ?? '');
  }
  const before = compared ? figureCells(row.previous, compared.totals.auctions !== null, 'previous_') : [];
  return Object.fromEntries([...cells, ...figureCells(row, totals.auctions !== null), ...before]);
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
