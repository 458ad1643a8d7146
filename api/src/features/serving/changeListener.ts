import type { Client } from 'pg';
import { type Connection, createClient, cutConnection } from '../../platform/db';

const CHANNEL = 'serving_changed';

/** Connects and listens; a client that cannot is ended, not left behind. Each of its queries may take `timeoutMs`. */
export async function openListener(
  connection: Connection,
  timeoutMs: number,
  onChange: (payload: string) => void,
  onLost: (client: Client) => void,
): Promise<Client> {
  const client = createClient(connection, {
    applicationName: 'ezdash serving listener',
    queryTimeoutMs: timeoutMs,
  });
  client.on('error', () => onLost(client));
  client.on('end', () => onLost(client));
  client.on('notification', ({ payload }) => onChange(payload ?? ''));
  try {
    await client.connect();
    await client.query(`LISTEN ${CHANNEL}`);
    return client;
  } catch (error) {
    closeListener(client);
    throw error;
  }
}

/** Nothing is lost with it: the socket is closed without waiting for the server's good-bye. */
export function closeListener(client: Client): void {
  client.removeAllListeners('notification');
  client.end().catch(() => {});
  cutConnection(client);
}
