import { type Connection, createClient } from '../db';

/** Any number that no other advisory lock of ours has. */
const LOCK_KEY = 735_208_115;

/**
 * Runs work that no other process does at the same time. pg-boss makes a partition for each queue, and two processes
 * that start together would deadlock over them.
 */
export async function alone<T>(connection: Connection, work: () => Promise<T>): Promise<T> {
  const client = createClient(connection, { applicationName: 'ezdash jobs' });
  // Without a listener a lost connection would end the process; the work notices by itself.
  client.on('error', () => {});
  await client.connect();
  try {
    await client.query('SELECT pg_advisory_lock($1)', [LOCK_KEY]);
    return await work();
  } finally {
    await client.end();
  }
}
