import type { PostgresPool, PostgresPoolClient } from 'kysely';
import type pg from 'pg';
import { currentTrace, type TraceContext, traceText } from '../trace';

/** Of the connection, for as long as a traced call has it: triggers that notify write it behind their notes. */
const SETTING = "SELECT set_config('ezdash.trace', $1, false)";

/** Goes back to the pool as it came; one that cannot be cleaned does not go back. */
function giveBack(client: pg.PoolClient): void {
  client.query(SETTING, ['']).then(
    () => client.release(),
    () => client.release(true),
  );
}

async function mark(client: pg.PoolClient, trace: TraceContext): Promise<PostgresPoolClient> {
  try {
    await client.query(SETTING, [traceText(trace)]);
  } catch (error) {
    client.release(true);
    throw error;
  }
  // One object a turn: Kysely knows connections by it, and this one is a call's alone.
  return { query: client.query.bind(client) as PostgresPoolClient['query'], release: () => giveBack(client) };
}

/** The pool for Kysely: connections of calls whose timeline is kept carry their origin. Others are handed on as they are. */
export function tracedPool(pool: pg.Pool): PostgresPool {
  return {
    connect: async () => {
      const client = await pool.connect();
      const trace = currentTrace();
      return trace?.keep ? mark(client, trace) : (client as PostgresPoolClient);
    },
    end: () => pool.end(),
  };
}
