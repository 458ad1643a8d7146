import { setTimeout as pause } from 'node:timers/promises';
import { sql } from 'kysely';
import { type Db, inTransaction } from '../../platform/db';
import { XeroFailure } from './XeroFailure';

/** What Xero allows an app towards one organisation, from all servers together. */
export interface XeroLimits {
  concurrent: number;
  /** In any window. */
  window: number;
  windowMs: number;
  day: number;
  /** So long a call counts as under way of which nobody has heard that it ended: longer than a call may take. */
  leaseMs: number;
}
export const XERO_LIMITS: XeroLimits = {
  concurrent: 5,
  window: 60,
  windowMs: 60_000,
  day: 5_000,
  leaseMs: 30_000,
};

const DAY_MS = 86_400_000;
/** Other servers' calls end without telling. */
const LOOK_AGAIN_MS = 150;
const LOCK_SPACE = 735_208_147;

interface Room {
  /** 0: it may begin now. */
  waitMs: number;
  id: bigint | null;
}

/**
 * How long until there is room. A call fills its place in the window until a whole window after its end: when it arrives
 * at Xero lies somewhere between its beginning and its end, and the first of the window may have arrived late, the last
 * one early.
 */
async function look(db: Db, tenantId: string, limits: XeroLimits): Promise<number> {
  const { concurrent, window, windowMs, day, leaseMs } = limits;
  const { rows } = await sql<{ paused: unknown; active: unknown; freed: unknown; day_freed: unknown }>`
    WITH calls AS (
      SELECT begun_at, ended_at, coalesce(ended_at, begun_at + ${leaseMs} * interval '1 ms') AS over_at
      FROM xero_call
      WHERE tenant_id = ${tenantId} AND begun_at > clock_timestamp() - ${DAY_MS} * interval '1 ms'
    )
    SELECT
      (SELECT extract(epoch FROM until - clock_timestamp()) * 1000 FROM xero_pause
        WHERE tenant_id = ${tenantId}) AS paused,
      (SELECT count(*) FROM calls
        WHERE ended_at IS NULL AND over_at > clock_timestamp()) AS active,
      (SELECT extract(epoch FROM over_at - clock_timestamp()) * 1000 + ${windowMs} FROM calls
        ORDER BY over_at DESC OFFSET ${window - 1} LIMIT 1) AS freed,
      (SELECT extract(epoch FROM begun_at - clock_timestamp()) * 1000 + ${DAY_MS} FROM calls
        ORDER BY begun_at DESC OFFSET ${day - 1} LIMIT 1) AS day_freed`.execute(db);
  const [row] = rows;
  const left = (value: unknown) => Math.max(0, Math.ceil(Number(value ?? 0)));
  const busy = Number(row?.active ?? 0) >= concurrent ? LOOK_AGAIN_MS : 0;
  return Math.max(left(row?.paused), left(row?.freed), left(row?.day_freed), busy);
}

export function createCallLimits(db: Db, limits: XeroLimits = XERO_LIMITS) {
  const enter = (tenantId: string): Promise<Room> =>
    inTransaction(db, async (trx) => {
      await sql`SELECT pg_advisory_xact_lock(${LOCK_SPACE}, hashtext(${tenantId}))`.execute(trx);
      const waitMs = await look(trx, tenantId, limits);
      if (waitMs > 0) return { waitMs, id: null };
      const { id } = await trx
        .insertInto('xero_call')
        .values({ tenant_id: tenantId, begun_at: sql`clock_timestamp()` })
        .returning('id')
        .executeTakeFirstOrThrow();
      return { waitMs: 0, id };
    });

  /** Of each organisation, when the last of those who wait in this process has had its turn. */
  const turns = new Map<string, Promise<unknown>>();

  async function wait(tenantId: string, until: number, signal?: AbortSignal): Promise<bigint> {
    for (;;) {
      signal?.throwIfAborted();
      const { waitMs, id } = await enter(tenantId);
      if (id !== null) return id;
      if (performance.now() + waitMs > until)
        throw new XeroFailure('limited', 'Xero takes no more calls just now', waitMs);
      // With chance, so that servers which wait for the same moment do not all come at it.
      await pause(waitMs + Math.random() * LOOK_AGAIN_MS, undefined, { signal });
    }
  }

  return {
    /**
     * Waits until a call may begin and notes it; in this process one after the other, so that many who wait hold one of the
     * database's connections and not all of them. Throws XeroFailure (`limited`) when that would take longer than
     * `patienceMs`.
     */
    async enter(tenantId: string, patienceMs: number, signal?: AbortSignal): Promise<bigint> {
      const until = performance.now() + patienceMs;
      const before = turns.get(tenantId) ?? Promise.resolve();
      const turn = before.catch(() => undefined).then(() => wait(tenantId, until, signal));
      turns.set(tenantId, turn);
      try {
        return await turn;
      } finally {
        if (turns.get(tenantId) === turn) turns.delete(tenantId);
      }
    },

    async leave(id: bigint): Promise<void> {
      await db
        .updateTable('xero_call')
        .set({ ended_at: sql`clock_timestamp()` })
        .where('id', '=', id)
        .execute();
    },

    /** Nobody calls before it is over. */
    async pause(tenantId: string, ms: number): Promise<void> {
      await sql`
        INSERT INTO xero_pause (tenant_id, until) VALUES (${tenantId}, clock_timestamp() + ${ms} * interval '1 ms')
        ON CONFLICT (tenant_id) DO UPDATE SET until = greatest(xero_pause.until, excluded.until)`.execute(db);
    },

    /** Forgets what counts no more. */
    async tidy(): Promise<void> {
      await sql`DELETE FROM xero_call WHERE begun_at < clock_timestamp() - 2 * ${DAY_MS} * interval '1 ms'`.execute(
        db,
      );
      await sql`DELETE FROM xero_pause WHERE until < clock_timestamp()`.execute(db);
    },
  };
}
export type CallLimits = ReturnType<typeof createCallLimits>;
