import type { DocumentLink } from '@ezdash/contracts';
import { publicId } from '@ezdash/contracts';
import { type Selectable, sql } from 'kysely';
import type { Db, PaymentTable } from '../../platform/db';

export type PaymentRow = Selectable<PaymentTable>;

/** Whom a payment is of, beside its row. */
export type PaymentWithOwner = PaymentRow & { email: string; company_name: string | null };

export interface StatementOptions {
  /** Only those with a smaller number. */
  beforeId?: number;
  states?: readonly PaymentRow['state'][];
  limit?: number;
}

const NOT_MOVED = ['created', 'pending', 'failed', 'cancelled'] as const;

/** Deposits of an account that moved nothing: open, failed and cancelled ones, newest first. */
export function listForStatement(
  db: Db,
  userId: number,
  { beforeId, states = NOT_MOVED, limit }: StatementOptions = {},
): Promise<PaymentRow[]> {
  return db
    .selectFrom('payment')
    .selectAll()
    .where('user_id', '=', userId)
    .where('type', '=', 'deposit')
    .where('state', 'in', [...states])
    .$if(beforeId !== undefined, (query) => query.where('id', '<', beforeId ?? 0))
    .orderBy('id', 'desc')
    .$if(limit !== undefined, (query) => query.limit(limit ?? 0))
    .execute();
}

/** The latest payments of all accounts, of every type and state, newest first. */
export function recentPayments(db: Db, limit: number): Promise<PaymentWithOwner[]> {
  return db
    .selectFrom('payment as p')
    .innerJoin('app_user as u', 'u.id', 'p.user_id')
    .selectAll('p')
    .select(['u.email', 'u.company_name'])
    .orderBy('p.created_at', 'desc')
    .orderBy('p.id', 'desc')
    .limit(limit)
    .execute();
}

/** What was given back of a deposit, and what is on its way back. */
export interface GivenBack {
  refundedMicros: bigint;
  refundingMicros: bigint;
  chargedBackMicros: bigint;
}
export const NOTHING_BACK: Readonly<GivenBack> = {
  refundedMicros: 0n,
  refundingMicros: 0n,
  chargedBackMicros: 0n,
};

/** By deposit; those of which nothing went back are missing. */
export async function givenBackOf(db: Db, depositIds: readonly number[]): Promise<Map<number, GivenBack>> {
  if (depositIds.length === 0) return new Map();
  const { rows } = await sql<{ id: number } & GivenBack>`
    SELECT parent_id AS id,
      coalesce(sum(amount_micros) FILTER (WHERE type = 'refund' AND state = 'completed'), 0)::int8 AS "refundedMicros",
      coalesce(sum(amount_micros) FILTER (WHERE type = 'refund' AND state IN ('created', 'pending')), 0)::int8
        AS "refundingMicros",
      coalesce(sum(amount_micros) FILTER (WHERE type = 'chargeback' AND state = 'completed'), 0)::int8
        AS "chargedBackMicros"
    FROM payment WHERE parent_id = ANY(${[...depositIds]}::int[]) GROUP BY parent_id`.execute(db);
  return new Map(rows.map(({ id, ...rest }) => [id, rest]));
}

/** The documents that name a payment, oldest first. */
export async function documentsOf(
  db: Db,
  paymentIds: readonly number[],
): Promise<Map<number, DocumentLink[]>> {
  const found = new Map<number, DocumentLink[]>();
  if (paymentIds.length === 0) return found;
  const rows = await db
    .selectFrom('document')
    .select(['id', 'number', 'kind', 'payment_id'])
    .where('payment_id', 'in', [...paymentIds])
    .orderBy('id')
    .execute();
  for (const { id, number, kind, payment_id } of rows) {
    if (payment_id === null) continue;
    const link = { id: publicId('document', id), number, kind };
    found.set(payment_id, [...(found.get(payment_id) ?? []), link]);
  }
  return found;
}
