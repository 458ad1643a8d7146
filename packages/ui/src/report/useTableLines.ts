import type { MetricGroup, MetricsReport, ReportFigures, ReportRow } from '@ezdash/contracts';
import { type RateBounds, rateBounds } from '@ezdash/contracts/constants';
import { useFormat } from '@ezdash/ui';
import { useMemo } from 'react';
import { type NestedLine, nestRows } from './nestRows';
import { type PivotKey, pivotRows } from './pivotRows';
import { type ReportSide, useReportSide, useReportText } from './ReportSide';
import { digitsOf, type FigureName, isOfRequests, isSortable, sumFigures, toldFigure } from './reportFigures';
import { chosenColumns, figureOf, type ReportState } from './reportState';
import { useKeyText } from './useKeyText';
import { useOpenRows } from './useOpenRows';
import type { ReportData } from './useReportData';

export interface Cell {
  id: string;
  figure: FigureName;
  digits: number;
  now: number | null;
  /** Undefined: it is compared with nothing. */
  before?: number | null;
  /** How sure it is; null: it cannot be told. */
  bounds: RateBounds | null;
}
export interface Line extends Pick<NestedLine, 'kind' | 'id' | 'key' | 'isOpen'> {
  /** What it is of, in words. */
  name: string;
  cells: Cell[];
}
export interface Head {
  id: string;
  label: string;
  sort?: FigureName;
}
export interface TableLines {
  /** The dimensions of the first column, in words. */
  title: string;
  heads: Head[];
  lines: Line[];
  totals: Cell[];
  total: string;
  /** Rows that there are, shown or not. */
  rowCount: number;
  isNested: boolean;
  isAllOpen: boolean;
}

function isKnown(name: FigureName, { totals, compared }: MetricsReport): boolean {
  if (name === 'win_rate') return totals.auctions !== null || (compared?.totals.auctions ?? null) !== null;
  return !isOfRequests(name) || totals.requests !== null;
}

/** The figures of the table: those that were chosen and are known, and always the one that it is sorted by. */
export function columnsOf(state: ReportState, side: ReportSide, all: MetricsReport): FigureName[] {
  const chosen = chosenColumns(state, side);
  return side.figures.filter((name) => (chosen.includes(name) || name === state.sort) && isKnown(name, all));
}

interface Raw {
  figure: FigureName;
  id: string;
  figures: ReportFigures | null | undefined;
  previous: ReportFigures | null | undefined;
}

/** Rows with the digits that all amounts of a column have, or all of the table where it has one figure. */
function cellsOf(rows: readonly (readonly Raw[])[], columnOf: (raw: Raw) => string): Cell[][] {
  const values = new Map<string, (number | null)[]>();
  const valued = rows.map((row) =>
    row.map((raw) => {
      const now = raw.figures ? toldFigure(raw.figures, raw.figure) : null;
      const column = columnOf(raw);
      const known = values.get(column);
      if (known) known.push(now);
      else values.set(column, [now]);
      return { raw, column, now };
    }),
  );
  const digits = new Map<string, number>();
  return valued.map((row) =>
    row.map(({ raw, column, now }) => {
      const known = digits.get(column) ?? digitsOf(raw.figure, values.get(column) ?? []);
      digits.set(column, known);
      const before = raw.previous && { before: toldFigure(raw.previous, raw.figure) };
      const bounds = raw.figures ? rateBounds(raw.figure, raw.figures) : null;
      return { id: raw.id, figure: raw.figure, digits: known, now, bounds, ...before };
    }),
  );
}

const othersOf = (totals: ReportFigures, shown: readonly ReportFigures[]) => sumFigures(shown, totals, -1);
const joined = (parts: readonly string[]) => parts.join(' · ');
const keysOf = (row: ReportRow): PivotKey[] =>
  row.keys.map((key, index) => ({ key, name: row.names[index] ?? null }));

function useNames(state: ReportState) {
  const keyText = useKeyText(state.timezone);
  const { t } = useReportText();
  return useMemo(
    () => ({
      keyText,
      t,
      ofKeys: (groups: readonly MetricGroup[], keys: readonly PivotKey[]) =>
        joined(
          keys.flatMap(({ key, name }, at) => {
            const group = groups[at];
            return group ? [keyText(group, key, name)] : [];
          }),
        ),
    }),
    [keyText, t],
  );
}

/** One figure over the values of a dimension that is laid across. */
function usePivot({ state, all, heads, across }: ReportData, isAsked: boolean) {
  const side = useReportSide();
  const { keyText, t, ofKeys } = useNames(state);
  const { pivot } = state;
  const figure = figureOf(state, side);
  return useMemo(() => {
    if (!isAsked || pivot === null) return null;
    const laid = pivotRows({ rows: all.rows, groups: all.groups, pivot, figure, heads: heads?.rows ?? [] });
    const columns: (PivotKey | null)[] = [...laid.columns, ...(laid.hasOther ? [null] : [])];
    const sums = new Map(across?.rows.map((row) => [row.keys[0] ?? '', row]));
    const shown = laid.columns.flatMap(({ key }) => sums.get(key) ?? []);
    const raw = (id: string, figures: Raw['figures'], previous: Raw['previous']) => ({
      id,
      figure,
      figures,
      previous,
    });
    const rows = laid.rows.map((row) => [
      ...columns.map((column) => {
        const cell = row.cells.get(column?.key ?? null);
        return raw(column?.key ?? '*', cell?.figures, cell?.previous);
      }),
      raw('=', row.total, row.previous),
    ]);
    const totals = [
      ...columns.map((column) => {
        const sum = column && sums.get(column.key);
        return raw(column?.key ?? '*', column ? sum : othersOf(all.totals, shown), sum?.previous);
      }),
      raw('=', all.totals, all.compared?.totals),
    ];
    const cells = cellsOf([totals, ...rows], (each) => each.figure);
    return {
      groups: laid.groups,
      heads: [
        ...columns.map((column) => ({
          id: column?.key ?? '*',
          label: column ? keyText(pivot, column.key, column.name) : t('metricsReport.other'),
        })),
        { id: '=', label: t('metricsReport.table.all') },
      ] as Head[],
      lines: laid.rows.map(
        (row, at): Line => ({
          kind: 'row',
          id: row.id,
          key: row.id,
          name: ofKeys(laid.groups, row.keys),
          cells: cells[at + 1] ?? [],
        }),
      ),
      totals: cells[0] ?? [],
    };
  }, [isAsked, pivot, figure, all, heads, across, keyText, t, ofKeys]);
}

/** What the table shows: figures side by side, rows under the values of the first dimension, or one figure laid across. */
export function useTableLines(data: ReportData, open: ReportState['open']): TableLines {
  const { state, all, heads } = data;
  const side = useReportSide();
  const { t, ofKeys } = useNames(state);
  const format = useFormat();
  const isPivot = state.pivot !== null;
  const pivot = usePivot(data, isPivot);
  const isNested = !isPivot && heads !== null;
  const { rows, isOpen, isAwaited, isAllOpen } = useOpenRows(data, isNested ? open : []);
  const names = columnsOf(state, side, all);
  const dimension = (group: MetricGroup) => t(`metricsReport.dimension.${group}`);
  const groups = pivot?.groups ?? all.groups;
  const title = groups.map(dimension).join(', ');
  const rowCount = (heads ?? all).row_count;
  const [first] = groups;
  const total = t(
    groups.length === 1 || isNested ? `metricsReport.table.allOf.${first}` : 'metricsReport.table.total',
    {
      count: rowCount,
      shown: format.count(rowCount),
    },
  );
  const shared = { title, rowCount, total };
  if (pivot) return { ...shared, ...pivot, isNested: false, isAllOpen: false };
  const nested: NestedLine[] =
    isNested && heads
      ? nestRows({ heads: heads.rows, rows, isOpen, isAwaited })
      : all.rows.map((row) => ({
          kind: 'row',
          id: row.keys.join('|'),
          key: row.keys[0] ?? '',
          keys: keysOf(row),
          figures: row,
          previous: row.previous,
        }));
  const rawOf = (figures: ReportFigures | null, previous: ReportFigures | null | undefined) =>
    names.map((figure) => ({ id: figure, figure, figures, previous }));
  const cells = cellsOf(
    [
      rawOf(all.totals, all.compared?.totals),
      ...nested.map(({ figures, previous }) => rawOf(figures, previous)),
    ],
    ({ id }) => id,
  );
  const nameOf = ({ kind, keys }: NestedLine) => {
    if (kind === 'rest') return t('metricsReport.table.rest');
    if (kind === 'wait') return t('metricsReport.table.wait');
    return ofKeys(kind === 'head' || !isNested ? groups : groups.slice(1), keys);
  };
  return {
    ...shared,
    heads: names.map((name) => ({
      id: name,
      label: t(`metricsReport.short.${name}`),
      ...(isSortable(name) && { sort: name }),
    })),
    lines: nested.map((line, at) => ({
      kind: line.kind,
      id: line.id,
      key: line.key,
      isOpen: line.isOpen,
      name: nameOf(line),
      cells: line.kind === 'wait' ? [] : (cells[at + 1] ?? []),
    })),
    totals: cells[0] ?? [],
    isNested,
    isAllOpen,
  };
}
