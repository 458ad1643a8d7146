import type { Connection } from '../platform/db';

/** The test database, on its socket, as DATABASE_URL names one. */
export function databaseUrl({ host, port, user, password, database }: Connection): string {
  const socket = `host=${encodeURIComponent(host ?? '')}&port=${port}`;
  return `postgres://${user}:${password}@localhost/${database}?${socket}`;
}
