import { type RawBuilder, sql } from 'kysely';
import type { Db, Trx } from '../../../platform/db';

/** Whose call it is and under which key; `run` names one attempt at it. */
export interface CallRun {
  ownerId: number;
  key: string;
  run: string;
}

export interface KeptCall {
  request_sha256: string;
  alive_until: Date;
  effect_at: Date | null;
  status: number | null;
  answer: Buffer | null;
}

const isMine = ({ ownerId, key, run }: CallRun): RawBuilder<boolean> =>
  sql<boolean>`owner_id = ${ownerId} AND key = ${key} AND run = ${run}`;

/**
 * Takes the key for this run: when nobody has it, when what it kept is from before `forgottenBefore`, or when the run that
 * had it died before it changed anything. Of several at once exactly one hears `true`.
 */
export async function takeKey(
  db: Db,
  { ownerId, key, run }: CallRun,
  request: { sha256: string; now: Date; aliveUntil: Date; forgottenBefore: Date },
): Promise<boolean> {
  const { sha256, now, aliveUntil, forgottenBefore } = request;
  const { rows } = await sql`
    INSERT INTO idempotent_call AS kept (owner_id, key, request_sha256, run, begun_at, alive_until)
    VALUES (${ownerId}, ${key}, ${sha256}, ${run}, ${now}, ${aliveUntil})
    ON CONFLICT (owner_id, key) DO UPDATE SET request_sha256 = excluded.request_sha256, run = excluded.run,
      begun_at = excluded.begun_at, alive_until = excluded.alive_until, effect_at = NULL, status = NULL, answer = NULL
    WHERE kept.alive_until < ${now} AND (kept.begun_at <= ${forgottenBefore}
      OR (kept.status IS NULL AND kept.effect_at IS NULL))
    RETURNING run`.execute(db);
  return rows.length === 1;
}

export function findCall(db: Db, ownerId: number, key: string): Promise<KeptCall | undefined> {
  return db
    .selectFrom('idempotent_call')
    .select(['request_sha256', 'alive_until', 'effect_at', 'status', 'answer'])
    .where('owner_id', '=', ownerId)
    .where('key', '=', key)
    .executeTakeFirst();
}

/** In the transaction of what the call changes. False when another run has the key by now. */
export async function noteEffect(trx: Trx, mine: CallRun, now: Date): Promise<boolean> {
  const { rows } =
    await sql`UPDATE idempotent_call SET effect_at = ${now} WHERE ${isMine(mine)} RETURNING run`.execute(trx);
  return rows.length === 1;
}

/** The run is over and this is what it answered. */
export async function keepAnswer(
  db: Db,
  mine: CallRun,
  { status, answer, now }: { status: number; answer: Buffer | null; now: Date },
): Promise<void> {
  await sql`UPDATE idempotent_call SET status = ${status}, answer = ${answer}, alive_until = ${now}
    WHERE ${isMine(mine)}`.execute(db);
}

/** The run is over and its answer is not kept. Where it changed nothing, the key is free again. */
export async function endRun(db: Db, mine: CallRun, now: Date): Promise<void> {
  await sql`DELETE FROM idempotent_call WHERE ${isMine(mine)} AND effect_at IS NULL`.execute(db);
  await sql`UPDATE idempotent_call SET alive_until = ${now} WHERE ${isMine(mine)}`.execute(db);
}

/** Drops those from before this time that nobody is running, the oldest first, so many at a time; answers how many. */
export async function forgetCalls(
  db: Db,
  before: Date,
  now: Date,
  { atOnce }: { atOnce: number },
): Promise<number> {
  for (let total = 0; ; ) {
    const { numAffectedRows = 0n } = await sql`DELETE FROM idempotent_call WHERE (owner_id, key) IN (
      SELECT owner_id, key FROM idempotent_call WHERE begun_at <= ${before} AND alive_until <= ${now}
      ORDER BY begun_at LIMIT ${atOnce} FOR UPDATE SKIP LOCKED)`.execute(db);
    total += Number(numAffectedRows);
    if (numAffectedRows < atOnce) return total;
  }
}

/** All of one person. */
export async function forgetCallsOf(trx: Trx, ownerId: number): Promise<void> {
  await trx.deleteFrom('idempotent_call').where('owner_id', '=', ownerId).execute();
}
