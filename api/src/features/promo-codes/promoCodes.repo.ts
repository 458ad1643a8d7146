import { type Insertable, type Selectable, sql, type Updateable } from 'kysely';
import type { Db, PromoCodeTable, PromoUseTable, Trx } from '../../platform/db';
import type { PromoRow } from './judge';

export type UseRow = Selectable<PromoUseTable>;

export function findCode(db: Db, code: string): Promise<PromoRow | undefined> {
  return db.selectFrom('promo_code').selectAll().where('code', '=', code).executeTakeFirst();
}

/** The code's row, locked: whoever uses it waits for whoever is using it. */
export function lockCode(trx: Trx, by: { code: string } | { id: number }): Promise<PromoRow | undefined> {
  return trx
    .selectFrom('promo_code')
    .selectAll()
    .where((where) => ('code' in by ? where('code', '=', by.code) : where('id', '=', by.id)))
    .forUpdate()
    .executeTakeFirst();
}

/** What the account has to do with the code; what it did with `exceptPayment` counts for nothing. */
export async function readStanding(
  db: Db,
  userId: number,
  codeId: number,
  exceptPayment = 0,
): Promise<{ accountTypeId: number; used: number; isKnown: boolean }> {
  const { rows } = await sql<{ type: number; used: number; known: boolean }>`
    SELECT u.account_type_id AS type,
      (SELECT count(*)::int4 FROM promo_use WHERE user_id = u.id AND promo_code_id = ${codeId}
        AND state IN ('reserved', 'redeemed')) AS used,
      EXISTS (SELECT FROM payment WHERE user_id = u.id AND type = 'deposit' AND state = 'completed'
          AND id <> ${exceptPayment})
        OR EXISTS (SELECT FROM promo_use o JOIN promo_code c ON c.id = o.promo_code_id
          WHERE o.user_id = u.id AND o.promo_code_id <> ${codeId} AND c.new_accounts_only
            AND o.state IN ('reserved', 'redeemed')) AS known
    FROM app_user u WHERE u.id = ${userId}`.execute(db);
  const [row] = rows;
  if (!row) throw new Error(`There is no account ${userId}`);
  return { accountTypeId: row.type, used: row.used, isKnown: row.known };
}

export function insertUse(trx: Trx, row: Insertable<PromoUseTable>): Promise<UseRow> {
  return trx.insertInto('promo_use').values(row).returningAll().executeTakeFirstOrThrow();
}

export async function countUse(trx: Trx, codeId: number, by: 1 | -1): Promise<void> {
  await trx
    .updateTable('promo_code')
    .set(({ eb }) => ({ usage_count: eb('usage_count', '+', by) }))
    .where('id', '=', codeId)
    .execute();
}

export function findUse(
  db: Db,
  by: { paymentId: number } | { userId: number; clientKey: string },
): Promise<UseRow | undefined> {
  const query = db.selectFrom('promo_use').selectAll();
  return (
    'paymentId' in by
      ? query.where('payment_id', '=', by.paymentId)
      : query.where('user_id', '=', by.userId).where('client_key', '=', by.clientKey)
  ).executeTakeFirst();
}

export type UseChange = Pick<
  Updateable<PromoUseTable>,
  'state' | 'ended_at' | 'amount_micros' | 'bonus_micros' | 'returned_micros'
>;
export async function updateUse(trx: Trx, id: number, set: UseChange): Promise<void> {
  await trx.updateTable('promo_use').set(set).where('id', '=', id).execute();
}

/** Public codes that are active; the newest first. */
export function findPublic(db: Db): Promise<PromoRow[]> {
  return db
    .selectFrom('promo_code')
    .selectAll()
    .where('is_public', '=', true)
    .where('is_active', '=', true)
    .orderBy('id', 'desc')
    .limit(50)
    .execute();
}

export interface OperatorRow extends PromoRow {
  creator: string | null;
  account: string | null;
  given: bigint;
  deposited: bigint;
}

/** Every code, the newest first, with who made it and what it came to. */
export async function findAll(db: Db, id?: number): Promise<OperatorRow[]> {
  const { rows } = await sql<OperatorRow>`
    SELECT c.*, coalesce(nullif(trim(concat_ws(' ', m.first_name, m.last_name)), ''), m.email) AS creator,
      a.email AS account, u.given, u.deposited
    FROM promo_code c
    LEFT JOIN app_user m ON m.id = c.creator_id
    LEFT JOIN app_user a ON a.id = c.account_id
    CROSS JOIN LATERAL (
      SELECT coalesce(sum(bonus_micros - returned_micros), 0)::int8 AS given,
        coalesce(sum(amount_micros), 0)::int8 AS deposited
      FROM promo_use WHERE promo_code_id = c.id AND state = 'redeemed') u
    WHERE ${id === undefined ? sql`true` : sql`c.id = ${id}`}
    ORDER BY c.id DESC`.execute(db);
  return rows;
}

/** Also by a deposit that ended: when it is paid after all, its promise holds. */
export async function wasUsed(trx: Trx, codeId: number): Promise<boolean> {
  const row = await trx
    .selectFrom('promo_use')
    .select('id')
    .where('promo_code_id', '=', codeId)
    .limit(1)
    .executeTakeFirst();
  return row !== undefined;
}

/** Null when the code is taken. */
export async function insertCode(trx: Trx, row: Insertable<PromoCodeTable>): Promise<number | null> {
  const made = await trx
    .insertInto('promo_code')
    .values(row)
    .onConflict((conflict) => conflict.column('code').doNothing())
    .returning('id')
    .executeTakeFirst();
  return made?.id ?? null;
}

export type CodeChange = Pick<
  Updateable<PromoCodeTable>,
  | 'code'
  | 'name'
  | 'description'
  | 'discount_type'
  | 'discount_bps'
  | 'discount_micros'
  | 'bonus_most_micros'
  | 'is_active'
  | 'is_public'
  | 'usage_limit'
  | 'per_account_limit'
  | 'minimum_micros'
  | 'new_accounts_only'
  | 'account_type_ids'
  | 'account_id'
  | 'valid_from'
  | 'valid_until'
  | 'updated_at'
>;
export async function updateCode(trx: Trx, id: number, set: CodeChange): Promise<void> {
  await trx.updateTable('promo_code').set(set).where('id', '=', id).execute();
}

export function findAccountTypes(db: Db): Promise<{ id: number; name: string }[]> {
  return db.selectFrom('account_type').select(['id', 'name']).orderBy('id').execute();
}

export async function findAdvertiser(db: Db, email: string): Promise<number | null> {
  const row = await db
    .selectFrom('app_user')
    .select('id')
    .where(sql<string>`lower(email)`, '=', email.toLowerCase())
    .where('role', '=', 'advertiser')
    .executeTakeFirst();
  return row?.id ?? null;
}

/** For a person's archive. */
export function findUsesOf(db: Db, userId: number) {
  return db
    .selectFrom('promo_use as u')
    .innerJoin('promo_code as c', 'c.id', 'u.promo_code_id')
    .select([
      'c.code',
      'c.name',
      'u.state',
      'u.amount_micros',
      'u.bonus_micros',
      'u.returned_micros',
      'u.created_at',
      'u.ended_at',
    ])
    .where('u.user_id', '=', userId)
    .orderBy('u.id')
    .execute();
}

export async function switchOffCodesFor(trx: Trx, userId: number): Promise<void> {
  await trx.updateTable('promo_code').set({ is_active: false }).where('account_id', '=', userId).execute();
}
