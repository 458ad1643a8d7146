import { intlLocale } from '../format/intl';
import type { Column, Sort } from './column';

/** The rows in a new order; equal rows keep theirs, nulls come last either way. Texts sort by the language's rules. */
export function sortRows<Row>(
  rows: readonly Row[],
  columns: readonly Column<Row>[],
  sort: Sort | undefined,
  locale = 'en',
): readonly Row[] {
  const by = sort && columns.find((column) => column.key === sort.key)?.sort;
  if (!by) return rows;
  const collator = new Intl.Collator(intlLocale(locale), { numeric: true });
  const sign = sort.direction === 'ascending' ? 1 : -1;
  return [...rows].sort((rowA, rowB) => {
    const a = by(rowA);
    const b = by(rowB);
    if (a === null || b === null) return Number(a === null) - Number(b === null);
    if (typeof a === 'number' && typeof b === 'number') return (a - b) * sign;
    return collator.compare(String(a), String(b)) * sign;
  });
}
