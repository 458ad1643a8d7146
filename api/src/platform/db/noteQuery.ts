import type { LogEvent } from 'kysely';
import { isTraced, note } from '../trace';

function codeOf(error: unknown): Record<string, unknown> {
  const { code } = (error ?? {}) as { code?: unknown };
  return typeof code === 'string' ? { code } : {};
}

/** A query in the timeline of its call: its text, which names no values, and how long it took. */
export function noteQuery(event: LogEvent): void {
  if (!isTraced()) return;
  const { query, queryDurationMillis: durationMs } = event;
  const failed = event.level === 'error';
  note({ kind: 'sql', name: query.sql, durationMs, failed, detail: failed ? codeOf(event.error) : {} });
}
