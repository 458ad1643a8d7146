import type { MetricGroup, MetricsReport, ReportFigures, ReportRow } from '@ezdash/contracts';
import { Delta, useFormat } from '@ezdash/ui';
import { type ReactNode, useMemo } from 'react';
import { type PivotKey, pivotRows } from './pivotRows';
import { useReportSide, useReportText } from './ReportSide';
import classes from './report.module.css';
import {
  type FigureName,
  figureText,
  goodOf,
  isOfRequests,
  isRate,
  isSortable,
  readFigure,
  sumFigures,
} from './reportFigures';
import { figureOf, type ReportState } from './reportState';
import { useKeyText } from './useKeyText';
import { useRowWindow } from './useRowWindow';

interface Shown {
  id: string;
  keys: PivotKey[];
  cells: {
    id: string;
    figures: ReportFigures | undefined;
    previous: ReportFigures | null;
    figure: FigureName;
  }[];
}
interface Head {
  id: string;
  label: string;
  sort?: FigureName;
}

interface ReportTableProps {
  state: ReportState;
  data: MetricsReport;
  onSort: (sort: ReportState['sort'], order: ReportState['order']) => void;
}

function FigureCell({ figure, figures, previous }: Omit<Shown['cells'][number], 'id'>) {
  const format = useFormat();
  const side = useReportSide();
  const now = figures ? readFigure(figures, figure) : null;
  const before = previous && readFigure(previous, figure);
  return (
    <td data-num>
      <span className={classes.value}>{now === 0 ? '–' : figureText(format, figure, now)}</span>
      {previous && now !== null && typeof before === 'number' ? (
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

function isKnown(name: FigureName, { totals, compared }: MetricsReport): boolean {
  if (name === 'win_rate') return totals.auctions !== null || (compared?.totals.auctions ?? null) !== null;
  return !isOfRequests(name) || totals.requests !== null;
}

/** Heads, rows and totals as they are shown: figures side by side, or one figure over the values of a dimension. */
function useShown(state: ReportState, data: MetricsReport) {
  const { t } = useReportText();
  const keyText = useKeyText(state.timezone);
  const side = useReportSide();
  const { pivot } = state;
  const figure = figureOf(state, side);
  return useMemo(() => {
    if (pivot && data.groups.includes(pivot)) {
      const laid = pivotRows(data.rows, data.groups, pivot, figure);
      const columns: (PivotKey | null)[] = [...laid.columns, ...(laid.hasOther ? [null] : [])];
      const heads: Head[] = [
        ...columns.map((column) => ({
          id: column?.key ?? '*',
          label: column ? keyText(pivot, column.key, column.name) : t('metricsReport.other'),
        })),
        { id: '=', label: t('metricsReport.table.all') },
      ];
      const cell = (id: string, figures: ReportFigures | undefined) => ({
        id,
        figures,
        previous: null,
        figure,
      });
      const rows = laid.rows.map(
        (row): Shown => ({
          id: row.id,
          keys: row.keys,
          cells: [
            ...columns.map((column) => cell(column?.key ?? '*', row.cells.get(column?.key ?? null))),
            cell('=', row.total),
          ],
        }),
      );
      const sumOf = (key: string | null) => sumFigures(laid.rows.flatMap((row) => row.cells.get(key) ?? []));
      const totals = [
        ...columns.map((column) => cell(column?.key ?? '*', sumOf(column?.key ?? null))),
        cell('=', data.totals),
      ];
      return { groups: laid.groups, heads, rows, totals };
    }
    const names = side.figures.filter((name) => isKnown(name, data));
    const cellsOf = (figures: ReportFigures, previous: ReportFigures | null) =>
      names.map((name) => ({ id: name, figures, previous, figure: name }));
    return {
      groups: data.groups,
      heads: names.map(
        (name): Head => ({
          id: name,
          label: t(`metricsReport.short.${name}`),
          ...(isSortable(name) && { sort: name }),
        }),
      ),
      rows: data.rows.map(
        (row: ReportRow): Shown => ({
          id: row.keys.join('|'),
          keys: row.keys.map((key, index) => ({ key, name: row.names[index] ?? null })),
          cells: cellsOf(row, row.previous),
        }),
      ),
      totals: cellsOf(data.totals, data.compared?.totals ?? null),
    };
  }, [pivot, figure, side, data, keyText, t]);
}

function SortHead({
  head,
  state,
  sorted,
  onSort,
}: { head: Head; state: ReportState; sorted: boolean } & Pick<ReportTableProps, 'onSort'>) {
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

/** The rows of the report with their totals; of a long one only those that are seen are in the page. */
export function ReportTable({ state, data, onSort }: ReportTableProps) {
  const { t } = useReportText();
  const format = useFormat();
  const keyText = useKeyText(state.timezone);
  const { groups, heads, rows, totals } = useShown(state, data);
  const { box, first, last, above, below } = useRowWindow(rows.length);
  const isPivot = state.pivot !== null;
  const label = t('metricsReport.table.label');
  const sortedBy = state.sort ?? null;
  const dimension = (group: MetricGroup) => t(`metricsReport.dimension.${group}`);
  const span = groups.length + heads.length;
  return (
    <section
      ref={box}
      className={`ez-scroll ${classes.scroll}`}
      // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reached by the keyboard
      tabIndex={0}
      aria-label={t('metricsReport.table.region')}
    >
      <table className={`ez-table ${classes.table}`} aria-label={label} aria-rowcount={rows.length + 2}>
        <thead>
          <tr>
            {groups.map((group) => (
              <th key={group} scope="col">
                {dimension(group)}
              </th>
            ))}
            {heads.map((head) => {
              const sorted = !isPivot && sortedBy !== null && head.sort === sortedBy;
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
          <Gap height={above} span={span} />
          {rows.slice(first, last).map((row, index) => (
            <tr key={row.id} data-row aria-rowindex={first + index + 2}>
              {row.keys.map(({ key, name }, at) => {
                const group = groups[at];
                if (!group) return null;
                const text = keyText(group, key, name);
                return at === 0 ? (
                  <th key={group} scope="row" className={classes.key}>
                    <span title={text}>{text}</span>
                  </th>
                ) : (
                  <td key={group} className={classes.key}>
                    <span title={text}>{text}</span>
                  </td>
                );
              })}
              {row.cells.map(({ id, ...cell }) => (
                <FigureCell key={id} {...cell} />
              ))}
            </tr>
          ))}
          <Gap height={below} span={span} />
        </tbody>
        <tfoot>
          <tr aria-rowindex={rows.length + 2}>
            <th scope="row" colSpan={groups.length} className={classes.key}>
              {t('metricsReport.table.total', { count: data.row_count, shown: format.count(data.row_count) })}
            </th>
            {totals.map(({ id, ...cell }) => (
              <FigureCell key={id} {...cell} />
            ))}
          </tr>
        </tfoot>
      </table>
    </section>
  );
}
