import { type ReactNode, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { scrollable } from '../parts/scrollable';
import type { Column } from './column';
import { VIRTUAL_FROM } from './rowWindow';
import { type RowAction, TableBody } from './TableBody';
import { TableFoot } from './TableFoot';
import { TableHead } from './TableHead';
import { TablePager } from './TablePager';
import { BulkBar, TableToolbar } from './TableToolbar';
import { tableRoles } from './tableRoles';
import { type ServerTableOptions, useServerTable } from './useServerTable';
import { useWidth } from './useWidth';
import { VirtualBody } from './VirtualBody';

/** Below this width of its own rows are cards, which are of many heights: they are turned over by the page. */
const CARDS_UNTIL = 640;
/** Of a row that scrolls, in pixels, as in table.css. */
const ROW_HEIGHT = 60;

export interface ServerTableProps<Row> extends ServerTableOptions<Row> {
  /** What the rows are: "Campaigns". */
  label: string;
  columns: readonly Column<Row>[];
  rowId: (row: Row) => string;
  rowName: (row: Row) => string;
  /** The row at a place of the whole list; undefined where it is not there yet. */
  rowAt: (index: number) => Row | undefined;
  /** Told which rows are in sight of a list that scrolls. Keep it stable. */
  onRange: (first: number, last: number) => void;
  /** Buttons for the selection; `count` also counts rows that are not on this page. */
  bulk?: ReactNode;
  actions?: (row: Row) => readonly RowAction[];
  toolbar?: ReactNode;
  /** More at the end of the toolbar. */
  tools?: ReactNode;
  empty?: ReactNode;
  /** Key of a column → its total of all that match. */
  totals: Readonly<Record<string, ReactNode>>;
}

/**
 * A table whose rows the server filters, orders and divides: 25, 50 or 100 a page, and from 10,000 on (where it is no
 * stack of cards) all of them in one box that scrolls, rows of one height.
 */
export function ServerTable<Row>(props: ServerTableProps<Row>) {
  const { label, total, rowId, rowName, rowAt, onRange, bulk, actions, toolbar, tools, empty } = props;
  const { t } = useTranslation('ui');
  const table = useServerTable(props);
  const summed = {
    ...table,
    shown: table.shown.map((column) => ({ ...column, total: props.totals[column.key] })),
  };
  const [frame, width] = useWidth<HTMLDivElement>();
  const box = useRef<HTMLElement>(null);
  const scrolls = total >= VIRTUAL_FROM && width > CARDS_UNTIL;
  const parts = { rowId, selectable: Boolean(bulk) };
  return (
    <div className="ez-table-box" data-cards data-virtual={scrolls || undefined} ref={frame}>
      {bulk && table.selected.size > 0 ? (
        <BulkBar count={table.selected.size} onClear={table.clear}>
          {bulk}
        </BulkBar>
      ) : (
        <TableToolbar table={table} columns={props.columns} picker tools={tools}>
          {toolbar}
        </TableToolbar>
      )}
      {total === 0 && empty ? (
        empty
      ) : (
        // Named apart from the panel around it: landmarks are told by their names.
        <section className="ez-scroll" ref={box} {...scrollable} aria-label={t('table.region', { label })}>
          <table
            className="ez-table"
            {...tableRoles.table}
            aria-label={label}
            aria-rowcount={scrolls ? total + 1 : undefined}
          >
            <TableHead table={table} {...parts} actions={Boolean(actions)} />
            {scrolls ? (
              <VirtualBody
                {...parts}
                table={table}
                total={total}
                rowHeight={ROW_HEIGHT}
                rowAt={rowAt}
                onRange={onRange}
                rowName={rowName}
                actions={actions}
                box={box}
              />
            ) : (
              <TableBody table={table} {...parts} rowName={rowName} actions={actions} />
            )}
            <TableFoot table={summed} selectable={Boolean(bulk)} actions={Boolean(actions)} />
          </table>
        </section>
      )}
      {scrolls ? null : <TablePager table={table} total={total} />}
    </div>
  );
}
