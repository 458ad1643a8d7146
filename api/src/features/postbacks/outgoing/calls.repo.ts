import type { ConversionStatus, PostbackCallQuery } from '@ezdash/contracts';
import { type RawBuilder, sql } from 'kysely';
import { type Db, toNumber } from '../../../platform/db';
import type { ToldConversion } from '../../conversions';
import { REST_AFTER } from './attempts';
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
  /** Somebody is at it until then; the past when that one has died. */
  leasedUntil: Date | null;
  url: string;
  method: 'GET' | 'POST';
  secret: Buffer;
  isPaused: boolean;
  failures: number;
  restsUntil: Date | null;
}

const HELD = sql`c.advertiser_id AS "ownerId", c.outgoing_id AS "outgoingId", c.event, c.data, c.attempts, c.since,
  c.due_at AS "dueAt", c.leased_until AS "leasedUntil", o.url, o.method, o.secret_sealed AS secret,
  o.state = 'paused' AS "isPaused", o.failures, o.rests_until AS "restsUntil"`;

/** Holds the address of a call until the transaction ends, always before the call itself: its removal does so too. */
async function lockAddress(trx: Db, callId: number): Promise<void> {
  await sql`SELECT FROM outgoing_postback WHERE id = (SELECT outgoing_id FROM postback_call WHERE id = ${callId}::int8)
    FOR NO KEY UPDATE`.execute(trx);
}

async function holdCall(trx: Db, id: number, lock: RawBuilder<unknown>): Promise<HeldCall | null> {
  await lockAddress(trx, id);
  const { rows } = await sql<Omit<HeldCall, 'id'>>`
    SELECT ${HELD} FROM postback_call c JOIN outgoing_postback o ON o.id = c.outgoing_id
    WHERE c.id = ${id}::int8 AND c.state = 'waiting' AND o.secret_sealed IS NOT NULL ${lock}`.execute(trx);
  return rows[0] ? { ...rows[0], id } : null;
}

/** Holds call and address until the transaction ends; null when it was made already, or somebody else is at it. */
export const findFreeCall = (trx: Db, id: number): Promise<HeldCall | null> =>
  holdCall(trx, id, sql`FOR NO KEY UPDATE OF c SKIP LOCKED`);

/** The same for whoever has leased it: null when the lease is over and another one has the call by now. */
export const findLeasedCall = (trx: Db, id: number, leasedUntil: Date): Promise<HeldCall | null> =>
  holdCall(trx, id, sql`AND c.leased_until = ${leasedUntil} FOR NO KEY UPDATE OF c`);

/** How many calls of an address are being made. Inside a transaction that holds the address. */
export async function countLeased(trx: Db, outgoingId: number, now: Date): Promise<number> {
  const { rows } = await sql<{ count: number }>`SELECT count(*)::int AS count FROM postback_call
    WHERE outgoing_id = ${outgoingId} AND state = 'waiting' AND leased_until > ${now}`.execute(trx);
  return rows[0]?.count ?? 0;
}

/** The call is this one's until then. */
export async function leaseCall(trx: Db, id: number, until: Date): Promise<void> {
  await sql`UPDATE postback_call SET leased_until = ${until} WHERE id = ${id}::int8`.execute(trx);
}

/** For one that was not made after all. */
export async function freeCall(db: Db, id: number, leasedUntil: Date): Promise<void> {
  await sql`UPDATE postback_call SET leased_until = NULL
    WHERE id = ${id}::int8 AND leased_until = ${leasedUntil}`.execute(db);
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
      leased_until: null,
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
  const isMeant = sql`advertiser_id = ${ownerId} AND state = 'dead'
    AND (${id}::int8 IS NULL OR id = ${id}) AND (${outgoingId}::int IS NULL OR outgoing_id = ${outgoingId})`;
  // Somebody has seen to it: it is tried now, and rests again after one more failure. Addresses come before their calls.
  await sql`UPDATE outgoing_postback SET rests_until = NULL, failures = least(failures, ${REST_AFTER - 1})
    WHERE id IN (SELECT o.id FROM outgoing_postback o WHERE o.advertiser_id = ${ownerId}
      AND EXISTS (SELECT FROM postback_call WHERE outgoing_id = o.id AND ${isMeant})
      ORDER BY o.id FOR NO KEY UPDATE)`.execute(trx);
  const { rows } = await sql<{ id: bigint }>`
    UPDATE postback_call SET state = 'waiting', attempts = 0, since = ${now}, due_at = ${now}, leased_until = NULL
    WHERE id IN (SELECT id FROM postback_call WHERE ${isMeant} ORDER BY id LIMIT ${limit} FOR UPDATE)
    RETURNING id`.execute(trx);
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
    SELECT id FROM postback_call WHERE state = 'waiting' AND due_at < ${before}
      AND (leased_until IS NULL OR leased_until < ${before}) ORDER BY due_at LIMIT ${limit}`.execute(db);
  return rows.map(({ id }) => toNumber(id));
}

/** Drops what ended long ago; answers how many there were. */
export async function forgetCalls(db: Db, before: Date, limit: number): Promise<number> {
  const { numAffectedRows = 0n } = await sql`DELETE FROM postback_call WHERE id IN (
    SELECT id FROM postback_call WHERE state <> 'waiting' AND created_at < ${before}
    ORDER BY created_at LIMIT ${limit})`.execute(db);
  return Number(numAffectedRows);
}
