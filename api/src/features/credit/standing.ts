import type { OpenStatement } from './ageing';
import type { LineState } from './credit.repo';

export interface Standing {
  state: LineState;
  /** Statements that were repaid. */
  settled: number[];
}

/**
 * How a line stands by its statements: those that were repaid are settled, all of them when nothing is owed any more; what
 * is due and not paid stops an open line, and one that was stopped so opens again once it was paid.
 */
export function standingOf(
  { state, owedMicros }: { state: LineState; owedMicros: bigint },
  open: readonly OpenStatement[],
  now: Date,
): Standing {
  const settled = open.filter(({ remainingMicros }) => remainingMicros === 0n || owedMicros === 0n);
  const isOverdue = open.some((statement) => !settled.includes(statement) && statement.dueAt < now);
  const ids = settled.map(({ id }) => id);
  if (isOverdue && state === 'open') return { state: 'overdue', settled: ids };
  if (!isOverdue && state === 'overdue') return { state: 'open', settled: ids };
  return { state, settled: ids };
}
