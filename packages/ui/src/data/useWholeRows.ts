import { useEffect, useState } from 'react';

/** More in one frame would be felt. */
const ROWS_A_FRAME = 1;

/**
 * Which rows are drawn whole: what can be pressed in them is worth its time only where somebody stops. While the list
 * moves, rows that come into sight are drawn as plain text; at rest they are completed, one a frame.
 *
 * @param indices the rows in sight, in order
 */
export function useWholeRows(indices: readonly number[], moving: boolean): ReadonlySet<number> {
  const [whole, setWhole] = useState<ReadonlySet<number>>(new Set());
  const missing = indices.filter((index) => !whole.has(index));
  const next = moving ? '' : missing.slice(0, ROWS_A_FRAME).join();
  useEffect(() => {
    if (next === '') return;
    const frame = requestAnimationFrame(() =>
      setWhole((before) => {
        // Rows that went out of sight begin anew.
        const kept = indices.filter((index) => before.has(index));
        return new Set([...kept, ...next.split(',').map(Number)]);
      }),
    );
    return () => cancelAnimationFrame(frame);
    // `indices` is another list at each render, with the same rows as long as `next` is the same.
  }, [next, indices]);
  return whole;
}
