import type { RowWindow } from './useRowWindow';

/** A row by its place in the table, or the height in pixels of rows that are left out. */
export type WindowPart = { kind: 'row'; at: number } | { kind: 'gap'; id: string; height: number };

const rowsOf = (from: number, to: number): WindowPart[] =>
  Array.from({ length: Math.max(0, to - from) }, (_, index) => ({ kind: 'row', at: from + index }));

/** Rows that are left out, but for one of them that is kept. */
function leftOut(
  id: string,
  { from, to, height }: { from: number; to: number; height: number },
  kept: number,
) {
  if (kept < from || kept >= to) return [{ kind: 'gap', id, height } satisfies WindowPart];
  const each = height / (to - from);
  return [
    { kind: 'gap', id: `${id}-before`, height: (kept - from) * each },
    { kind: 'row', at: kept },
    { kind: 'gap', id: `${id}-after`, height: (to - kept - 1) * each },
  ] satisfies WindowPart[];
}

/**
 * What stands in the page of a long table, from above: the rows of its window, and one more wherever it is.
 *
 * @param kept place of that row; -1: there is none
 */
export function windowParts(
  { count, first, last, above, below }: Omit<RowWindow, 'box'> & { count: number },
  kept: number,
): WindowPart[] {
  return [
    ...leftOut('above', { from: 0, to: first, height: above }, kept),
    ...rowsOf(first, last),
    ...leftOut('below', { from: last, to: count, height: below }, kept),
  ];
}
