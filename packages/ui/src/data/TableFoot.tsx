import { tableRoles } from './tableRoles';
import type { TableState } from './useTable';

interface TableFootProps<Row> {
  table: TableState<Row>;
  selectable: boolean;
  actions: boolean;
}

/** The totals of the whole set. Not there when no column has one. */
export function TableFoot<Row>({ table, selectable, actions }: TableFootProps<Row>) {
  if (table.sorted.length === 0 || !table.shown.some((column) => column.total !== undefined)) return null;
  return (
    <tfoot {...tableRoles.group}>
      <tr {...tableRoles.row}>
        {selectable ? <td {...tableRoles.cell} className="ez-check" /> : null}
        {table.shown.map((column) => (
          <td
            key={column.key}
            {...tableRoles.cell}
            data-num={column.numeric || undefined}
            data-phone={column.phone}
            data-label={column.header}
          >
            {column.total}
          </td>
        ))}
        {actions ? <td {...tableRoles.cell} className="ez-act" /> : null}
      </tr>
    </tfoot>
  );
}
