import type { ConversionStatus, PostbackCallQuery } from '@ezdash/contracts';
import { sql } from 'kysely';
import { type Db, toNumber } from '../../../platform/db';
import type { ToldConversion } from '../../conversions';
import type { CallData } from './fillMacros';

/**
 * One call for each address of the owner's that is to be told, unless there is one already: exactly one, however often the
 * conversion is settled. Answers their numbers.
 */
export async function insertCalls(
  trx: Db,
  { conversionId, goalId, ownerId, event }: ToldConversion,
  { goal, conversion, now }: { goal: string; conversion: string; now: Date },
): Promise<number[]> {
  const { rows } = await sql<{ id: bigint }>`
    INSERT INTO postback_call (outgoing_id, advertiser_id, conversion_id, event, data, since, due_at, created_at)
    SELECT o.id, o.advertiser_id, c.id, ${event}, jsonb_build_object(
        'click_id', c.click_id, 'conversion_id', ${conversion}::text, 'goal', ${goal}::text,
        'value', (c.value_micros / 1000000.0)::numeric(20, 6)::text, 'tx', c.tx,
        'time', to_char(c.received_at AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS"Z"'), 'is_test', c.verdict = 'test'),
      ${now}::timestamptz, ${now}::timestamptz, ${now}::timestamptz
    FROM outgoing_postback o JOIN conversion c ON c.id = ${conversionId}::int8
    WHERE o.advertiser_id = ${ownerId} AND o.state = 'active' AND o.secret_sealed IS NOT NULL
      AND (o.goal_id IS NULL OR o.goal_id = ${goalId}) AND ${event} = ANY (o.events)
    ON CONFLICT DO NOTHING RETURNING id`.execute(trx);
  return rows.map(({ id }) => toNumber(id));
}

/** A call that is still to be made, with its address. */
export interface HeldCall {
  id: number;
  ownerId: number;
  outgoingId: number;
  event: ConversionStatus;
  data: CallData;
  attempts: number;
  since: Date;
  dueAt: Date;
  url: string;
  method: 'GET' | 'POST';
  secret: Buffer;
  isPaused: boolean;
  failures: number;
  restsUntil: Date | null;
}

/** Holds call and address until the transaction ends; null when it was made already. */
export async function lockCall(trx: Db, id: number): Promise<HeldCall | null> {
  const { rows } = await sql<Omit<HeldCall, 'id'>>`
    SELECT c.advertiser_id AS "ownerId", c.outgoing_id AS "outgoingId", c.event, c.data, c.attempts, c.since,
      c.due_at AS "dueAt", o.url, o.method, o.secret_sealed AS secret, o.state = 'paused' AS "isPaused", o.failures,
      o.rests_until AS "restsUntil"
    FROM postback_call c JOIN outgoing_postback o ON o.id = c.outgoing_id
    WHERE c.id = ${id}::int8 AND c.state = 'waiting' AND o.secret_sealed IS NOT NULL
    FOR NO KEY UPDATE OF o, c`.execute(trx);
  return rows[0] ? { ...rows[0], id } : null;
}

export interface CallStep {
  state: 'waiting' | 'delivered' | 'dead';
  attempts: number;
  dueAt: Date;
  lastAt?: Date;
  lastStatus?: number | null;
  lastError?: string | null;
  lastAnswer?: string | null;
}

export async function stepCall(trx: Db, id: number, step: CallStep): Promise<void> {
  await trx
    .updateTable('postback_call')
    .set({
      state: step.state,
      attempts: step.attempts,
      due_at: step.dueAt,
      ...(step.lastAt && { last_at: step.lastAt }),
      ...(step.lastStatus !== undefined && { last_status: step.lastStatus }),
      ...(step.lastError !== undefined && { last_error: step.lastError }),
      ...(step.lastAnswer !== undefined && { last_answer: step.lastAnswer }),
    })
    .where('id', '=', BigInt(id))
    .execute();
}

export async function setRest(
  trx: Db,
  outgoingId: number,
  { failures, restsUntil }: { failures: number; restsUntil: Date | null },
): Promise<void> {
  await trx
    .updateTable('outgoing_postback')
    .set({ failures, rests_until: restsUntil })
    .where('id', '=', outgoingId)
    .execute();
}

export interface CallRow {
  id: bigint;
  outgoing_id: number;
  outgoing_name: string;
  conversion_id: bigint;
  event: ConversionStatus;
  is_test: boolean;
  state: 'waiting' | 'delivered' | 'dead';
  attempts: number;
  created_at: Date;
  due_at: Date;
  last_at: Date | null;
  last_status: number | null;
  last_error: string | null;
  last_answer: string | null;
}

/** An account's calls, newest first. */
export async function findCalls(
  db: Db,
  ownerId: number,
  filter: Pick<PostbackCallQuery, 'state'> & {
    outgoingId?: number;
    before?: number;
    id?: number;
    limit: number;
  },
): Promise<CallRow[]> {
  const { state = null, outgoingId = null, before = null, id = null, limit } = filter;
  const { rows } = await sql<CallRow>`
    SELECT c.id, c.outgoing_id, o.name AS outgoing_name, c.conversion_id, c.event,
      (c.data->>'is_test')::boolean AS is_test, c.state, c.attempts, c.created_at, c.due_at, c.last_at, c.last_status,
      c.last_error, c.last_answer
    FROM postback_call c JOIN outgoing_postback o ON o.id = c.outgoing_id
    WHERE c.advertiser_id = ${ownerId} AND (${state}::text IS NULL OR c.state = ${state})
      AND (${outgoingId}::int IS NULL OR c.outgoing_id = ${outgoingId})
      AND (${before}::int8 IS NULL OR c.id < ${before}) AND (${id}::int8 IS NULL OR c.id = ${id})
    ORDER BY c.id DESC LIMIT ${limit}`.execute(db);
  return rows;
}

/** Makes dead calls of an account wait again, with a day of attempts before them; answers their numbers. */
export async function reviveCalls(
  trx: Db,
  ownerId: number,
  { id = null, outgoingId = null, limit, now }: Revival,
): Promise<number[]> {
  const { rows } = await sql<{ id: bigint; outgoing_id: number }>`
    UPDATE postback_call SET state = 'waiting', attempts = 0, since = ${now}, due_at = ${now}
    WHERE id IN (
      SELECT id FROM postback_call WHERE advertiser_id = ${ownerId} AND state = 'dead'
        AND (${id}::int8 IS NULL OR id = ${id}) AND (${outgoingId}::int IS NULL OR outgoing_id = ${outgoingId})
      ORDER BY id LIMIT ${limit} FOR UPDATE)
    RETURNING id, outgoing_id`.execute(trx);
  const addresses = [...new Set(rows.map(({ outgoing_id }) => outgoing_id))];
  // Somebody has seen to it: it is tried now, and rests again after one more failure.
  if (addresses.length > 0)
    await sql`UPDATE outgoing_postback SET rests_until = NULL, failures = least(failures, 4)
      WHERE id = ANY(${addresses}::int[])`.execute(trx);
  return rows.map((row) => toNumber(row.id));
}
export interface Revival {
  id?: number | null;
  outgoingId?: number | null;
  limit: number;
  now: Date;
}

/** What should have been tried before: its job is gone, or will not run for long. */
export async function findOverdue(db: Db, before: Date, limit: number): Promise<number[]> {
  const { rows } = await sql<{ id: bigint }>`
    SELECT id FROM postback_call WHERE state = 'waiting' AND due_at < ${before} ORDER BY due_at LIMIT ${limit}`.execute(
    db,
  );
  return rows.map(({ id }) => toNumber(id));
}

/** Drops what ended long ago; answers how many there were. */
export async function forgetCalls(db: Db, before: Date, limit: number): Promise<number> {
  const { numAffectedRows = 0n } = await sql`DELETE FROM postback_call WHERE id IN (
    SELECT id FROM postback_call WHERE state <> 'waiting' AND created_at < ${before}
    ORDER BY created_at LIMIT ${limit})`.execute(db);
  return Number(numAffectedRows);
}
