import type { MetricGroup, MetricsReport, ReportFigures, ReportRow } from '@ezdash/contracts';
import { METRIC_ROWS_MOST } from '@ezdash/contracts/constants';
import { ticksOf } from './chartTicks';
import { useReportSide } from './ReportSide';
import { isSortable, sumFigures } from './reportFigures';
import { figureOf, questionOf, type ReportState } from './reportState';

/** Lines of a chart; what is smaller is drawn as one. */
const LINES_MOST = 4;

export interface ChartLine {
  /** Null: all, or what has no line of its own. */
  key: string | null;
  name: string | null;
  points: ReportFigures[];
  previous?: ReportFigures[];
}
export interface ChartData {
  /** What the points are: days, or the hours of one day. */
  time: 'date' | 'hour';
  /** What the lines are; null: there is one for all. */
  group: MetricGroup | null;
  ticks: string[];
  lines: ChartLine[];
  isLoading: boolean;
  error: unknown;
}

const NOTHING = sumFigures([]);

/** What there was before at each point: a silent one has no row that would say it. */
function previousOf(
  ticks: readonly string[],
  { rows, from, compared }: MetricsReport,
  before: MetricsReport | undefined,
): ReportFigures[] | undefined {
  if (!compared) return undefined;
  const now = new Map(rows.map((row) => [row.keys[0], row]));
  const then = new Map(before?.rows.map((row) => [Date.parse(row.keys[0] ?? ''), row]));
  const movedMs = Date.parse(compared.from) - Date.parse(from);
  return ticks.map((tick) => {
    const row = now.get(tick);
    return (row ? row.previous : then.get(Date.parse(tick) + movedMs)) ?? NOTHING;
  });
}

const pointsOf = (ticks: readonly string[], rows: readonly ReportRow[]): ReportFigures[] => {
  const byTick = new Map(rows.map((row) => [row.keys[0], row]));
  return ticks.map((tick) => byTick.get(tick) ?? NOTHING);
};

/** Lines over time of a report: of the largest values of its first dimension, and of all others together. */
export function useChartData(state: ReportState, period: { from: string; to: string } | null): ChartData {
  const side = useReportSide();
  const { api } = side;
  const figure = figureOf(state, side);
  const time = period && period.from === period.to ? 'hour' : 'date';
  const group = state.groups.find((each) => each !== 'date' && each !== 'hour') ?? null;
  const base = questionOf({ ...state, sort: null, order: null });
  const sort = isSortable(figure) ? figure : side.worth;
  const { compare, ...plain } = base;
  const { period: _, ...ofAnyDays } = plain;
  const all = api.useFigures(
    { ...(group ? plain : base), group: time, sort: 'key', limit: String(METRIC_ROWS_MOST) },
    { skip: period === null },
  );
  const top = api.useFigures(
    { ...plain, group: group ?? time, sort, order: 'desc', limit: String(LINES_MOST) },
    { skip: group === null || period === null },
  );
  // What is not known has no value to ask for: it is among the others.
  const known = (top.currentData?.rows ?? []).filter((row) => row.keys[0] !== '');
  const keys = known.map((row) => row.keys[0] ?? '');
  const each = api.useFigures(
    {
      ...plain,
      group: `${time},${group}`,
      sort: 'key',
      limit: String(METRIC_ROWS_MOST),
      ...(group && { [group]: keys.join(',') }),
    },
    { skip: group === null || keys.length === 0 },
  );
  const ticks = all.currentData ? ticksOf(time, all.currentData) : [];
  const compared = (group === null && all.currentData?.compared) || null;
  const isSilent = compared !== null && ticks.length > (all.currentData?.rows.length ?? 0);
  const before = api.useFigures(
    {
      ...ofAnyDays,
      ...(compared && { from: compared.from, to: compared.to }),
      group: time,
      sort: 'key',
      limit: String(METRIC_ROWS_MOST),
    },
    { skip: !isSilent },
  );
  const error = all.error ?? top.error ?? each.error ?? (isSilent ? before.error : undefined);
  const isLoading =
    !error &&
    (!all.currentData ||
      (isSilent && !before.currentData) ||
      (group !== null && (!top.currentData || (keys.length > 0 && !each.currentData))));
  const nothing = { time, group, ticks: [], lines: [], isLoading, error } as const;
  if (!all.currentData) return { ...nothing, ticks: [], lines: [] };
  const whole = pointsOf(ticks, all.currentData.rows);
  if (group === null) {
    const previous = previousOf(ticks, all.currentData, before.currentData);
    return { ...nothing, ticks, lines: [{ key: null, name: null, points: whole, previous }] };
  }
  const lines = known.map((row): ChartLine => {
    const key = row.keys[0] ?? '';
    const own = (each.currentData?.rows ?? []).filter(({ keys: [, value] }) => value === key);
    return { key, name: row.names[0] ?? null, points: pointsOf(ticks, own) };
  });
  const hasOthers = (top.currentData?.row_count ?? 0) > lines.length;
  // Four lines at most: the smallest of the four goes to the others when there are any.
  const shown = hasOthers ? lines.slice(0, LINES_MOST - 1) : lines;
  const points = whole.map((figures, index) =>
    sumFigures(
      shown.map((line) => line.points[index] ?? NOTHING),
      figures,
      -1,
    ),
  );
  const rest: ChartLine = { key: null, name: null, points };
  return { ...nothing, ticks, lines: hasOthers ? [...shown, rest] : shown };
}
