import { checkAudit } from '../features/debug-tool';
import type { Db } from '../platform/db';

export interface AuditArgs {
  /** One line of JSON, for programs. */
  json?: boolean;
}

/**
 * `audit verify`: walks the chain of audited calls. 0 when every row fits to the one before it, else 1. Rows that were taken out at
 * its end leave no gap: count and last hash are told so that they can be kept elsewhere and compared (docs/security.md).
 */
export async function verifyAudit(db: Db, { json }: AuditArgs, say: (line: string) => void): Promise<number> {
  const { rows, head, brokenRow } = await checkAudit(db);
  const isWhole = brokenRow === null;
  if (json) {
    const broken = brokenRow === null ? null : String(brokenRow);
    say(JSON.stringify({ whole: isWhole, rows, head, broken_row: broken }));
  } else if (isWhole) {
    say(`The audit is whole: ${rows} rows, the last hash is ${head}.`);
    say('Keep both outside this database: rows taken out at the end can only be found by comparing.');
  } else {
    say(`The audit was tampered with: row ${brokenRow} is the first that does not fit to the one before it.`);
  }
  return isWhole ? 0 : 1;
}
