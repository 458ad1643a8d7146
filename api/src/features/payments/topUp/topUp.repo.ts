import { type AutoTopUp, publicId } from '@ezdash/contracts';
import { type Selectable, sql } from 'kysely';
import { type AutoTopUpTable, type Db, type Trx, toNumber } from '../../../platform/db';
import type { PaymentRow } from '../payments.repo';

export type TopUpRow = Selectable<AutoTopUpTable>;

export function findTopUp(db: Db, userId: number): Promise<TopUpRow | undefined> {
  return db.selectFrom('auto_top_up').selectAll().where('user_id', '=', userId).executeTakeFirst();
}

export function lockTopUp(trx: Trx, userId: number): Promise<TopUpRow | undefined> {
  return trx
    .selectFrom('auto_top_up')
    .selectAll()
    .where('user_id', '=', userId)
    .forUpdate()
    .executeTakeFirst();
}

export async function updateTopUp(
  trx: Trx,
  userId: number,
  change: Partial<Pick<TopUpRow, 'stopped' | 'failures' | 'last_payment_id' | 'updated_at'>>,
): Promise<void> {
  await trx.updateTable('auto_top_up').set(change).where('user_id', '=', userId).execute();
}

export interface Settings {
  enabled: boolean;
  belowMicros: bigint;
  amountMicros: bigint;
  monthMostMicros: bigint;
  methodId: string;
}

/**
 * Saves what its owner wants and starts it again. Of one that is new, the account's last top-up counts as its last: what is
 * charged next is named after it.
 */
export async function saveTopUp(trx: Trx, userId: number, settings: Settings, now: Date): Promise<void> {
  const { enabled, belowMicros, amountMicros, monthMostMicros, methodId } = settings;
  await sql`
    INSERT INTO auto_top_up (user_id, enabled, below_micros, amount_micros, month_most_micros, method_id,
      last_payment_id, updated_at)
    VALUES (${userId}, ${enabled}, ${belowMicros}, ${amountMicros}, ${monthMostMicros}, ${methodId}::uuid,
      (SELECT max(id) FROM payment WHERE user_id = ${userId} AND origin = 'top-up'), ${now})
    ON CONFLICT (user_id) DO UPDATE SET enabled = excluded.enabled, below_micros = excluded.below_micros,
      amount_micros = excluded.amount_micros, month_most_micros = excluded.month_most_micros,
      method_id = excluded.method_id, stopped = NULL, failures = 0, updated_at = excluded.updated_at`.execute(
    trx,
  );
}

export async function deleteTopUp(db: Db, userId: number): Promise<boolean> {
  const gone = await db
    .deleteFrom('auto_top_up')
    .where('user_id', '=', userId)
    .returning('user_id')
    .executeTakeFirst();
  return gone !== undefined;
}

/** First moment of the calendar month (UTC). */
export const monthStart = (now: Date): Date => new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth(), 1));

/** Charged by itself since then, what is still open included. */
export async function chargedSince(db: Db, userId: number, since: Date): Promise<bigint> {
  const { rows } = await sql<{ micros: bigint }>`
    SELECT coalesce(sum(amount_micros), 0)::int8 AS micros FROM payment
    WHERE user_id = ${userId} AND origin = 'top-up' AND created_at >= ${since}
      AND state IN ('created', 'pending', 'completed')`.execute(db);
  return rows[0]?.micros ?? 0n;
}

/**
 * Whose balance is below what they chose, as far as a look can tell. Those that reached the month's most are looked at
 * again in the next month.
 */
export async function findLow(db: Db, now: Date): Promise<number[]> {
  const { rows } = await sql<{ user_id: number }>`
    SELECT t.user_id FROM auto_top_up t
    JOIN app_user u ON u.id = t.user_id AND u.status = 'active' AND u.deletion_requested_at IS NULL
    LEFT JOIN LATERAL (SELECT sum(balance_micros)::int8 AS micros FROM ledger_account
      WHERE owner_id = t.user_id AND kind IN ('advertiser_cash', 'advertiser_bonus')) b ON true
    WHERE t.enabled AND coalesce(b.micros, 0) < t.below_micros
      AND (t.stopped IS NULL OR (t.stopped = 'month-most' AND t.updated_at < ${monthStart(now)}))
    ORDER BY t.user_id`.execute(db);
  return rows.map(({ user_id }) => user_id);
}

/** As `Visa 4242`; null when the method is gone. */
async function methodLabel(db: Db, userId: number, methodId: string): Promise<string | null> {
  const method = await db
    .selectFrom('payment_method')
    .select(['brand', 'last4'])
    .where('id', '=', methodId)
    .where('user_id', '=', userId)
    .where('removed_at', 'is', null)
    .executeTakeFirst();
  return method ? [method.brand, method.last4].filter((part) => part !== null).join(' ') : null;
}

/** One's automatic top-up as pages show it; null when none is set up. */
export async function autoTopUpOf(db: Db, userId: number, now: Date): Promise<AutoTopUp | null> {
  const row = await findTopUp(db, userId);
  if (!row) return null;
  const last =
    row.last_payment_id === null
      ? undefined
      : await db
          .selectFrom('payment')
          .select(['id', 'state', 'created_at'])
          .where('id', '=', row.last_payment_id)
          .executeTakeFirst();
  return toAutoTopUp(
    row,
    await chargedSince(db, userId, monthStart(now)),
    last,
    await methodLabel(db, userId, row.method_id),
  );
}

function toAutoTopUp(
  row: TopUpRow,
  monthMicros: bigint,
  last: Pick<PaymentRow, 'id' | 'state' | 'created_at'> | undefined,
  method: string | null,
): AutoTopUp {
  return {
    enabled: row.enabled,
    below_micros: toNumber(row.below_micros),
    amount_micros: toNumber(row.amount_micros),
    month_most_micros: toNumber(row.month_most_micros),
    method_id: row.method_id,
    method: method ?? '',
    month_micros: toNumber(monthMicros),
    stopped: row.stopped,
    last_payment: last
      ? { id: publicId('payment', last.id), state: last.state, created_at: last.created_at.toISOString() }
      : null,
  };
}
