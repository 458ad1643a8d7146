import { ConfigError } from '../config';
import { EmbeddedPostgresError } from '../platform/embeddedPostgres';

/** Why the app cannot start, in one sentence for the operator. */
export class StartError extends Error {
  override readonly name = 'StartError';
}

const INSUFFICIENT_PRIVILEGE = '42501';
/** node-pg-migrate keeps the message of an error alone. */
const REFUSAL = /(?:permission denied for|must be owner of) [^\n]+/;

function refusalOf(error: unknown): string | undefined {
  if (!(error instanceof Error)) return undefined;
  const { code } = error as { code?: unknown };
  return code === INSUFFICIENT_PRIVILEGE ? error.message : REFUSAL.exec(error.message)?.[0];
}

/** The sentence, or null for a failure nobody foresaw, which needs its stack. */
export function startSentence(error: unknown): string | null {
  const refusal = refusalOf(error);
  if (refusal)
    return `The database refuses this to its role: ${refusal}. Set MIGRATIONS_DATABASE_URL to the owner of the tables (docs/operations.md, "Database roles").`;
  const known = [StartError, ConfigError, EmbeddedPostgresError].some((kind) => error instanceof kind);
  return known && error instanceof Error ? error.message : null;
}
