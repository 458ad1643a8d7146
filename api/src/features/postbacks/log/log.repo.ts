import { POSTBACK_LOG, type PostbackLogQuery } from '@ezdash/contracts';
import { type Selectable, sql } from 'kysely';
import type { Db, PostbackLogTable } from '../../../platform/db';
import type { ReportEntry } from '../../conversions';

export type LogRow = Selectable<PostbackLogTable> & { goal_name: string };

/** A report with the number of its goal. */
export type NumberedEntry = ReportEntry & { goalRow: number };

/**
 * Keeps what names a goal that there is; answers whose goals they are. Of an account that is deleted nothing is kept, also of
 * what came in before and is written at this moment: the deletion holds the account's row, and this looks at it behind that.
 */
export async function insertEntries(db: Db, entries: readonly NumberedEntry[]): Promise<number[]> {
  const rows = entries.map(({ goalRow, receivedAt, ...entry }, place) => ({
    place,
    goal_id: goalRow,
    received_at: receivedAt.toISOString(),
    ...entry,
  }));
  const { rows: owners } = await sql<{ advertiser_id: number }>`
    WITH added AS (
      INSERT INTO postback_log (advertiser_id, goal_id, received_at, source, method, request, status, code,
        answer, verdict, took_ms)
      SELECT g.advertiser_id, g.id, e.received_at, e.source, e.method, e.request, e.status, e.code,
        e.answer, e.verdict, e."tookMs"
      FROM jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) AS e (place integer, goal_id integer, received_at timestamptz,
        source text, method text, request text, status smallint, code text, answer text, verdict text,
        "tookMs" integer)
      JOIN conversion_goal g ON g.id = e.goal_id
      JOIN app_user u ON u.id = g.advertiser_id AND u.deleted_at IS NULL
      ORDER BY e.place FOR KEY SHARE OF u
      RETURNING advertiser_id
    ) SELECT DISTINCT advertiser_id FROM added`.execute(db);
  return owners.map(({ advertiser_id }) => advertiser_id);
}

/** Of each account only so many lines stay, the newest. */
export async function trimLog(db: Db, ownerId: number): Promise<void> {
  await sql`DELETE FROM postback_log WHERE advertiser_id = ${ownerId} AND id <= (
    SELECT id FROM postback_log WHERE advertiser_id = ${ownerId}
    ORDER BY id DESC OFFSET ${POSTBACK_LOG.mostRows} LIMIT 1)`.execute(db);
}

/** Drops what is older; answers how many there were. */
export async function forgetLog(db: Db, before: Date, limit: number): Promise<number> {
  const { numAffectedRows = 0n } = await sql`DELETE FROM postback_log WHERE id IN (
    SELECT id FROM postback_log WHERE received_at < ${before} ORDER BY received_at LIMIT ${limit})`.execute(
    db,
  );
  return Number(numAffectedRows);
}

export interface LogFilter extends Pick<PostbackLogQuery, 'outcome' | 'source'> {
  goalId?: number;
  before?: number;
  limit: number;
}

/** An account's lines, newest first. */
export async function findLog(
  db: Db,
  ownerId: number,
  { goalId, outcome, source, before, limit }: LogFilter,
): Promise<LogRow[]> {
  return db
    .selectFrom('postback_log as l')
    .innerJoin('conversion_goal as g', 'g.id', 'l.goal_id')
    .selectAll('l')
    .select('g.name as goal_name')
    .where('l.advertiser_id', '=', ownerId)
    .$if(goalId !== undefined, (query) => query.where('l.goal_id', '=', goalId ?? 0))
    .$if(source !== undefined, (query) => query.where('l.source', '=', source ?? 'postback'))
    .$if(outcome === 'counted', (query) => query.where('l.verdict', '=', 'attributed'))
    .$if(outcome === 'test', (query) => query.where('l.verdict', '=', 'test'))
    .$if(outcome === 'refused', (query) => query.where('l.verdict', 'is', null))
    .$if(outcome === 'kept', (query) => query.where('l.verdict', 'not in', ['attributed', 'test']))
    .$if(before !== undefined, (query) => query.where('l.id', '<', BigInt(before ?? 0)))
    .orderBy('l.id', 'desc')
    .limit(limit)
    .execute();
}

export async function forgetOwner(db: Db, ownerId: number): Promise<void> {
  await db.deleteFrom('postback_log').where('advertiser_id', '=', ownerId).execute();
}
