import type { PaymentEvent } from '@ezdash/contracts';
import { type Insertable, type Selectable, sql, type Updateable } from 'kysely';
import type { Db, PaymentTable, Trx } from '../../platform/db';
import { lockedBalances } from '../ledger';

export type PaymentRow = Selectable<PaymentTable>;
/** What the course of a payment changes; the rest stays as it was asked for. */
export type PaymentChange = Pick<
  Updateable<PaymentTable>,
  | 'state'
  | 'failure'
  | 'trouble'
  | 'amount_micros'
  | 'bonus_micros'
  | 'method_label'
  | 'external_id'
  | 'external_transaction_id'
  | 'checkout_url'
  | 'transaction_id'
  | 'actor_id'
  | 'pending_at'
  | 'ended_at'
  | 'asked_at'
>;
export type EventSource = PaymentEvent['source'];
export type EventKind = PaymentEvent['kind'];

/** One payment by its row's number. */
export function findPayment(db: Db, id: number): Promise<PaymentRow | undefined> {
  return db.selectFrom('payment').selectAll().where('id', '=', id).executeTakeFirst();
}

/** Holds the payment's row until the transaction ends: every step of it is taken under this lock. */
export function lockPayment(trx: Trx, id: number): Promise<PaymentRow> {
  return trx.selectFrom('payment').selectAll().where('id', '=', id).forUpdate().executeTakeFirstOrThrow();
}

/** Nobody is left whose money it could be. */
export async function isOwnerDeleted(db: Db, userId: number): Promise<boolean> {
  const { deleted_at } = await db
    .selectFrom('app_user')
    .select('deleted_at')
    .where('id', '=', userId)
    .executeTakeFirstOrThrow();
  return deleted_at !== null;
}

export function findByClientKey(db: Db, userId: number, clientKey: string): Promise<PaymentRow | undefined> {
  return db
    .selectFrom('payment')
    .selectAll()
    .where('user_id', '=', userId)
    .where('client_key', '=', clientKey)
    .executeTakeFirst();
}

/** The deposit that a gateway knows by this id. */
export function findByExternalId(
  db: Db,
  gateway: string,
  externalId: string,
): Promise<PaymentRow | undefined> {
  return db
    .selectFrom('payment')
    .selectAll()
    .where('gateway', '=', gateway)
    .where('external_id', '=', externalId)
    .where('type', '=', 'deposit')
    .executeTakeFirst();
}

export function findByReference(db: Db, reference: string): Promise<PaymentRow | undefined> {
  return db.selectFrom('payment').selectAll().where('reference', '=', reference).executeTakeFirst();
}

/** The new row, or undefined when its owner used the key before (waits for who uses it at this moment). */
export function insertPayment(trx: Trx, row: Insertable<PaymentTable>): Promise<PaymentRow | undefined> {
  return trx
    .insertInto('payment')
    .values(row)
    .onConflict((conflict) => conflict.columns(['user_id', 'client_key']).doNothing())
    .returningAll()
    .executeTakeFirst();
}

export function updatePayment(trx: Trx, id: number, change: PaymentChange): Promise<PaymentRow> {
  return trx.updateTable('payment').set(change).where('id', '=', id).returningAll().executeTakeFirstOrThrow();
}

/** Refunds and chargebacks of a deposit, oldest first. */
export function findGiveBacks(db: Db, depositId: number): Promise<PaymentRow[]> {
  return db.selectFrom('payment').selectAll().where('parent_id', '=', depositId).orderBy('id').execute();
}

export async function insertEvents(
  trx: Trx,
  paymentId: number,
  source: EventSource,
  lines: readonly Pick<PaymentEvent, 'kind' | 'detail'>[],
  at: Date,
): Promise<void> {
  if (lines.length === 0) return;
  await trx
    .insertInto('payment_event')
    .values(
      lines.map(({ kind, detail }) => ({
        payment_id: paymentId,
        happened_at: at,
        kind,
        source,
        detail: JSON.stringify(detail),
      })),
    )
    .execute();
}

export async function findEvents(db: Db, paymentId: number): Promise<PaymentEvent[]> {
  const { rows } = await sql<{
    at: Date;
    kind: EventKind;
    source: EventSource;
    detail: PaymentEvent['detail'];
  }>`
    SELECT happened_at AS at, kind, source, detail FROM payment_event WHERE payment_id = ${paymentId} ORDER BY id`.execute(
    db,
  );
  return rows.map(({ at, ...rest }) => ({ at: at.toISOString(), ...rest }));
}

/**
 * Whether the gateway may be asked now: not when anybody, on any server, asked since `before`. Who is answered true is
 * the one who asks.
 */
export async function claimAsk(db: Db, id: number, now: Date, before: Date): Promise<boolean> {
  const claimed = await db
    .updateTable('payment')
    .set({ asked_at: now })
    .where('id', '=', id)
    .where((where) => where.or([where('asked_at', 'is', null), where('asked_at', '<=', before)]))
    .returning('id')
    .executeTakeFirst();
  return claimed !== undefined;
}

/** Deposits of an account that are not ended. */
export async function countOpen(db: Db, userId: number): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    SELECT count(*)::int4 AS count FROM payment
    WHERE user_id = ${userId} AND type = 'deposit' AND state IN ('created', 'pending')`.execute(db);
  return rows[0]?.count ?? 0;
}

/**
 * Locks all that the ledger locks for this customer's bookings, a bonus included, before the first of them: a second
 * lock later would not be in the order that every writer keeps to. What is in cash then stays as it is.
 */
export async function lockMoney(trx: Trx, userId: number): Promise<{ cashMicros: bigint }> {
  const { advertiser_cash } = await lockedBalances(trx, userId);
  return { cashMicros: advertiser_cash };
}
