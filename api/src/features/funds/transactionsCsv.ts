import { TRANSACTIONS } from '@ezdash/contracts';
import { type CsvCell, csvFile } from '../../platform/csv';
import type { Db } from '../../platform/db';
import { ValidationError } from '../../platform/errors';
import { formatMicros } from '../privacy';
import { foldLines } from './lines/foldLines';
import { countLinesOf, findLinesFrom, type Span, type StoredLine } from './lines/lines.repo';
import { presentLines } from './lines/presentLines';

const HEADER = [
  'time',
  'transaction',
  'kind',
  'what',
  'cash',
  'bonus',
  'amount',
  'balance',
  'currency',
  'payment',
  'documents',
];
const AT_ONCE = 1_000;
const DAY_MS = 86_400_000;

/** Days in UTC, both of them part of it. */
export const spanOf = ({ from, to }: { from: string; to: string }): Span => ({
  from: new Date(`${from}T00:00:00Z`),
  to: new Date(Date.parse(`${to}T00:00:00Z`) + DAY_MS),
});

type Said = Awaited<ReturnType<typeof presentLines>>[number];

function cellsOf(line: StoredLine, said: Said | undefined): CsvCell[] {
  const what = Object.entries(said?.params ?? {}).map(([name, value]) => `${name}: ${value}`);
  return [
    line.occurred_at,
    said?.id ?? '',
    line.kind,
    [said?.description ?? '', ...what].filter(Boolean).join('; '),
    formatMicros(line.amount_micros - line.bonus_micros),
    formatMicros(line.bonus_micros),
    formatMicros(line.amount_micros),
    formatMicros(line.balance_micros),
    'USD',
    said?.payment?.id ?? '',
    (said?.documents ?? []).map(({ number }) => number).join(' '),
  ];
}

async function* pagesOf(db: Db, advertiserId: number, span: Span, gatewayName: (id: string) => string) {
  for (let afterSeq = -1n; ; ) {
    const lines = await findLinesFrom(db, advertiserId, { ...span, afterSeq, limit: AT_ONCE });
    const said = await presentLines(db, advertiserId, lines, gatewayName);
    yield lines.map((line, index) => cellsOf(line, said[index]));
    const last = lines.at(-1);
    if (!last || lines.length < AT_ONCE) return;
    afterSeq = last.seq;
  }
}

/**
 * The transactions of a span of days as CSV, oldest first: UTF-8 with a mark by which spreadsheets know it, amounts exact
 * to the micro with a point, no cell a formula. 422 where there are more than a file takes.
 */
export async function transactionsCsv(
  db: Db,
  advertiserId: number,
  span: Span,
  gatewayName: (id: string) => string,
): Promise<AsyncGenerator<string>> {
  await foldLines(db, advertiserId);
  if ((await countLinesOf(db, advertiserId, span)) > TRANSACTIONS.mostFile)
    throw new ValidationError({ from: ['These are too many transactions for one file: choose fewer days'] });
  return csvFile(HEADER, pagesOf(db, advertiserId, span, gatewayName));
}
