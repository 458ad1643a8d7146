import type { MetricComparison, MetricFigure, MetricGroup, MetricPeriod } from '@ezdash/contracts';
import {
  METRIC_COMPARISONS,
  METRIC_GROUPS,
  METRIC_GROUPS_MOST,
  METRIC_PERIODS,
} from '@ezdash/contracts/constants';
import { FIGURE_NAMES, type FigureName, SORTABLE } from './reportFigures';

export type FilterGroup = Exclude<MetricGroup, 'date' | 'hour'>;
export const FILTER_GROUPS = METRIC_GROUPS.filter(
  (group): group is FilterGroup => group !== 'date' && group !== 'hour',
);

/** Everything that makes a report what it is; the address has all of it. */
export interface ReportState {
  groups: MetricGroup[];
  filters: Partial<Record<FilterGroup, string[]>>;
  /** Null: the days are chosen one by one. */
  period: MetricPeriod | null;
  /** YYYY-MM-DD; only without a period. */
  from: string;
  to: string;
  timezone: string;
  compare: MetricComparison | null;
  /** One of the groups, whose values stand side by side. */
  pivot: MetricGroup | null;
  /** What the chart draws and a pivot shows. */
  figure: FigureName;
  /** Null: as the server sorts. */
  sort: MetricFigure | 'key' | null;
  order: 'asc' | 'desc' | null;
  /** The saved report that it was opened from. */
  report: string | null;
}

export const DEFAULT_TIMEZONE = 'UTC';
const DAY = /^\d{4}-\d{2}-\d{2}$/;
const VALUES_MOST = 200;

const oneOf = <Value extends string>(values: readonly Value[], text: string | null): Value | null =>
  values.find((value) => value === text) ?? null;
const listOf = (text: string | null) => [...new Set((text ?? '').split(',').filter(Boolean))];

function isTimezone(name: string): boolean {
  try {
    return /^[A-Za-z]/.test(name) && Boolean(new Intl.DateTimeFormat('en', { timeZone: name }));
  } catch {
    return false;
  }
}

/** An address as a report; what it says that cannot be is left out, so that an old link still opens. */
export function readReport(search: URLSearchParams): ReportState {
  const groups = listOf(search.get('group'))
    .flatMap((name) => oneOf(METRIC_GROUPS, name) ?? [])
    .slice(0, METRIC_GROUPS_MOST);
  const filters: ReportState['filters'] = {};
  for (const group of FILTER_GROUPS) {
    const values = listOf(search.get(group)).slice(0, VALUES_MOST);
    if (values.length > 0) filters[group] = values;
  }
  const [from = '', to = ''] = [search.get('from') ?? '', search.get('to') ?? ''];
  const hasDays = DAY.test(from) && DAY.test(to) && from <= to;
  const timezone = search.get('timezone') ?? DEFAULT_TIMEZONE;
  const pivot = oneOf(groups, search.get('pivot'));
  return {
    groups: groups.length > 0 ? groups : ['campaign'],
    filters,
    period: hasDays ? null : (oneOf(METRIC_PERIODS, search.get('period')) ?? 'last28'),
    from: hasDays ? from : '',
    to: hasDays ? to : '',
    timezone: isTimezone(timezone) ? timezone : DEFAULT_TIMEZONE,
    compare: oneOf(METRIC_COMPARISONS, search.get('compare')),
    pivot: groups.length > 1 ? pivot : null,
    figure: oneOf(FIGURE_NAMES, search.get('figure')) ?? 'spend_micros',
    sort: oneOf(['key', ...SORTABLE] as const, search.get('sort')),
    order: oneOf(['asc', 'desc'] as const, search.get('order')),
    report: search.get('report'),
  };
}

/** What the server is asked for, in the words of its query. */
export function questionOf(state: ReportState): Record<string, string> {
  const { groups, filters, period, from, to, timezone, compare, sort, order } = state;
  const question: Record<string, string> = { group: groups.join(',') };
  if (period) question.period = period;
  else Object.assign(question, { from, to });
  for (const group of FILTER_GROUPS) {
    const values = filters[group];
    if (values && values.length > 0) question[group] = values.join(',');
  }
  if (timezone !== DEFAULT_TIMEZONE) question.timezone = timezone;
  if (compare) question.compare = compare;
  if (sort) question.sort = sort;
  if (sort && order) question.order = order;
  return question;
}

/** The report as an address, with or without the saved report that it was opened from. */
export function writeReport(state: ReportState, withReport = true): URLSearchParams {
  const search = new URLSearchParams(questionOf(state));
  if (state.pivot && state.groups.includes(state.pivot)) search.set('pivot', state.pivot);
  if (state.figure !== 'spend_micros') search.set('figure', state.figure);
  if (withReport && state.report) search.set('report', state.report);
  // Commas and slashes may stand in a query as they are: people read this.
  return search;
}

/** As text: `group=campaign,country&period=last28`. */
export const reportText = (state: ReportState, withReport = true): string =>
  writeReport(state, withReport).toString().replaceAll('%2C', ',').replaceAll('%2F', '/');
