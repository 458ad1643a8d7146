import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { scrollable } from '../parts/scrollable';
import type { Column, Sort } from './column';
import { type RowAction, TableBody } from './TableBody';
import { TableFoot } from './TableFoot';
import { TableHead } from './TableHead';
import { TablePager } from './TablePager';
import { BulkBar, TableToolbar } from './TableToolbar';
import { tableRoles } from './tableRoles';
import { type PageSize, useTable } from './useTable';

export interface DataTableProps<Row> {
  /** What the rows are: "Campaigns". */
  label: string;
  rows: readonly Row[];
  /** Keep it stable (useMemo or a constant): sorting runs again when it changes. */
  columns: readonly Column<Row>[];
  /** Keep it stable too. */
  rowId: (row: Row) => string;
  /** For the names of checkboxes and menus. */
  rowName: (row: Row) => string;
  initialSort?: Sort;
  initialPageSize?: PageSize;
  /** Buttons for the selection; giving them makes rows selectable. */
  bulk?: (rows: readonly Row[], clear: () => void) => ReactNode;
  /** The row's menu, at its end. */
  actions?: (row: Row) => readonly RowAction[];
  /** Filters, at the start of the toolbar. */
  toolbar?: ReactNode;
  /** Name of the file without its ending; giving it offers the export of all pages. */
  csvName?: string;
  /** Lets columns be hidden. */
  picker?: boolean;
  /** In place of the rows when there are none: nothing yet, or nothing that matches. */
  empty?: ReactNode;
  /** Grouped reports stay a table on a phone, with the first column kept in sight. */
  stayTable?: boolean;
}

/** One DOM for both shapes: a table from 640 px of its own width on, cards below. */
export function DataTable<Row>(props: DataTableProps<Row>) {
  const { label, rows, columns, rowId, rowName, bulk, actions, toolbar, csvName, picker, empty } = props;
  const { t } = useTranslation('ui');
  const table = useTable(props);
  const chosen = bulk && table.selected.size > 0 ? rows.filter((row) => table.selected.has(rowId(row))) : [];
  const hasToolbar = Boolean(toolbar || picker || csvName);
  return (
    <div className="ez-table-box" data-cards={props.stayTable ? undefined : true}>
      {bulk && chosen.length > 0 ? (
        <BulkBar count={chosen.length} onClear={table.clear}>
          {bulk(chosen, table.clear)}
        </BulkBar>
      ) : hasToolbar ? (
        <TableToolbar table={table} columns={columns} csvName={csvName} picker={picker}>
          {toolbar}
        </TableToolbar>
      ) : null}
      {rows.length === 0 && empty ? (
        empty
      ) : (
        // Named apart from the panel around it, which often bears the name of its table: landmarks are told by theirs.
        <section className="ez-scroll" {...scrollable} aria-label={t('table.region', { label })}>
          <table className="ez-table" {...tableRoles.table} aria-label={label}>
            <TableHead table={table} rowId={rowId} selectable={Boolean(bulk)} actions={Boolean(actions)} />
            <TableBody
              table={table}
              rowId={rowId}
              rowName={rowName}
              selectable={Boolean(bulk)}
              actions={actions}
            />
            <TableFoot table={table} selectable={Boolean(bulk)} actions={Boolean(actions)} />
          </table>
        </section>
      )}
      <TablePager table={table} total={rows.length} />
    </div>
  );
}
