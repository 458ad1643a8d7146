import type { Client } from 'pg';

/** Any number that no other advisory lock of ours has. */
const LOCK_KEY = 735_208_139;

/**
 * Of several servers that hear the same, one forwards it: the one that holds the lock, for as long as its listening
 * connection lives. Another takes over with its next heartbeat.
 */
export function createForwarder() {
  let holder: Client | null = null;
  return {
    isOurs: (): boolean => holder !== null,
    async onBeat(client: Client): Promise<void> {
      if (holder === client) return;
      holder = null;
      const { rows } = await client.query<{ held: boolean }>('SELECT pg_try_advisory_lock($1) AS held', [
        LOCK_KEY,
      ]);
      if (rows[0]?.held) holder = client;
    },
  };
}
