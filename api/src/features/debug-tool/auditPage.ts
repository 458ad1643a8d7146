import type { OperatorAudit, operatorAuditQuery } from '@ezdash/contracts';
import { sql } from 'kysely';
import type { z } from 'zod';
import type { Db } from '../../platform/db';

export type AuditQuery = z.infer<typeof operatorAuditQuery>;

const PAGE = 50;
const LEAST_REFUSAL = 400;

const containing = (column: 'u.email' | 'a.path', text: string) =>
  sql<boolean>`strpos(lower(${sql.ref(column)}), ${text.toLowerCase()}) > 0`;

/**
 * Carried out, and more than a look; the lines of the tool's log change nothing, and would bury the rest. In the very words of
 * the index `debug_audit_changes`, or it is not used.
 */
const isChange = sql<boolean>`a.method NOT IN ('GET', 'HEAD') AND a.status < 400 AND a.path <> '/debug-tool/log'`;

/** Calls of the tool and the console, newest first. */
export async function auditPage(
  db: Db,
  { before, admin, path, refused, changes }: AuditQuery,
): Promise<OperatorAudit> {
  let found = db
    .selectFrom('debug_audit as a')
    .leftJoin('app_user as u', 'u.id', 'a.admin_id')
    .select(['a.id', 'a.debug_session_id', 'a.method', 'a.path', 'a.status', 'a.detail'])
    .select(['a.happened_at', 'a.hash', 'u.email'])
    .orderBy('a.id', 'desc')
    .limit(PAGE + 1);
  if (before !== undefined) found = found.where('a.id', '<', BigInt(before));
  if (admin) found = found.where(containing('u.email', admin));
  if (path) found = found.where(containing('a.path', path));
  if (refused === 'true') found = found.where('a.status', '>=', LEAST_REFUSAL);
  if (changes === 'true') found = found.where(isChange);
  const rows = await found.execute();
  return {
    rows: rows.slice(0, PAGE).map((row) => ({
      id: String(row.id),
      admin: row.email,
      debug_session_id: row.debug_session_id,
      method: row.method,
      path: row.path,
      status: row.status,
      detail: row.detail as Record<string, unknown>,
      happened_at: row.happened_at.toISOString(),
      hash: row.hash,
    })),
    more: rows.length > PAGE,
  };
}
