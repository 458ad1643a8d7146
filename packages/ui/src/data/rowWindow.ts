/** So many rows and more scroll in one go; fewer are turned over by the page. */
export const VIRTUAL_FROM = 10_000;
/** Rows of one window of the list, where they scroll. */
export const WINDOW_ROWS = 100;

export interface RowWindow {
  offset: number;
  limit: number;
}

/** The windows (one or two) that hold these rows. */
export function windowsOf(first: number, last: number): RowWindow[] {
  const from = Math.floor(Math.max(0, first) / WINDOW_ROWS);
  const to = Math.max(from, Math.floor(Math.max(0, last) / WINDOW_ROWS));
  return Array.from({ length: Math.min(2, to - from + 1) }, (_, index) => ({
    offset: (from + index) * WINDOW_ROWS,
    limit: WINDOW_ROWS,
  }));
}
