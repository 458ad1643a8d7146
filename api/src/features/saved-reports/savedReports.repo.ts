import type { ReportTrouble } from '@ezdash/contracts';
import { type Selectable, sql } from 'kysely';
import type { Db, MetricsReportTable, Trx } from '../../platform/db';

export type ReportRow = Selectable<MetricsReportTable>;

export interface ScheduleColumns {
  every: 'day' | 'week' | 'month';
  hour: number;
  timezone: string;
  next_mail_at: Date;
}

export function findReports(db: Db, ownerId: number): Promise<ReportRow[]> {
  return db
    .selectFrom('metrics_report')
    .selectAll()
    .where('advertiser_id', '=', ownerId)
    .orderBy(sql`lower(name)`)
    .execute();
}

export async function countReports(db: Db, ownerId: number): Promise<number> {
  const { count } = await db
    .selectFrom('metrics_report')
    .select((eb) => eb.fn.countAll<bigint>().as('count'))
    .where('advertiser_id', '=', ownerId)
    .executeTakeFirstOrThrow();
  return Number(count);
}

/** Whether another report of the owner has the name, however it is written. */
export async function isNameTaken(db: Db, ownerId: number, name: string, except: number): Promise<boolean> {
  const row = await db
    .selectFrom('metrics_report')
    .select('id')
    .where('advertiser_id', '=', ownerId)
    .where('id', '<>', except)
    .where(sql<string>`lower(name)`, '=', sql<string>`lower(${name})`)
    .executeTakeFirst();
  return row !== undefined;
}

export function insertReport(
  trx: Trx,
  report: { advertiser_id: number; name: string; query: string; created_at: Date },
): Promise<ReportRow> {
  return trx.insertInto('metrics_report').values(report).returningAll().executeTakeFirstOrThrow();
}

/** Undefined: the owner has none of this id. */
export function updateReport(
  trx: Db,
  ownerId: number,
  id: number,
  fields: { name: string; query: string } | ScheduleColumns | Record<keyof ScheduleColumns, null>,
): Promise<ReportRow | undefined> {
  return trx
    .updateTable('metrics_report')
    .set(fields)
    .where('id', '=', id)
    .where('advertiser_id', '=', ownerId)
    .returningAll()
    .executeTakeFirst();
}

/** Another schedule begins anew: what went wrong under the one before is over. */
export async function forgetFailure(trx: Db, id: number): Promise<void> {
  await trx
    .updateTable('metrics_report')
    .set({ failed_at: null, failure: null, queued_for: null, queued_at: null })
    .where('id', '=', id)
    .execute();
}

export async function deleteReport(db: Db, ownerId: number, id: number): Promise<boolean> {
  const { numDeletedRows } = await db
    .deleteFrom('metrics_report')
    .where('id', '=', id)
    .where('advertiser_id', '=', ownerId)
    .executeTakeFirst();
  return numDeletedRows > 0n;
}

/** Reports of one account that are under way at a time; the others follow as these are mailed. */
const MOST_OF_ACCOUNT = 10;

/**
 * Marks those that are due and have no job yet, and those whose job has not been heard of for so long; → what to mail, in
 * the order in which it is to be done: of each account the first one, then of each the second, so that nobody waits for
 * the hundred reports of somebody else.
 */
export async function takeDue(
  trx: Trx,
  now: Date,
  lost: Date,
  most: number,
): Promise<{ id: number; due: Date }[]> {
  const isDue = (report: string) => {
    const column = (name: string) => sql.ref(`${report}.${name}`);
    return sql`${column('next_mail_at')} <= ${now}
      AND (${column('queued_for')} IS DISTINCT FROM ${column('next_mail_at')} OR ${column('queued_at')} < ${lost})`;
  };
  const { rows } = await sql<{ id: number; due: Date; rank: bigint }>`
    WITH under_way AS (
      SELECT advertiser_id, count(*) AS count FROM metrics_report
      WHERE queued_for = next_mail_at AND queued_at >= ${lost} GROUP BY advertiser_id
    ), ranked AS (
      SELECT w.id, coalesce(u.count, 0) + row_number() OVER (PARTITION BY w.advertiser_id ORDER BY w.next_mail_at, w.id)
        AS rank
      FROM metrics_report w LEFT JOIN under_way u USING (advertiser_id) WHERE ${isDue('w')}
    ), chosen AS MATERIALIZED (
      SELECT r.id, ranked.rank FROM metrics_report r JOIN ranked ON ranked.id = r.id
      WHERE ${isDue('r')} AND ranked.rank <= ${MOST_OF_ACCOUNT}
      ORDER BY ranked.rank, r.next_mail_at, r.id LIMIT ${most} FOR UPDATE OF r SKIP LOCKED
    )
    UPDATE metrics_report m SET queued_for = next_mail_at, queued_at = ${now} FROM chosen
    WHERE m.id = chosen.id RETURNING m.id, m.next_mail_at AS due, chosen.rank`.execute(trx);
  const inTurn = rows.toSorted(
    (a, b) => Number(a.rank - b.rank) || a.due.getTime() - b.due.getTime() || a.id - b.id,
  );
  return inTurn.map(({ id, due }) => ({ id, due }));
}

export interface DueReport extends ReportRow {
  email: string;
  role: string;
  locale: string | null;
  status: string;
  verified: boolean;
}

/** The report if it is still to be mailed for this moment, with its reader; held by the transaction when `lock` is set. */
export async function findDue(db: Db, id: number, due: Date, lock: boolean): Promise<DueReport | null> {
  const { rows } = await sql<DueReport>`
    SELECT r.*, u.email, u.role, u.locale, u.status, u.verified AND u.deleted_at IS NULL AS verified
    FROM metrics_report r JOIN app_user u ON u.id = r.advertiser_id
    WHERE r.id = ${id} AND r.next_mail_at = ${due}
    ${lock ? sql`FOR NO KEY UPDATE OF r` : sql``}`.execute(db);
  return rows[0] ?? null;
}

/** Notes what became of the mail that was due, and when the next one is. */
export async function noteMail(
  trx: Trx,
  id: number,
  outcome: { next: Date; now: Date; failure: ReportTrouble | null },
): Promise<void> {
  const { next, now, failure } = outcome;
  await trx
    .updateTable('metrics_report')
    .set({
      next_mail_at: next,
      failure,
      failed_at: failure ? now : null,
      ...(failure === null && { last_mailed_at: now }),
    })
    .where('id', '=', id)
    .execute();
}

/** What is kept of a person, for their archive. */
export function exportReports(db: Db, userId: number): Promise<unknown> {
  return db
    .selectFrom('metrics_report')
    .select(['name', 'query', 'every', 'hour', 'timezone', 'last_mailed_at', 'created_at'])
    .where('advertiser_id', '=', userId)
    .orderBy('id')
    .execute();
}

export async function forgetReports(trx: Trx, userId: number): Promise<void> {
  await trx.deleteFrom('metrics_report').where('advertiser_id', '=', userId).execute();
}

/** Whether somebody has shown that mail to the account's address arrives. */
export async function isVerified(db: Db, ownerId: number): Promise<boolean> {
  const row = await db.selectFrom('app_user').select('verified').where('id', '=', ownerId).executeTakeFirst();
  return row?.verified === true;
}

export async function findRole(db: Db, ownerId: number): Promise<string> {
  const { role } = await db
    .selectFrom('app_user')
    .select('role')
    .where('id', '=', ownerId)
    .executeTakeFirstOrThrow();
  return role;
}

export async function isOwn(db: Db, ownerId: number, id: number): Promise<boolean> {
  const row = await db
    .selectFrom('metrics_report')
    .select('id')
    .where('id', '=', id)
    .where('advertiser_id', '=', ownerId)
    .executeTakeFirst();
  return row !== undefined;
}
