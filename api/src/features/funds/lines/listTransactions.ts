import type { FundsLine, TransactionFilter, TransactionList } from '@ezdash/contracts';
import { MAX_ROW } from '@ezdash/contracts';
import { type Db, inTransaction } from '../../../platform/db';
import { ValidationError } from '../../../platform/errors';
import { documentsOf, listForStatement, type PaymentRow } from '../../payments';
import { foldLines } from './foldLines';
import { balancesAt, countLines, countUnmoved, findLines, type StoredLine } from './lines.repo';
import { presentLines, presentUnmoved } from './presentLines';

/** Where a page ended in both rows: of the ledger's lines, and of the deposits that moved nothing. */
interface Place {
  seq: bigint | null;
  paymentId: number | null;
}

const CURSOR = /^(\d{1,18}|s)\.(\d{1,10}|p)$/;

function readCursor(text: string | undefined): Place {
  if (text === undefined) return { seq: null, paymentId: null };
  const [, seq = '', payment = ''] = CURSOR.exec(text) ?? [];
  if (seq === '') throw new ValidationError({ before: ['This is not what belongs here'] });
  return {
    seq: seq === 's' ? null : BigInt(seq),
    paymentId: payment === 'p' ? null : Math.min(Number(payment), MAX_ROW),
  };
}

const writeCursor = ({ seq, paymentId }: Place) => `${seq ?? 's'}.${paymentId ?? 'p'}`;

type Entry = { line: StoredLine } | { payment: PaymentRow };

/** Both rows as one by time, newest first; of the same time the deposit that moved nothing is the newer one. */
function merged(lines: readonly StoredLine[], payments: readonly PaymentRow[], limit: number): Entry[] {
  const entries: Entry[] = [];
  let [line, payment] = [0, 0];
  while (entries.length < limit) {
    const nextLine = lines[line];
    const nextPayment = payments[payment];
    if (nextPayment && (!nextLine || nextPayment.created_at >= nextLine.occurred_at)) {
      entries.push({ payment: nextPayment });
      payment += 1;
    } else if (nextLine) {
      entries.push({ line: nextLine });
      line += 1;
    } else break;
  }
  return entries;
}

function placeBehind(entries: readonly Entry[], before: Place): Place {
  const place = { ...before };
  for (const entry of entries)
    if ('line' in entry) place.seq = entry.line.seq;
    else place.paymentId = entry.payment.id;
  return place;
}

export interface ListOptions {
  filter: TransactionFilter;
  before?: string;
  limit: number;
}

/** A page of transactions, newest first: what the ledger says, with the deposits that moved nothing at their time. */
export async function listTransactions(
  db: Db,
  advertiserId: number,
  { filter, before, limit }: ListOptions,
  gatewayName: (id: string) => string,
): Promise<TransactionList> {
  const start = readCursor(before);
  await foldLines(db, advertiserId);
  return inTransaction(
    db,
    async (trx) => {
      const withUnmoved = filter === 'all' || filter === 'deposits';
      const lines = await findLines(trx, advertiserId, { filter, beforeSeq: start.seq, limit: limit + 1 });
      const beforeId = start.paymentId ?? undefined;
      const payments = withUnmoved
        ? await listForStatement(trx, advertiserId, { beforeId, limit: limit + 1 })
        : [];
      const entries = merged(lines, payments, limit + 1);
      const shown = entries.slice(0, limit);
      const ledger = shown.flatMap((entry) => ('line' in entry ? [entry.line] : []));
      const said = await presentLines(trx, advertiserId, ledger, gatewayName);
      const unmoved = shown.flatMap((entry) => ('line' in entry ? [] : [entry.payment]));
      const papers = await documentsOf(
        trx,
        unmoved.map(({ id }) => id),
      );
      const balances = await balancesAt(
        trx,
        advertiserId,
        unmoved.map(({ created_at }) => created_at),
      );
      const total =
        (await countLines(trx, advertiserId, filter)) +
        (withUnmoved ? await countUnmoved(trx, advertiserId) : 0);
      const written = new Map<object, FundsLine | undefined>();
      for (const [index, line] of ledger.entries()) written.set(line, said[index]);
      for (const [index, row] of unmoved.entries())
        written.set(row, presentUnmoved(row, balances[index] ?? 0n, papers, gatewayName));
      return {
        lines: shown.flatMap((entry) => written.get('line' in entry ? entry.line : entry.payment) ?? []),
        next: entries.length > limit ? writeCursor(placeBehind(shown, start)) : null,
        total,
      };
    },
    { isolation: 'repeatable read', readOnly: true },
  );
}
