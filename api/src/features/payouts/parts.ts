import { type DocumentLink, PAYOUT, type PAYOUT_STATES, type Payout, publicId } from '@ezdash/contracts';
import type { Clock } from '../../platform/clock';
import { type Db, type Trx, toNumber } from '../../platform/db';
import type { Log } from '../../platform/log';
import { documentsBySubject, type PayoutFacts, payoutSubject } from '../documents';
import type { Mail } from '../mail';
import type { Publisher } from '../realtime';
import type { MadeOf } from './madeOf.repo';
import type { BankAccount, PayoutRow } from './payouts.repo';

/** A payout that ended, for those who tell its owner. */
export interface EndedPayout {
  payoutId: number;
  publisherId: number;
  state: 'paid' | 'refused' | 'failed';
  amountMicros: bigint;
  /** As `Test bank Germany 3000`. */
  method: string;
  /** Why it was refused or failed; empty otherwise. */
  reason: string;
  bankReference: string | null;
  endedAt: Date;
}

export interface PayoutDeps {
  db: Db;
  clock: Clock;
  log: Log;
  publisher: Publisher;
  mail: Pick<Mail, 'send'>;
  /** Issues the statement of a paid payout, in its transaction. */
  issueStatement(trx: Trx, payout: PayoutFacts, paidAt: Date): Promise<unknown>;
  /** Told of every payout that ended, in its transaction. */
  onEnded?(trx: Trx, payout: EndedPayout): Promise<void>;
}

type State = (typeof PAYOUT_STATES)[number];
const STATES: ReadonlySet<string> = new Set<State>([
  'requested',
  'approved',
  'sent',
  'paid',
  'refused',
  'failed',
]);
const isState = (text: string): text is State => STATES.has(text);
export function stateOf({ id, state }: Pick<PayoutRow, 'id' | 'state'>): State {
  if (!isState(state)) throw new Error(`Payout ${id} is ${state}`);
  return state;
}

const HOUR_MS = 3_600_000;
const CENT = 10_000n;

/** Banks know no less than a cent; what is left of it stays payable. */
export const wholeCents = (micros: bigint): bigint => micros - (micros % CENT);

/** Until when nothing is paid on it; null when it may be paid on now. */
export function lockedUntil({ createdAt, defaultSince }: BankAccount, now: Date): Date | null {
  const since = Math.max(createdAt.getTime(), defaultSince?.getTime() ?? 0);
  const until = new Date(since + PAYOUT.lockedHours * HOUR_MS);
  return until > now ? until : null;
}

/** Statements by the payout's number. */
export async function documentsOf(
  db: Db,
  payoutIds: readonly number[],
): Promise<Map<number, DocumentLink[]>> {
  const links = await documentsBySubject(db, 'payout_statement', payoutIds.map(payoutSubject));
  return new Map(
    payoutIds.map((id) => {
      const link = links.get(payoutSubject(id));
      return [id, link ? [link] : []];
    }),
  );
}

export type { PayoutFacts };

export function presentPayout(
  row: PayoutRow,
  documents: readonly DocumentLink[] = [],
  madeOf?: MadeOf,
): Payout {
  return {
    id: publicId('payout', row.id),
    state: stateOf(row),
    amount_micros: toNumber(row.amount_micros),
    currency: row.currency,
    method: row.method_label,
    requested_at: row.requested_at.toISOString(),
    due_at: row.due_at.toISOString(),
    sent_at: row.sent_at?.toISOString() ?? null,
    ended_at: row.ended_at?.toISOString() ?? null,
    reason: row.reason,
    reference: row.bank_reference,
    documents: [...documents],
    ...(madeOf && {
      made_of: {
        from: madeOf.from,
        to: madeOf.to,
        earnings_micros: toNumber(madeOf.earningsMicros),
        referral_micros: toNumber(madeOf.referralMicros),
      },
    }),
  };
}

/** Open pages of the owner and of operators look again. */
export async function announce(
  publisher: Publisher,
  trx: Trx,
  { id, publisher_id }: Pick<PayoutRow, 'id' | 'publisher_id'>,
): Promise<void> {
  await publisher.toAccount(trx, publisher_id, 'payout.changed', { payout_id: publicId('payout', id) });
  await publisher.toOperators(trx, 'money.changed', {});
}
