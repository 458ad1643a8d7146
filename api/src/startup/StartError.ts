import { ConfigError } from '../config';
import { EmbeddedPostgresError } from '../platform/embeddedPostgres';

/** Why the app cannot start, in one sentence for the operator. */
export class StartError extends Error {
  override readonly name = 'StartError';
}

const INSUFFICIENT_PRIVILEGE = '42501';

/** The sentence, or null for a failure nobody foresaw, which needs its stack. */
export function startSentence(error: unknown): string | null {
  if (error instanceof Error && (error as { code?: unknown }).code === INSUFFICIENT_PRIVILEGE)
    return `The database refuses this to its role: ${error.message}. Set MIGRATIONS_DATABASE_URL to the owner of the tables (docs/operations.md, "Database roles").`;
  const known = [StartError, ConfigError, EmbeddedPostgresError].some((kind) => error instanceof kind);
  return known && error instanceof Error ? error.message : null;
}
