import { Checkbox } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import type { Column, SortDirection } from './column';
import { tableRoles } from './tableRoles';
import type { TableState } from './useTable';

interface TableHeadProps<Row> {
  table: TableState<Row>;
  rowId: (row: Row) => string;
  selectable: boolean;
  actions: boolean;
}

function SortMark({ direction }: { direction: SortDirection | undefined }) {
  return (
    <svg width="8" height="10" viewBox="0 0 8 10" aria-hidden="true" data-dir={direction}>
      <path className="ez-sort-up" d="M4 0 7 4H1z" />
      <path className="ez-sort-down" d="M4 10 1 6h6z" />
    </svg>
  );
}

function HeadCell<Row>({ table, column }: { table: TableState<Row>; column: Column<Row> }) {
  const direction = table.sort?.key === column.key ? table.sort.direction : undefined;
  return (
    <th
      {...tableRoles.columnHeader}
      aria-sort={direction}
      data-num={column.numeric || undefined}
      style={{ inlineSize: column.width }}
    >
      {column.sort ? (
        <button type="button" onClick={() => table.sortBy(column)}>
          {column.header}
          <SortMark direction={direction} />
        </button>
      ) : (
        column.header
      )}
    </th>
  );
}

export function TableHead<Row>({ table, rowId, selectable, actions }: TableHeadProps<Row>) {
  const { t } = useTranslation('ui');
  const ids = table.page.map(rowId);
  const marked = ids.filter((id) => table.selected.has(id)).length;
  const all = marked > 0 && marked === ids.length;
  return (
    <thead {...tableRoles.group}>
      <tr {...tableRoles.row}>
        {selectable ? (
          <th {...tableRoles.columnHeader} className="ez-check">
            <Checkbox
              aria-label={t('table.selectPage')}
              checked={all}
              indeterminate={marked > 0 && !all}
              onChange={() => table.select(ids, !all)}
            />
          </th>
        ) : null}
        {table.shown.map((column) => (
          <HeadCell key={column.key} table={table} column={column} />
        ))}
        {actions ? (
          <th {...tableRoles.columnHeader} className="ez-act">
            <span className="ez-sr">{t('table.actions')}</span>
          </th>
        ) : null}
      </tr>
    </thead>
  );
}
