import { useCallback, useEffect, useRef } from 'react';

/**
 * Where the focus goes when a row is taken out of a list by a button in it: to the same place in the list, else to
 * the row before, else to what stands for the whole list. `attach` belongs on the list, with `data-row-focus` on
 * what takes the focus in each row; `attachRest` on what is there without rows.
 */
export function useRowFocus(count: number) {
  const list = useRef<HTMLElement>(null);
  const rest = useRef<HTMLElement>(null);
  const leaving = useRef<{ index: number; count: number } | null>(null);
  useEffect(() => {
    if (!leaving.current || leaving.current.count === count) return;
    const rows = list.current?.querySelectorAll<HTMLElement>('[data-row-focus]') ?? [];
    const next = rows[Math.min(leaving.current.index, rows.length - 1)] ?? rest.current;
    leaving.current = null;
    next?.focus();
  }, [count]);
  return {
    attach: useCallback((node: HTMLElement | null) => {
      list.current = node;
    }, []),
    attachRest: useCallback((node: HTMLElement | null) => {
      rest.current = node;
    }, []),
    /** The row at `index`, counted among those with `data-row-focus`, is about to go. */
    leave: useCallback(
      (index: number) => {
        leaving.current = { index, count };
      },
      [count],
    ),
    /** It stays after all. */
    stay: useCallback(() => {
      leaving.current = null;
    }, []),
  };
}

export type RowFocus = ReturnType<typeof useRowFocus>;
