import { type AuditHead, checkAudit } from '../features/debug-tool';
import type { Db } from '../platform/db';
import { UsageError } from './withDatabase';

export interface AuditArgs {
  /** One line of JSON, for programs. */
  json?: boolean;
  /** The head of a check before, as it was printed: the chain must go on from it. */
  expect?: string;
}

const HEAD = /^(\d{1,18}):([0-9a-f]{64})$/;

function headOf(text: string): AuditHead {
  const [, id, hash] = HEAD.exec(text) ?? [];
  if (!id || !hash)
    throw new UsageError('--expect: give it the head that a check before has printed, ID:HASH.');
  return { id: BigInt(id), hash };
}

/**
 * `audit verify`: walks the chain of audited calls. 0 when every row fits to the one before it and the expected head is
 * among them, else 1. Rows that were taken out at its end leave no gap: a head that is kept elsewhere finds them.
 */
export async function verifyAudit(
  db: Db,
  { json, expect }: AuditArgs,
  say: (line: string) => void,
): Promise<number> {
  const expected = expect === undefined ? undefined : headOf(expect);
  const { rows, head, brokenRow, hasExpected } = await checkAudit(db, expected);
  const isWhole = brokenRow === null && hasExpected;
  const printed = `${head.id}:${head.hash}`;
  if (json) {
    const broken = brokenRow === null ? null : String(brokenRow);
    const expectedIsThere = expected === undefined ? null : hasExpected;
    say(
      JSON.stringify({
        whole: isWhole,
        rows,
        head: printed,
        broken_row: broken,
        has_expected: expectedIsThere,
      }),
    );
  } else if (isWhole) {
    say(`The audit is whole: ${rows} rows.`);
    say(`Its head is ${printed}`);
    say('Keep it outside this database: with --expect it finds rows that are taken out at the end.');
  } else if (brokenRow !== null) {
    say(`The audit was tampered with: row ${brokenRow} is the first that does not fit to the one before it.`);
  } else {
    say(
      `The audit was tampered with: row ${expected?.id} is not there as it was; ${rows} rows are left, to ${printed}`,
    );
  }
  return isWhole ? 0 : 1;
}
