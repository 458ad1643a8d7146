import { setTimeout as pause } from 'node:timers/promises';
import type { IsolationLevel } from 'kysely';
import { writeBeforeCommit } from './beforeCommit';
import type { Db, Trx } from './createDb';
import { LOCK_WAIT_MS, limitLockWaits } from './lockWaits';

/** serialization_failure and deadlock_detected: PostgreSQL undid the whole transaction and asks to try again. */
const RETRIED = new Set(['40001', '40P01']);
const DEFAULT_RETRIES = 4;
const FIRST_PAUSE_MS = 10;

export interface TransactionOptions {
  isolation?: IsolationLevel;
  readOnly?: boolean;
  /** How often the work is tried again after a conflict with other transactions. */
  retries?: number;
  /** How long each lock is waited for; then `isLockTimeout`. Absent: as long as it takes. */
  lockWaitMs?: number;
}

export function isConflict(error: unknown): boolean {
  return RETRIED.has(String((error as { code?: unknown } | null)?.code));
}

/**
 * Runs `work` in one transaction: all of it or none. After a conflict it is run again, so it must not change
 * anything outside the database. Inside a transaction it joins that one.
 */
export async function inTransaction<T>(
  db: Db,
  work: (trx: Trx) => Promise<T>,
  { isolation, readOnly, retries = DEFAULT_RETRIES, lockWaitMs }: TransactionOptions = {},
): Promise<T> {
  if (db.isTransaction) return work(db as Trx);
  for (let attempt = 0; ; attempt++) {
    try {
      let transaction = db.transaction();
      if (isolation) transaction = transaction.setIsolationLevel(isolation);
      if (readOnly) transaction = transaction.setAccessMode('read only');
      return await transaction.execute(async (trx) => {
        if (lockWaitMs !== undefined) await limitLockWaits(trx, lockWaitMs);
        const result = await work(trx);
        if (!readOnly) await writeBeforeCommit(trx);
        return result;
      });
    } catch (error) {
      if (attempt >= retries || !isConflict(error)) throw error;
      await pause(FIRST_PAUSE_MS * 2 ** attempt * (0.5 + Math.random()));
    }
  }
}

/** `inTransaction` for calls: whoever waits for another call's rows gives up soon, and with that a connection back. */
export const inCall = <T>(db: Db, work: (trx: Trx) => Promise<T>, options?: TransactionOptions): Promise<T> =>
  inTransaction(db, work, { lockWaitMs: LOCK_WAIT_MS, ...options });
