import { sql } from 'kysely';
import { silentLog } from '../../platform/log';
import type { TestDb } from '../../testing';
import { createListener } from './createListener';

export interface HeardChanges {
  /** What the database tells while the work is done; in order, none is missing. */
  during(work: () => Promise<unknown>): Promise<string[]>;
  stop(): void;
}

/** A server's ear on the database, for tests. */
export async function hearChanges({
  db,
  connection,
}: Pick<TestDb, 'db' | 'connection'>): Promise<HeardChanges> {
  let heard: string[] = [];
  let marks = 0;
  const waiting = new Map<string, () => void>();
  const listener = createListener({
    connection,
    log: silentLog,
    onGap: () => {},
    onNote: (payload) => {
      const arrived = waiting.get(payload);
      if (arrived) arrived();
      else heard.push(payload);
    },
  });
  await listener.start();
  /** Notifications come in the order of their transactions: what was committed before the mark came before it. */
  async function mark(): Promise<void> {
    const name = `mark:${++marks}`;
    const arrival = new Promise<void>((resolve) => waiting.set(name, resolve));
    await sql`SELECT pg_notify('realtime', ${name})`.execute(db);
    await arrival;
  }
  return {
    async during(work) {
      await mark();
      heard = [];
      await work();
      await mark();
      return heard;
    },
    stop: listener.stop,
  };
}
