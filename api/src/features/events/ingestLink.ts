import { setTimeout as pause } from 'node:timers/promises';
import type { Client } from 'pg';
import { type Connection, createClient, cutConnection, type Db, within } from '../../platform/db';
import { singleClientDb } from './singleClientDb';

const LOCK_ATTEMPTS = 20;
const LOCK_PAUSE_MS = 250;
const GOODBYE_MS = 500;

export class JournalInUse extends Error {}

export interface Link {
  client: Client;
  db: Db;
}

export interface IngestLink {
  /** The connection that holds the journal's lock; a new one when there is none. */
  open(): Promise<{ link: Link; isFresh: boolean }>;
  /** Cuts the connection: whatever waits on it fails at once. */
  cut(): void;
  /** Leaves the connection, in peace when it still answers. */
  drop(): Promise<void>;
}

/** One advisory lock a journal, held by the connection: it ends with the process, however that ends. */
async function lockNode(client: Client, node: string): Promise<void> {
  for (let attempt = 0; attempt < LOCK_ATTEMPTS; attempt += 1) {
    const { rows } = await client.query<{ locked: boolean }>(
      "SELECT pg_try_advisory_lock(hashtextextended('journal:' || $1, 0)) AS locked",
      [node],
    );
    if (rows[0]?.locked) return;
    await pause(LOCK_PAUSE_MS);
  }
  throw new JournalInUse(`Another server is using the journal ${node}.`);
}

async function backendOf(client: Client): Promise<{ pid: number; startedAt: string }> {
  const { rows } = await client.query<{ pid: number; startedAt: string }>(
    'SELECT pid, backend_start::text AS "startedAt" FROM pg_stat_activity WHERE pid = pg_backend_pid()',
  );
  const [row] = rows;
  if (!row) throw new Error('The database does not show its own connection');
  return row;
}

/** The ingestion's one connection, made again whenever it breaks or stands still. */
export function createIngestLink(connection: Connection, node: string, timeoutMs: number): IngestLink {
  let link: Link | null = null;
  /** The server's side of the last connection, which outlives a connection that was cut while it waits for a lock. */
  let lastBackend: { pid: number; startedAt: string } | null = null;

  /** Ends the server's side of a connection that we have left: it would keep the journal's lock. */
  async function endLastBackend(client: Client): Promise<void> {
    if (!lastBackend) return;
    await client.query(
      'SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE pid = $1 AND backend_start = $2::timestamptz',
      [lastBackend.pid, lastBackend.startedAt],
    );
    lastBackend = null;
  }

  async function prepare(client: Client): Promise<Link> {
    await endLastBackend(client);
    lastBackend = await backendOf(client);
    await lockNode(client, node);
    return { client, db: singleClientDb(client) };
  }

  async function open(): Promise<{ link: Link; isFresh: boolean }> {
    if (link) return { link, isFresh: false };
    const client = createClient(connection, {
      applicationName: `ezdash ingest ${node}`,
      statementTimeoutMs: timeoutMs,
      // Every piece of work here has a limit of its own, COPY included.
      queryTimeoutMs: 0,
    });
    const forget = () => {
      if (link?.client === client) link = null;
    };
    client.on('error', forget);
    client.on('end', forget);
    try {
      await client.connect();
      const waitMs = timeoutMs + LOCK_ATTEMPTS * LOCK_PAUSE_MS;
      link = await within(waitMs, prepare(client), () => cutConnection(client));
      return { link, isFresh: true };
    } catch (error) {
      await client.end().catch(() => {});
      throw error;
    }
  }

  return {
    open,
    cut: () => {
      if (link) cutConnection(link.client);
      link = null;
    },
    drop: async () => {
      const client = link?.client;
      link = null;
      if (client) await within(GOODBYE_MS, client.end(), () => cutConnection(client)).catch(() => {});
    },
  };
}
