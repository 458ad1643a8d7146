import type { ReactNode } from 'react';

export type SortDirection = 'ascending' | 'descending';

export interface Sort {
  /** Key of a column. */
  key: string;
  direction: SortDirection;
}

export interface Column<Row> {
  key: string;
  /** Units stand here, not in the cells: "Spend, USD". */
  header: string;
  /** Figures stand at the inline end and are tabular. */
  numeric?: boolean;
  cell: (row: Row) => ReactNode;
  /** The same as plain text, for rows that pass by in a list that scrolls. Without it, the cell itself. */
  plain?: (row: Row) => string;
  /** What the column sorts by; without it the column does not sort. Null sorts last in either direction. */
  sort?: (row: Row) => number | string | null;
  /** In the foot, for the whole set, not for the page. */
  total?: ReactNode;
  /** As a card: `title` heads it, `badge` stands below, `hide` is dropped, the rest are pairs. */
  phone?: 'title' | 'badge' | 'hide';
  /** CSS width. */
  width?: number | string;
  initiallyHidden?: boolean;
  /** The value for the export; amounts as decimals (`decimalOfMicros`). Without it, what the column sorts by. */
  csv?: (row: Row) => string | number | null;
}
