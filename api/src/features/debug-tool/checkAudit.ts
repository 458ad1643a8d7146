import type { Db } from '../../platform/db';
import { readAudit } from './audit.repo';
import { FIRST_HASH, firstBroken } from './auditChain';

export interface AuditState {
  rows: number;
  /** Hash of the last row that was read; 64 zeros when there is none. */
  head: string;
  /** The first row that does not fit to the one before it. */
  brokenRow: bigint | null;
}

/** Walks the chain to its end, or to the first row that was changed, slipped in, or stands behind one that was taken out. */
export async function checkAudit(db: Db): Promise<AuditState> {
  let state: AuditState = { rows: 0, head: FIRST_HASH, brokenRow: null };
  for await (const entries of readAudit(db)) {
    const brokenRow = firstBroken(entries, state.head);
    state = { rows: state.rows + entries.length, head: entries.at(-1)?.hash ?? state.head, brokenRow };
    if (brokenRow !== null) break;
  }
  return state;
}
