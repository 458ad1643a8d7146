import { useMemo } from 'react';
import type { Column, Sort } from './column';
import type { PageSize, TableState } from './useTable';

export interface ServerTableOptions<Row> {
  columns: readonly Column<Row>[];
  /** How many rows match, on the server. */
  total: number;
  /** The rows of this page; of a list that scrolls, those that are there. */
  page: readonly Row[];
  pageIndex: number;
  pageSize: PageSize;
  onPage: (index: number, size: PageSize) => void;
  sort: Sort | undefined;
  onSort: (sort: Sort) => void;
  hidden: ReadonlySet<string>;
  onToggleColumn: (key: string) => void;
  /** Also of rows that are not on this page. */
  selected: ReadonlySet<string>;
  onSelect: (ids: readonly string[], on: boolean) => void;
  onClear: () => void;
}

/** The memory of a table whose rows are filtered, ordered and divided by the server: its owner holds it. */
export function useServerTable<Row>(options: ServerTableOptions<Row>): TableState<Row> {
  const { columns, total, page, pageIndex, pageSize, onPage, sort, onSort, hidden } = options;
  const shown = useMemo(() => columns.filter((column) => !hidden.has(column.key)), [columns, hidden]);
  return {
    sorted: page,
    page,
    pageIndex,
    pageCount: Math.max(1, Math.ceil(total / pageSize)),
    pageSize,
    setPageIndex: (index) => onPage(index, pageSize),
    setPageSize: (size) => onPage(0, size),
    sort,
    sortBy: ({ key, numeric }) => {
      const first = numeric ? 'descending' : 'ascending';
      const turned = sort?.direction === 'ascending' ? 'descending' : 'ascending';
      onSort({ key, direction: sort?.key === key ? turned : first });
    },
    shown,
    hidden,
    toggleColumn: options.onToggleColumn,
    selected: options.selected,
    select: options.onSelect,
    clear: options.onClear,
  };
}
