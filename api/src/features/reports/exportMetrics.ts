import {
  METRIC_COSTS,
  METRIC_EXPORT_ROWS,
  METRIC_RATES,
  type MetricGroup,
  PUBLISHER_COSTS,
  PUBLISHER_RATES,
  RATE_OF,
  type ReportFigures,
} from '@ezdash/contracts';
import { type CsvCell, csvFile } from '../../platform/csv';
import { type Db, inTransaction } from '../../platform/db';
import { presentKey } from './metricKeys';
import { type ExportedRow, findWholeHoursUntil, isNamed, openRows } from './metrics.repo';
import type { MetricsAsk } from './metricsQuery';
import { beforeOf, knowsRevenue, namesOf, presentFigures } from './readMetrics';

/** Rows that are fetched and written at a time. */
const PAGE_ROWS = 1_000;
const MICRO_DIGITS = 6;
const RATE_DIGITS = 6;

/** Micros as a decimal number with all six digits: nothing is rounded in a file. */
function decimal(micros: number): string {
  const digits = String(Math.abs(micros)).padStart(MICRO_DIGITS + 1, '0');
  return `${micros < 0 ? '-' : ''}${digits.slice(0, -MICRO_DIGITS)}.${digits.slice(-MICRO_DIGITS)}`;
}

const SUMS = [
  'requests',
  'filled',
  'below_floor',
  'impressions',
  'viewables',
  'clicks',
  'conversions',
  'invalid',
  'auctions',
  'wins',
] as const;
const MONEY = ['spend_micros', 'revenue_micros', 'earnings_micros'] as const;

const OF_REQUESTS: readonly string[] = [
  'requests',
  'filled',
  'below_floor',
  'fill_rate',
  'floor_loss',
  'rpm_micros',
];
const OF_AUCTIONS: readonly string[] = ['auctions', 'wins', 'win_rate'];

interface Column {
  name: string;
  cell: (figures: ReportFigures) => CsvCell;
}

const bare = (name: string) => name.replace(/_micros$/, '');

/** The columns of figures that the question has; names are those of the API, amounts without `_micros`. */
function columnsOf({ side, hasRequests, hasAuctions }: MetricsAsk): Column[] {
  const isAdvertiser = side === 'advertiser';
  const isThere = (name: string) =>
    (hasRequests || !OF_REQUESTS.includes(name)) && (hasAuctions || !OF_AUCTIONS.includes(name));
  const money = MONEY.filter((name) => (name === 'earnings_micros') !== isAdvertiser);
  const rates = isAdvertiser ? METRIC_RATES : PUBLISHER_RATES;
  const costs = isAdvertiser ? METRIC_COSTS : PUBLISHER_COSTS;
  return [
    ...SUMS.filter(isThere).map((name) => ({ name, cell: (row: ReportFigures) => row[name] ?? null })),
    ...money.map((name) => ({
      name: bare(name),
      cell: (row: ReportFigures) => {
        const micros = row[name];
        return micros === null ? null : decimal(micros);
      },
    })),
    ...rates.filter(isThere).map((name) => ({
      name,
      cell: (row: ReportFigures) => RATE_OF[name](row)?.toFixed(RATE_DIGITS) ?? null,
    })),
    ...costs.filter(isThere).map((name) => ({
      name: bare(name),
      cell: (row: ReportFigures) => {
        const micros = RATE_OF[name](row);
        return micros === null ? null : decimal(micros);
      },
    })),
  ];
}

const keyColumns = (groups: readonly MetricGroup[]) =>
  groups.flatMap((group) => (isNamed(group) ? [group, `${group}_name`] : [group]));

/** Of a file whose days begin late, at its end. */
export const wholeHoursSentence = (until: string) =>
  `Before ${until.slice(0, 'YYYY-MM-DD'.length)} (UTC), figures are kept by whole UTC hours: days start up to 45 minutes late`;

export interface ExportOptions {
  /** Rows of the file; a sentence at its end says that there are more. */
  most?: number;
  /** Sentences at the end, into the reader's language. */
  translate: (text: string) => string;
  /** Told how many rows the file has. */
  onRows?: (count: number) => void;
  signal?: AbortSignal;
}

/**
 * All rows of a question as CSV, a piece for each page of rows, read through a cursor of the database in a transaction
 * that stays open until the last piece was taken; all out of one snapshot. Ends with an error when the signal is aborted.
 */
async function writeRows(
  trx: Db,
  ask: MetricsAsk,
  { most = METRIC_EXPORT_ROWS, translate, onRows, signal }: ExportOptions,
  write: (piece: string) => Promise<void>,
): Promise<void> {
  const columns = columnsOf(ask);
  const hasRevenue = await knowsRevenue(trx, ask);
  const known = { ...ask, hasRevenue };
  const before = beforeOf(ask);
  const columnsBefore = before ? columnsOf(before.ask) : [];
  const until = await findWholeHoursUntil(trx, ask);
  const next = await openRows(trx, ask, most + 1, before);
  const cellsBefore = ({ previous }: ExportedRow) => {
    const figures = before && previous && presentFigures(previous, { ...before.ask, hasRevenue });
    return columnsBefore.map(({ cell }) => figures && cell(figures));
  };
  const cellsOf = (row: ExportedRow, names: Awaited<ReturnType<typeof namesOf>>): CsvCell[] => [
    ...ask.groups.flatMap((group, index) => {
      const stored = row.keys[index] ?? '';
      const key = presentKey(group, stored);
      return isNamed(group) ? [key, names[index]?.get(Number(stored)) ?? null] : [key];
    }),
    ...columns.map(({ cell }) => cell(presentFigures(row, known))),
    ...cellsBefore(row),
  ];
  async function* pages(): AsyncGenerator<CsvCell[][]> {
    let count = 0;
    for (;;) {
      signal?.throwIfAborted();
      const rows = await next(PAGE_ROWS);
      const kept = rows.slice(0, most - count);
      const names = await namesOf(trx, ask.groups, kept);
      count += kept.length;
      const cells = kept.map((row) => cellsOf(row, names));
      const hasMore = kept.length < rows.length;
      const isLast = hasMore || rows.length < PAGE_ROWS;
      if (hasMore)
        cells.push([
          translate(`This file ends after ${most} rows. Narrow the report by filters or days for the rest`),
        ]);
      if (isLast && until) cells.push([translate(wholeHoursSentence(until))]);
      yield cells;
      if (isLast) break;
    }
    onRows?.(count);
  }
  const header = [
    ...keyColumns(ask.groups),
    ...columns.map(({ name }) => name),
    ...columnsBefore.map(({ name }) => `previous_${name}`),
  ];
  for await (const piece of csvFile(header, pages())) await write(piece);
}

/** Hands the file over piece by piece; the next rows are read when `write` has answered. */
export function exportMetrics(
  db: Db,
  ask: MetricsAsk,
  options: ExportOptions,
  write: (piece: string) => Promise<void>,
): Promise<void> {
  return inTransaction(db, (trx) => writeRows(trx, ask, options, write), {
    isolation: 'repeatable read',
    readOnly: true,
    // Pieces that are written cannot be written again.
    retries: 0,
  });
}
