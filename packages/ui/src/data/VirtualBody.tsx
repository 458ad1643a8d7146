import { Checkbox } from '@mantine/core';
import { defaultRangeExtractor, type Range, useVirtualizer } from '@tanstack/react-virtual';
import { memo, type RefObject, useCallback, useEffect, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import type { Column } from './column';
import { type RowAction, RowMenu } from './TableBody';
import { tableRoles } from './tableRoles';
import type { TableState } from './useTable';
import { useWholeRows } from './useWholeRows';

/** Rows above and below what is in sight. */
const OVERSCAN = 6;

interface RowParts<Row> {
  rowId: (row: Row) => string;
  rowName: (row: Row) => string;
  selectable: boolean;
  actions?: (row: Row) => readonly RowAction[];
}

interface VirtualBodyProps<Row> extends RowParts<Row> {
  table: TableState<Row>;
  total: number;
  rowHeight: number;
  /** Undefined where the row is not there yet. */
  rowAt: (index: number) => Row | undefined;
  /** Told when other rows are in sight. */
  onRange: (first: number, last: number) => void;
  /** The box that scrolls. */
  box: RefObject<HTMLElement | null>;
}

interface VirtualRowProps<Row> extends RowParts<Row> {
  index: number;
  row: Row | undefined;
  shown: readonly Column<Row>[];
  selected: boolean;
  whole: boolean;
  select: TableState<Row>['select'];
}

function VirtualRowView<Row>(props: VirtualRowProps<Row>) {
  const { index, row, shown, selected, whole, selectable, actions, rowId, rowName, select } = props;
  const { t } = useTranslation('ui');
  const drawn = row !== undefined && whole;
  return (
    <tr
      {...tableRoles.row}
      aria-rowindex={index + 2}
      data-index={index}
      data-selected={selected || undefined}
    >
      {selectable ? (
        <td {...tableRoles.cell} className="ez-check">
          {drawn ? (
            <Checkbox
              aria-label={t('table.select', { name: rowName(row) })}
              checked={selected}
              onChange={() => select([rowId(row)], !selected)}
            />
          ) : null}
        </td>
      ) : null}
      {shown.map((column) => (
        <td key={column.key} {...tableRoles.cell} data-num={column.numeric || undefined}>
          <div className="ez-virtual-cell">
            {row === undefined ? (
              <span className="ez-virtual-bone" />
            ) : drawn ? (
              column.cell(row)
            ) : (
              (column.plain ?? column.cell)(row)
            )}
          </div>
        </td>
      ))}
      {actions ? (
        <td {...tableRoles.cell} className="ez-act">
          {drawn ? <RowMenu name={rowName(row)} actions={actions(row)} /> : null}
        </td>
      ) : null}
    </tr>
  );
}
const VirtualRow = memo(VirtualRowView) as typeof VirtualRowView;

/** The rows in sight of a list that scrolls in one go; the others are room above and below. */
export function VirtualBody<Row>(props: VirtualBodyProps<Row>) {
  const { table, total, rowHeight, rowAt, onRange, box, selectable, actions, rowId, rowName } = props;
  const focused = useRef<number | null>(null);
  const virtual = useVirtualizer({
    count: total,
    getScrollElement: () => box.current,
    estimateSize: () => rowHeight,
    overscan: OVERSCAN,
    // The row that has the focus stays, wherever it is: the keyboard must not fall out of the page.
    rangeExtractor: useCallback((range: Range) => {
      const rows = defaultRangeExtractor(range);
      const kept = focused.current;
      if (kept === null || rows.includes(kept) || kept >= range.count) return rows;
      return [...rows, kept].sort((a, b) => a - b);
    }, []),
  });
  const items = virtual.getVirtualItems();
  const present = items.map(({ index }) => index).filter((index) => rowAt(index) !== undefined);
  const whole = useWholeRows(present, virtual.isScrolling);
  const first = virtual.range?.startIndex ?? 0;
  const last = virtual.range?.endIndex ?? 0;
  const moving = virtual.isScrolling;
  useEffect(() => {
    if (!moving) onRange(first, last);
  }, [moving, first, last, onRange]);
  const span = table.shown.length + Number(selectable) + Number(Boolean(actions));
  let above = 0;
  return (
    <tbody
      {...tableRoles.group}
      onFocus={(event) => {
        const at = (event.target as Element).closest('tr')?.dataset.index;
        focused.current = at === undefined ? null : Number(at);
      }}
      onBlur={() => {
        focused.current = null;
      }}
    >
      {items.flatMap(({ index, start, end }) => {
        const row = rowAt(index);
        const gap = start - above;
        above = end;
        return [
          gap > 0 ? <Room key={`room-${index}`} size={gap} span={span} /> : null,
          <VirtualRow
            key={index}
            index={index}
            row={row}
            shown={table.shown}
            selected={row !== undefined && table.selected.has(rowId(row))}
            whole={whole.has(index)}
            select={table.select}
            selectable={selectable}
            actions={actions}
            rowId={rowId}
            rowName={rowName}
          />,
        ];
      })}
      <Room size={Math.max(0, virtual.getTotalSize() - above)} span={span} />
    </tbody>
  );
}

/** What rows out of sight would take. */
function Room({ size, span }: { size: number; span: number }) {
  if (size === 0) return null;
  return (
    <tr className="ez-virtual-room" aria-hidden>
      <td colSpan={span} style={{ blockSize: size }} />
    </tr>
  );
}
