/**
 * The pure core of the ledger. Amounts are bigint micros. What an owner's account shows is what the network owes the
 * owner: a deposit adds to the advertiser's cash and takes from clearing, a billed event takes from cash and adds to
 * the publisher's pending earnings and the network's revenue.
 */
import { type AccountKind, CHART, mayTouch, type TransactionKind } from './chart';

/** One signed amount on one ledger account, which is made when it does not exist yet. */
export interface Posting {
  kind: AccountKind;
  /** The advertiser or publisher; null for the network's own accounts. */
  ownerId: number | null;
  amountMicros: bigint;
}

export interface Transaction {
  /** The same key posts once, however often it is tried. */
  idempotencyKey: string;
  kind: TransactionKind;
  occurredAt: Date;
  description?: string;
  meta?: Record<string, unknown>;
  postings: readonly Posting[];
}

/** A transaction that may not be posted. A bug of the caller, not of a person's input. */
export class LedgerError extends Error {
  override readonly name: string = 'LedgerError';
}

/** The idempotency key is that of a transaction with other postings. */
export class PostedOtherwiseError extends LedgerError {
  override readonly name = 'PostedOtherwiseError';
}

export const accountKey = ({ kind, ownerId }: Pick<Posting, 'kind' | 'ownerId'>) =>
  `${kind}/${ownerId ?? '-'}`;

/** Throws LedgerError unless the transaction can be posted. */
export function assertPostable({ idempotencyKey, kind, postings }: Transaction): void {
  if (idempotencyKey.trim() === '') throw new LedgerError('A transaction needs an idempotency key');
  if (postings.length < 2) throw new LedgerError(`${idempotencyKey}: a transaction has two postings or more`);
  const seen = new Set<string>();
  let sum = 0n;
  for (const posting of postings) {
    const key = accountKey(posting);
    if (posting.amountMicros === 0n) throw new LedgerError(`${idempotencyKey}: ${key} posts nothing`);
    if (seen.has(key)) throw new LedgerError(`${idempotencyKey}: ${key} is posted to twice`);
    if ((posting.ownerId === null) !== (CHART[posting.kind].owner === 'network'))
      throw new LedgerError(`${idempotencyKey}: ${key} has the wrong kind of owner`);
    if (!mayTouch(kind, posting.kind))
      throw new LedgerError(`${idempotencyKey}: ${key} is no account of a transaction ${kind}`);
    seen.add(key);
    sum += posting.amountMicros;
  }
  if (sum !== 0n) throw new LedgerError(`${idempotencyKey}: the postings sum to ${sum} instead of zero`);
}

/** The opposite of every posting. Twice reversed is as it was. */
export function reversed(postings: readonly Posting[]): Posting[] {
  return postings.map((posting) => ({ ...posting, amountMicros: -posting.amountMicros }));
}

/** Balances after the postings, by `accountKey`. What the database keeps, computed from nothing. */
export function balancesAfter(transactions: readonly Pick<Transaction, 'postings'>[]): Map<string, bigint> {
  const balances = new Map<string, bigint>();
  for (const posting of transactions.flatMap(({ postings }) => postings)) {
    const key = accountKey(posting);
    balances.set(key, (balances.get(key) ?? 0n) + posting.amountMicros);
  }
  return balances;
}
