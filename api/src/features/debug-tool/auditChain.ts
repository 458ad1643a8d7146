import { createHash } from 'node:crypto';

/** What one call of the debug tool leaves behind. */
export interface AuditEntry {
  adminId: number | null;
  debugSessionId: number | null;
  method: string;
  path: string;
  status: number;
  detail: Record<string, unknown>;
  ipHash: string | null;
  happenedAt: Date;
}

/** Stands before the first row. */
export const FIRST_HASH = '0'.repeat(64);

/** JSON with sorted keys: jsonb keeps no order of its own. */
function canonical(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(canonical).join(',')}]`;
  if (typeof value !== 'object' || value === null) return JSON.stringify(value) ?? 'null';
  const entries = Object.entries(value)
    .filter(([, each]) => each !== undefined)
    .sort(([a], [b]) => (a < b ? -1 : 1));
  return `{${entries.map(([key, each]) => `${JSON.stringify(key)}:${canonical(each)}`).join(',')}}`;
}

/** The row's hash covers the row before it, so that none can be changed, taken out or slipped in unseen. */
export function auditHash(previousHash: string, entry: AuditEntry): string {
  const { adminId, debugSessionId, method, path, status, detail, ipHash, happenedAt } = entry;
  const fields = [
    previousHash,
    adminId,
    debugSessionId,
    method,
    path,
    status,
    detail,
    ipHash,
    happenedAt.toISOString(),
  ];
  return createHash('sha256').update(canonical(fields)).digest('hex');
}

export interface ChainedEntry extends AuditEntry {
  id: bigint;
  previousHash: string;
  hash: string;
}

/** The id of the first row that does not fit to the one before it, `previousHash` before them all; null when all fit. */
export function firstBroken(entries: readonly ChainedEntry[], previousHash = FIRST_HASH): bigint | null {
  let previous = previousHash;
  for (const entry of entries) {
    if (entry.previousHash !== previous || auditHash(previous, entry) !== entry.hash) return entry.id;
    previous = entry.hash;
  }
  return null;
}
