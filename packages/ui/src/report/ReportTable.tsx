import {
  Button,
  Delta,
  IconChevronRight,
  IconColumns3,
  Menu,
  Panel,
  useFormat,
  useMediaQuery,
} from '@ezdash/ui';
import { type ReactNode, useState } from 'react';
import { boundsTexts } from './boundsTexts';
import { IntervalTip } from './IntervalTip';
import { OPEN_ALL } from './nestRows';
import { useReportSide, useReportText } from './ReportSide';
import classes from './report.module.css';
import { figureText, goodOf, isRate, isSortable } from './reportFigures';
import { chosenColumns, type ReportState } from './reportState';
import { toggled } from './useOpenRows';
import type { ReportControls } from './useReport';
import type { ReportData } from './useReportData';
import { useRowWindow } from './useRowWindow';
import { type Cell, type Head, type Line, type TableLines, useTableLines } from './useTableLines';
import { windowParts } from './windowParts';

/** The side scrolls: the figure that rows are sorted by comes first there. */
const NARROW = '(max-width: 640px)';

/** A figure and its change. Its interval is heard, and shown beside the pointer and the focus (`IntervalTip`). */
function FigureCell({ cell, isStop, onVisit }: { cell: Cell; isStop: boolean; onVisit: () => void }) {
  const { figure, digits, now, before, bounds } = cell;
  const { t } = useReportText();
  const format = useFormat();
  const side = useReportSide();
  const interval =
    bounds &&
    t('metricsReport.table.interval', {
      interval: t('metricsReport.interval', boundsTexts(format, bounds, digits)),
    });
  return (
    <td
      data-num
      data-interval={interval ?? undefined}
      // Arrow keys lead from the one stop to the others.
      tabIndex={interval ? (isStop ? 0 : -1) : undefined}
      onFocus={interval ? onVisit : undefined}
    >
      <span className={classes.value}>{now === 0 ? '–' : figureText(format, figure, now, digits)}</span>
      {interval ? <span className={`ez-sr ${classes.heard}`}> {interval}</span> : null}
      {now !== null && typeof before === 'number' ? (
        <Delta
          now={now}
          before={before}
          good={goodOf(figure, side)}
          kind={isRate(figure) ? 'points' : undefined}
        />
      ) : null}
    </td>
  );
}

type OnSort = (sort: ReportState['sort'], order: ReportState['order']) => void;

function SortHead({
  head,
  state,
  sorted,
  onSort,
}: {
  head: Head;
  state: ReportState;
  sorted: boolean;
  onSort: OnSort;
}) {
  if (!head.sort || !isSortable(head.sort)) return <>{head.label}</>;
  const name = head.sort;
  const next = sorted && state.order !== 'asc' ? 'asc' : 'desc';
  return (
    <button type="button" onClick={() => onSort(name, next)}>
      {head.label}
      <svg
        width="8"
        height="10"
        viewBox="0 0 8 10"
        aria-hidden="true"
        data-dir={sorted ? (state.order === 'asc' ? 'ascending' : 'descending') : undefined}
      >
        <path className="ez-sort-up" d="M4 0 7 4H1z" />
        <path className="ez-sort-down" d="M4 10 1 6h6z" />
      </svg>
    </button>
  );
}

const Gap = ({ height, span }: { height: number; span: number }): ReactNode =>
  height > 0 ? (
    <tr>
      <td colSpan={span} className={classes.gap} style={{ blockSize: height }} />
    </tr>
  ) : null;

function LineName({ line, onToggle }: { line: Line; onToggle: (line: Line) => void }) {
  const text = <span title={line.name}>{line.name}</span>;
  if (line.kind !== 'head') return text;
  return (
    <button type="button" className={classes.fold} aria-expanded={line.isOpen} onClick={() => onToggle(line)}>
      <IconChevronRight size={14} aria-hidden />
      {text}
    </button>
  );
}

interface SheetProps {
  table: TableLines;
  state: ReportState;
  isNarrow: boolean;
  onSort: OnSort;
  onToggle: (line: Line) => void;
}

/** What the rows are sorted by comes first. */
function firstOf<Item extends { id: string }>(items: readonly Item[], id: string | null): readonly Item[] {
  const found = items.find((item) => item.id === id);
  return found ? [found, ...items.filter((item) => item !== found)] : items;
}

/** A cell by its row and its column. */
interface Place {
  /** Of the line; null: of the totals. */
  line: string | null;
  cell: string;
}

/** The table itself; of a long one only those rows that are seen are in the page. */
function Sheet({ table, state, isNarrow, onSort, onToggle }: SheetProps) {
  const { t } = useReportText();
  const side = useReportSide();
  const { lines, title, total, isNested } = table;
  const { box, first, last, above, below } = useRowWindow(lines.length);
  const isPivot = state.pivot !== null;
  const sortedBy = isPivot ? '=' : (state.sort ?? side.worth);
  const inOrder = <Item extends { id: string }>(items: readonly Item[]) =>
    isNarrow ? firstOf(items, sortedBy) : items;
  const heads = inOrder(table.heads);
  const shown = lines.slice(first, last);
  const [visited, setVisited] = useState<Place | null>(null);
  const visitedAt = lines.findIndex(({ id }) => id === visited?.line);
  const span = 1 + heads.length;
  const stops = [...shown, { id: null, cells: table.totals }].flatMap(({ id, cells }) =>
    inOrder(cells).flatMap((cell) => (cell.bounds ? { line: id, cell: cell.id } : [])),
  );
  const ofVisited = visited?.line === null ? table.totals : lines[visitedAt]?.cells;
  const isThere = ofVisited?.some(({ id, bounds }) => id === visited?.cell && bounds !== null) ?? false;
  /** The one cell with an interval that is in the order of the Tab key: the last visited, else the first that is shown. */
  const stop = isThere ? visited : stops[0];
  // Its row stays in the page when it scrolls away: what has the focus keeps it.
  const kept = isThere ? visitedAt : -1;
  const cellsOf = (line: string | null, cells: readonly Cell[]) =>
    inOrder(cells).map((cell) => (
      <FigureCell
        key={cell.id}
        cell={cell}
        isStop={stop?.line === line && stop.cell === cell.id}
        onVisit={() => setVisited({ line, cell: cell.id })}
      />
    ));
  const row = (line: Line, at: number) => (
    <tr key={line.id} data-row data-kind={line.kind} aria-rowindex={at + 2}>
      <th scope="row" className={classes.key}>
        <LineName line={line} onToggle={onToggle} />
      </th>
      {line.kind === 'wait' ? <td colSpan={heads.length} aria-busy /> : null}
      {cellsOf(line.id, line.cells)}
    </tr>
  );
  return (
    <section
      ref={box}
      className={`ez-scroll ${classes.scroll}`}
      // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reached by the keyboard
      tabIndex={0}
      aria-label={t('metricsReport.table.region')}
    >
      <table
        className={`ez-table ${classes.table}`}
        data-nested={isNested || undefined}
        aria-label={t('metricsReport.table.label')}
        aria-rowcount={lines.length + 2}
      >
        <thead>
          <tr>
            <th scope="col">{title}</th>
            {heads.map((head) => {
              const sorted = !isPivot && state.sort !== null && head.sort === state.sort;
              return (
                <th
                  key={head.id}
                  scope="col"
                  data-num
                  aria-sort={sorted ? (state.order === 'asc' ? 'ascending' : 'descending') : undefined}
                >
                  <SortHead head={head} state={state} sorted={sorted} onSort={onSort} />
                </th>
              );
            })}
          </tr>
        </thead>
        <tbody>
          {windowParts({ count: lines.length, first, last, above, below }, kept).map((part) => {
            if (part.kind === 'gap') return <Gap key={part.id} height={part.height} span={span} />;
            const line = lines[part.at];
            return line ? row(line, part.at) : null;
          })}
        </tbody>
        <tfoot>
          <tr aria-rowindex={lines.length + 2}>
            <th scope="row" className={classes.key}>
              <span title={total}>{total}</span>
            </th>
            {cellsOf(null, table.totals)}
          </tr>
        </tfoot>
      </table>
      <IntervalTip box={box} />
    </section>
  );
}

/** Which figures stand in the table; the address keeps them. */
function ColumnMenu({ state, change }: ReportControls) {
  const { t } = useReportText();
  const side = useReportSide();
  const shown = chosenColumns(state, side);
  return (
    <Menu
      position="bottom-end"
      closeOnItemClick={false}
      withinPortal={false}
      withInitialFocusPlaceholder={false}
    >
      <Menu.Target>
        <Button variant="default" size="xs" leftSection={<IconColumns3 size={16} stroke={1.7} aria-hidden />}>
          {t('ui:table.columns')}
        </Button>
      </Menu.Target>
      <Menu.Dropdown className={classes.columns}>
        {side.figures.map((name) => {
          const isShown = shown.includes(name);
          return (
            <Menu.CheckboxItem
              key={name}
              checked={isShown}
              disabled={isShown && shown.length === 1}
              onChange={() =>
                change((now) => {
                  const before = chosenColumns(now, side);
                  return {
                    columns: side.figures.filter((each) =>
                      each === name ? !isShown : before.includes(each),
                    ),
                  };
                })
              }
            >
              {t(`metricsReport.figure.${name}`)}
            </Menu.CheckboxItem>
          );
        })}
      </Menu.Dropdown>
    </Menu>
  );
}

interface ReportTableProps extends ReportControls {
  data: ReportData;
  /** Below the rows: that there are more of them. */
  children?: ReactNode;
}

/** The rows of the report with their totals. */
export function ReportTable({ data, state, change, children }: ReportTableProps) {
  const { t } = useReportText();
  const isNarrow = useMediaQuery(NARROW, undefined, { getInitialValueInEffect: false }) ?? false;
  const table = useTableLines(data, state.open);
  const keys = data.heads?.rows.map((row) => row.keys[0] ?? '') ?? [];
  const { pivot } = data.state;
  const figure = t(`metricsReport.figure.${pivot ? table.totals[0]?.figure : 'spend_micros'}`);
  return (
    <Panel
      title={
        pivot
          ? t('metricsReport.table.pivoted', { figure, dimension: t(`metricsReport.dimension.${pivot}`) })
          : t('metricsReport.table.title')
      }
      aside={
        <span className={classes.part}>
          {table.isNested ? (
            <Button
              variant="subtle"
              size="xs"
              onClick={() => change({ open: table.isAllOpen ? [] : [OPEN_ALL] }, true)}
            >
              {t(`metricsReport.table.${table.isAllOpen ? 'closeAll' : 'openAll'}`)}
            </Button>
          ) : null}
          {pivot ? null : <ColumnMenu state={state} change={change} />}
        </span>
      }
      flush
    >
      <Sheet
        table={table}
        state={data.state}
        isNarrow={isNarrow}
        onSort={(sort, order) => change({ sort, order })}
        onToggle={(line) => change(toggled(line.key, line.isOpen === true, keys), true)}
      />
      {children}
    </Panel>
  );
}
