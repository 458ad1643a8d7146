import { ConfigError } from '../config';
import { EmbeddedPostgresError } from '../platform/embeddedPostgres';

/** Why the app cannot start, in one sentence for the operator. */
export class StartError extends Error {
  override readonly name = 'StartError';
}

/** The sentence, or null for a failure nobody foresaw, which needs its stack. */
export function startSentence(error: unknown): string | null {
  const known = [StartError, ConfigError, EmbeddedPostgresError].some((kind) => error instanceof kind);
  return known && error instanceof Error ? error.message : null;
}
