import { sql } from 'kysely';
import type { Trx } from './createDb';

/** lock_not_available: another transaction held the row for longer than this one waits. */
const LOCK_NOT_AVAILABLE = '55P03';

/** Of what somebody waits for: whoever waits for a row keeps a connection from everybody else. */
export const LOCK_WAIT_MS = 3_000;

export function isLockTimeout(error: unknown): boolean {
  return (error as { code?: unknown } | null)?.code === LOCK_NOT_AVAILABLE;
}

/** Until the transaction ends, no lock is waited for longer than this; what it has chosen before stays. */
export async function limitLockWaits(trx: Trx, waitMs = LOCK_WAIT_MS): Promise<void> {
  await sql`SELECT set_config('lock_timeout', ${`${waitMs}ms`}, true)
    WHERE current_setting('lock_timeout') = '0'`.execute(trx);
}
