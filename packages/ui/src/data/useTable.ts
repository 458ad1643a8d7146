import { useMemo, useState } from 'react';
import { useFormat } from '../format/useFormat';
import type { Column, Sort } from './column';
import { sortRows } from './sortRows';

export const PAGE_SIZES = [25, 50, 100] as const;
export type PageSize = (typeof PAGE_SIZES)[number];

interface TableOptions<Row> {
  rows: readonly Row[];
  columns: readonly Column<Row>[];
  rowId: (row: Row) => string;
  initialSort?: Sort;
  initialPageSize?: PageSize;
}

export interface TableState<Row> {
  /** All rows, sorted. */
  sorted: readonly Row[];
  /** The rows of this page. */
  page: readonly Row[];
  pageIndex: number;
  pageCount: number;
  pageSize: PageSize;
  setPageIndex: (index: number) => void;
  setPageSize: (size: PageSize) => void;
  sort: Sort | undefined;
  /** Figures start with the largest, names with A; the second press turns round. */
  sortBy: (column: Column<Row>) => void;
  shown: readonly Column<Row>[];
  hidden: ReadonlySet<string>;
  toggleColumn: (key: string) => void;
  selected: ReadonlySet<string>;
  select: (ids: readonly string[], on: boolean) => void;
  clear: () => void;
}

function toggled(set: ReadonlySet<string>, key: string): Set<string> {
  const next = new Set(set);
  if (!next.delete(key)) next.add(key);
  return next;
}

/** What a table remembers: order, page, columns, selection. */
export function useTable<Row>(options: TableOptions<Row>): TableState<Row> {
  const { rows, columns, rowId, initialSort, initialPageSize = PAGE_SIZES[0] } = options;
  const { locale } = useFormat();
  const [sort, setSort] = useState(initialSort);
  const [pageSize, setPageSize] = useState<PageSize>(initialPageSize);
  const [wantedPage, setPageIndex] = useState(0);
  const [marked, setMarked] = useState<ReadonlySet<string>>(new Set());
  const [hidden, setHidden] = useState<ReadonlySet<string>>(
    () => new Set(columns.filter((column) => column.initiallyHidden).map((column) => column.key)),
  );
  const sorted = useMemo(() => sortRows(rows, columns, sort, locale), [rows, columns, sort, locale]);
  // A row that is gone (filtered, archived elsewhere) must not be acted upon.
  const selected = useMemo(
    () => new Set(rows.map(rowId).filter((id) => marked.has(id))),
    [rows, rowId, marked],
  );
  const pageCount = Math.max(1, Math.ceil(rows.length / pageSize));
  const pageIndex = Math.min(wantedPage, pageCount - 1);
  return {
    sorted,
    page: sorted.slice(pageIndex * pageSize, (pageIndex + 1) * pageSize),
    pageIndex,
    pageCount,
    pageSize,
    setPageIndex,
    setPageSize: (size) => {
      setPageSize(size);
      setPageIndex(0);
    },
    sort,
    sortBy: ({ key, numeric }) => {
      const first = numeric ? 'descending' : 'ascending';
      const turned = sort?.direction === 'ascending' ? 'descending' : 'ascending';
      setSort({ key, direction: sort?.key === key ? turned : first });
      setPageIndex(0);
    },
    shown: columns.filter((column) => !hidden.has(column.key)),
    hidden,
    toggleColumn: (key) => setHidden((before) => toggled(before, key)),
    selected,
    select: (ids, on) =>
      setMarked((before) => {
        const next = new Set(before);
        for (const id of ids) {
          if (on) next.add(id);
          else next.delete(id);
        }
        return next;
      }),
    clear: () => setMarked(new Set()),
  };
}
