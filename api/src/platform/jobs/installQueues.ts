import PgBoss from 'pg-boss';
import { type Connection, openDb } from '../db';
import { alone } from './alone';
import { poolExecutor } from './bossDb';

/** Makes or updates the schema `pgboss`, as its owner. The app's role makes a queue's partition by its function alone. */
export async function installQueues(owner: Connection): Promise<void> {
  const { pool } = openDb(owner, { max: 1, applicationName: 'ezdash jobs' });
  const boss = new PgBoss({ db: poolExecutor(pool), schedule: false, supervise: false });
  try {
    await alone(owner, async () => {
      await boss.start();
      await boss.stop({ graceful: false });
      await pool.query(`DO $$ BEGIN
        IF NOT (SELECT prosecdef FROM pg_proc WHERE oid = 'pgboss.create_queue(text, json)'::regprocedure) THEN
          ALTER FUNCTION pgboss.create_queue(text, json) SECURITY DEFINER SET search_path = pgboss, pg_temp;
        END IF;
      END $$`);
    });
  } finally {
    await pool.end();
  }
}
