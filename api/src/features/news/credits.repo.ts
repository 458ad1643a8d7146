import { sql } from 'kysely';
import type { Db, Trx } from '../../platform/db';

export interface CreditRow {
  article_id: number;
  advertiser_id: number;
  email: string;
  company: string;
  amount_micros: bigint;
  why: string;
  granted_at: Date;
  granted_by: string;
  transaction_id: bigint;
  /** Whether its transaction was reversed, and that was not reversed in its turn. */
  taken_back: boolean;
}

/** Whether a credit `c` was taken back: the last of its reversals, each of the one before, is an odd one. */
const takenBack = sql<boolean>`(
  WITH RECURSIVE chain (id, depth) AS (
    SELECT c.transaction_id, 0
    UNION ALL SELECT t.id, chain.depth + 1 FROM ledger_transaction t JOIN chain ON t.reverses_id = chain.id
  ) SELECT max(depth) % 2 = 1 FROM chain)`;

/** What was given for an article, newest first. */
export async function findCredits(db: Db, articleId: number): Promise<CreditRow[]> {
  const { rows } = await sql<CreditRow>`
    SELECT c.article_id, c.advertiser_id, u.email, coalesce(u.company_name, '') AS company, c.amount_micros, c.why,
      c.granted_at, c.transaction_id, ${takenBack} AS taken_back,
      coalesce(nullif(trim(concat_ws(' ', by.first_name, by.last_name)), ''), by.username) AS granted_by
    FROM incident_credit c JOIN app_user u ON u.id = c.advertiser_id JOIN app_user by ON by.id = c.granted_by
    WHERE c.article_id = ${articleId} ORDER BY c.id DESC`.execute(db);
  return rows;
}

/** What one advertiser was given for an article and still has, newest first. */
export const findCreditsOf = (db: Db, advertiserId: number, articleId: number) =>
  db
    .selectFrom('incident_credit as c')
    .select(['transaction_id', 'amount_micros', 'granted_at'])
    .where('advertiser_id', '=', advertiserId)
    .where('article_id', '=', articleId)
    .where(sql<boolean>`NOT ${takenBack}`)
    .orderBy('id', 'desc')
    .execute();

export async function hasCredits(db: Db, articleId: number): Promise<boolean> {
  const row = await db
    .selectFrom('incident_credit')
    .select('id')
    .where('article_id', '=', articleId)
    .limit(1)
    .executeTakeFirst();
  return row !== undefined;
}

/** Holds the account, so that it is not deleted meanwhile. */
export const holdAccount = (trx: Trx, id: number) =>
  trx
    .selectFrom('app_user')
    .select(['role', 'deleted_at'])
    .where('id', '=', id)
    .forNoKeyUpdate()
    .executeTakeFirst();

export const findByKey = (trx: Trx, clientKey: string) =>
  trx
    .selectFrom('incident_credit')
    .select(['article_id', 'advertiser_id', 'amount_micros', 'why'])
    .where('client_key', '=', clientKey)
    .executeTakeFirst();

export interface NewCredit {
  client_key: string;
  article_id: number;
  advertiser_id: number;
  amount_micros: bigint;
  why: string;
  granted_by: number;
  granted_at: Date;
  transaction_id: bigint;
}

export const insertCredit = (trx: Trx, credit: NewCredit) =>
  trx.insertInto('incident_credit').values(credit).execute();
