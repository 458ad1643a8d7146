import { CompiledQuery } from 'kysely';
import type pg from 'pg';
import type PgBoss from 'pg-boss';
import type { Db } from '../db';

/**
 * Runs the queue's statements on a pool. A connection on which a statement failed is not used again: some of them
 * are whole transactions in one text, which leave their connection in a broken one.
 */
export function poolExecutor(pool: pg.Pool): PgBoss.Db {
  return {
    executeSql: async (text, values) => {
      const client = await pool.connect();
      try {
        const result: pg.QueryResult | pg.QueryResult[] = await client.query(text, values);
        client.release();
        return Array.isArray(result) ? { rows: [] } : result;
      } catch (error) {
        client.release(true);
        throw error;
      }
    },
  };
}

/** Runs them where `db` is: inside its transaction when it is one. */
export function dbExecutor(db: Db): PgBoss.Db {
  return { executeSql: (text, values) => db.executeQuery(CompiledQuery.raw(text, values)) };
}

/** The same, for a statement that says by its count alone whether it did anything. */
export function countingExecutor(db: Db): { executor: PgBoss.Db; changed: () => number } {
  let rows = 0;
  return {
    executor: {
      executeSql: async (text, values) => {
        const result = await db.executeQuery(CompiledQuery.raw(text, values));
        rows += Number(result.numAffectedRows ?? 0);
        return result;
      },
    },
    changed: () => rows,
  };
}
