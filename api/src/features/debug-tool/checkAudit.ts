import type { Db } from '../../platform/db';
import { readAudit } from './audit.repo';
import { FIRST_HASH, firstBroken } from './auditChain';

/** A row by which the chain up to it is known: whoever keeps it elsewhere can ask for it later. */
export interface AuditHead {
  id: bigint;
  hash: string;
}

export interface AuditState {
  rows: number;
  /** The last row that was read; id 0 and 64 zeros when there is none. */
  head: AuditHead;
  /** The first row that does not fit to the one before it. */
  brokenRow: bigint | null;
  /** Whether the row that was asked for is there as it was. Of a broken chain as far as it was read. */
  hasExpected: boolean;
}

/** Stands before the first row, and is therefore in every chain. */
const START: AuditHead = { id: 0n, hash: FIRST_HASH };

/** Walks the chain to its end, or to the first row that was changed, slipped in, or stands behind one that was taken out. */
export async function checkAudit(db: Db, expected: AuditHead = START): Promise<AuditState> {
  const isExpected = ({ id, hash }: AuditHead) => id === expected.id && hash === expected.hash;
  let state: AuditState = { rows: 0, head: START, brokenRow: null, hasExpected: isExpected(START) };
  for await (const entries of readAudit(db)) {
    const brokenRow = firstBroken(entries, state.head.hash);
    const { id, hash } = entries.at(-1) ?? state.head;
    state = {
      rows: state.rows + entries.length,
      head: { id, hash },
      brokenRow,
      hasExpected: state.hasExpected || entries.some(isExpected),
    };
    if (brokenRow !== null) break;
  }
  return state;
}
