const ACROSS: Readonly<Record<string, number>> = { ArrowLeft: -1, ArrowRight: 1 };
const DOWN: Readonly<Record<string, number>> = { ArrowUp: -1, ArrowDown: 1 };
/** A cell that says how sure its figure is. */
export const WITH_INTERVAL = 'td[data-interval]';

/** The next cell with an interval where an arrow key points to; undefined where there is none, or the key is no arrow. */
export function cellBeside(cell: HTMLTableCellElement, key: string): HTMLElement | undefined {
  const across = ACROSS[key];
  if (across) {
    const step = getComputedStyle(cell).direction === 'rtl' ? -across : across;
    const cells = [...(cell.parentElement?.querySelectorAll<HTMLElement>(WITH_INTERVAL) ?? [])];
    return cells[cells.indexOf(cell) + step];
  }
  const step = DOWN[key];
  const rows = [...(cell.closest('table')?.rows ?? [])];
  const from = rows.findIndex((row) => row.contains(cell));
  for (let at = from + (step ?? 0); step && at >= 0 && at < rows.length; at += step) {
    const found = rows[at]?.cells[cell.cellIndex];
    if (found?.matches(WITH_INTERVAL)) return found;
  }
  return undefined;
}
