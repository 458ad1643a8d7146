import type { Pool } from 'pg';
import { errorDetail } from '../db';
import type { Log } from '../log';

const EVERY_MS = 5 * 60_000;
/** Sessions this process remembers; the oldest go first. */
const MOST_KEPT = 20_000;
const UPDATE = 'UPDATE session SET seen_at = now() WHERE sid = $1';

/** Moves `session.seen_at` with use, but not with every call: each move is a write. */
export function createSessionSeen({ pool, log }: { pool: Pool; log: Log }) {
  const notedAt = new Map<string, number>();

  return async (sid: string): Promise<void> => {
    const nowMs = Date.now();
    if (nowMs - (notedAt.get(sid) ?? 0) < EVERY_MS) return;
    notedAt.delete(sid);
    notedAt.set(sid, nowMs);
    const [oldest] = notedAt.keys();
    if (notedAt.size > MOST_KEPT && oldest !== undefined) notedAt.delete(oldest);
    try {
      await pool.query(UPDATE, [sid]);
    } catch (error) {
      // Whoever asks has come in all the same.
      log.warn(errorDetail(error), 'When a session was seen could not be noted');
    }
  };
}
