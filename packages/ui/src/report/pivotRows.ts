import type { MetricGroup, ReportFigures, ReportRow } from '@ezdash/contracts';
import { type FigureName, readFigure, sumFigures } from './reportFigures';

/** More stand in a last column together. */
const COLUMNS_MOST = 12;

export interface PivotKey {
  key: string;
  name: string | null;
}
export interface PivotRow {
  id: string;
  keys: PivotKey[];
  /** By the key of the column; null for what stands in the last one together, which is compared with nothing. */
  cells: ReadonlyMap<string | null, { figures: ReportFigures; previous: ReportFigures | null }>;
  total: ReportFigures;
  previous: ReportFigures | null;
}
export interface Pivot {
  groups: MetricGroup[];
  columns: PivotKey[];
  hasOther: boolean;
  rows: PivotRow[];
}

const isTime = (group: MetricGroup) => group === 'date' || group === 'hour';

function columnsOf(rows: readonly ReportRow[], at: number, pivot: MetricGroup, figure: FigureName) {
  const found = new Map<string, { name: string | null; all: ReportRow[] }>();
  for (const row of rows) {
    const key = row.keys[at] ?? '';
    const known: { name: string | null; all: ReportRow[] } = found.get(key) ?? {
      name: row.names[at] ?? null,
      all: [],
    };
    known.all.push(row);
    found.set(key, known);
  }
  const size = (all: ReportRow[]) => readFigure(sumFigures(all), figure) ?? 0;
  const ranked = [...found]
    .map(([key, { name, all }]) => ({ key, name, size: size(all) }))
    .sort((a, b) => b.size - a.size || (a.key < b.key ? -1 : 1));
  const shown = ranked.slice(0, COLUMNS_MOST);
  // Time runs; what is largest comes first otherwise.
  if (isTime(pivot)) shown.sort((a, b) => (a.key < b.key ? -1 : 1));
  return { columns: shown.map(({ key, name }) => ({ key, name })), hasOther: ranked.length > shown.length };
}

interface PivotOptions {
  rows: readonly ReportRow[];
  groups: readonly MetricGroup[];
  pivot: MetricGroup;
  figure: FigureName;
  /** Sums by the dimensions that stay; without them rows are summed up as far as they are known. */
  heads: readonly ReportRow[];
}

interface Found {
  keys: PivotKey[];
  cells: Map<string | null, ReportRow[]>;
  all: ReportRow[];
}

const idOf = (keys: readonly string[]) => keys.join('|');

/**
 * Rows of several dimensions with one of them laid across: its values are columns, each cell the figures of both. The
 * largest row comes first, but for days and hours.
 */
export function pivotRows({ rows, groups, pivot, figure, heads }: PivotOptions): Pivot {
  const at = groups.indexOf(pivot);
  const { columns, hasOther } = columnsOf(rows, at, pivot, figure);
  const isShown = new Set(columns.map(({ key }) => key));
  const others = <Item>(items: readonly Item[]): Item[] => items.filter((_, index) => index !== at);
  const found = new Map<string, Found>();
  for (const row of rows) {
    const keys = others(row.keys.map((key, index) => ({ key, name: row.names[index] ?? null })));
    const id = idOf(keys.map(({ key }) => key));
    const known: Found = found.get(id) ?? { keys, cells: new Map(), all: [] };
    const key = row.keys[at] ?? '';
    const column = isShown.has(key) ? key : null;
    known.cells.set(column, [...(known.cells.get(column) ?? []), row]);
    known.all.push(row);
    found.set(id, known);
  }
  const sums = new Map(heads.map((row) => [idOf(row.keys), row]));
  const left = others(groups);
  const laid = [...found].map(([id, { keys, cells, all }]): PivotRow => {
    const sum = sums.get(id);
    const cellOf = (own: readonly ReportRow[]) => ({
      figures: sumFigures(own),
      previous: own.length === 1 ? (own[0]?.previous ?? null) : null,
    });
    return {
      id,
      keys,
      cells: new Map([...cells].map(([key, own]) => [key, cellOf(own)])),
      total: sum ?? sumFigures(all),
      previous: sum?.previous ?? null,
    };
  });
  const size = ({ total }: PivotRow) => readFigure(total, figure) ?? Number.NEGATIVE_INFINITY;
  const [first] = left;
  return {
    groups: left,
    columns,
    hasOther,
    rows: first && isTime(first) ? laid : laid.sort((a, b) => size(b) - size(a)),
  };
}
