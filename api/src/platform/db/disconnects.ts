/** admin_shutdown, crash_shutdown, cannot_connect_now, database_dropped, idle_session_timeout. */
const ENDED = new Set(['57P01', '57P02', '57P03', '57P04', '57P05']);
const NETWORK = new Set(['ECONNREFUSED', 'ECONNRESET', 'ENOENT', 'EPIPE', 'ETIMEDOUT', 'EHOSTUNREACH']);
const CONNECTION_EXCEPTIONS = '08';
/** What pg itself says, which has no code. */
const TEXTS =
  /^(Connection terminated|Query read timeout|timeout expired|Client (was closed|has encountered))/;

function describe(error: unknown): { code: string; message: string } {
  const { code = '', message = '' } = (error ?? {}) as { code?: unknown; message?: unknown };
  return { code: String(code), message: String(message) };
}

/**
 * Whether an error says that the database or the way to it is gone, and nothing about the work that was done: it is
 * told in one line, its stack would lead nowhere.
 */
export function isDisconnect(error: unknown): boolean {
  const { code, message } = describe(error);
  return (
    ENDED.has(code) || NETWORK.has(code) || code.startsWith(CONNECTION_EXCEPTIONS) || TEXTS.test(message)
  );
}

/** What to log of an error: one line when the database is gone, everything otherwise. */
export function errorDetail(error: unknown): { reason: string } | { err: unknown } {
  return isDisconnect(error) ? { reason: describe(error).message } : { err: error };
}
