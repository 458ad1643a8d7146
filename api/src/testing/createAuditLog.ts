import { createLog, type Log } from '../platform/log';

/** A log as production writes it, to look into. */
export interface AuditLog {
  log: Log;
  /** What it says of an account, in order. */
  eventsOf(userId: number): string[];
  /** All of it. */
  text(): string;
}

export function createAuditLog(): AuditLog {
  const lines: string[] = [];
  return {
    log: createLog({ production: true, level: 'debug', write: (line) => lines.push(line) }),
    eventsOf: (userId) =>
      lines
        .map((line) => JSON.parse(line) as { event?: string; userId?: number })
        .flatMap((line) => (line.event !== undefined && line.userId === userId ? [line.event] : [])),
    text: () => lines.join(''),
  };
}
