import type { MetricComparison, MetricFigure, MetricGroup, MetricPeriod } from '@ezdash/contracts';
import {
  METRIC_COMPARISONS,
  METRIC_GROUPS,
  METRIC_GROUPS_MOST,
  METRIC_PERIODS,
  REQUEST_METRIC_GROUPS,
} from '@ezdash/contracts/constants';
import type { ReportSide } from './ReportSide';
import { type FigureName, isOfRequests, SORTABLE } from './reportFigures';

export type FilterGroup = Exclude<MetricGroup, 'date' | 'hour'>;
const isFilter = (group: MetricGroup): group is FilterGroup => group !== 'date' && group !== 'hour';
const FILTER_GROUPS = METRIC_GROUPS.filter(isFilter);
/** What the side's reports can be narrowed by. */
export const filterGroupsOf = ({ groups }: Pick<ReportSide, 'groups'>): FilterGroup[] =>
  groups.filter(isFilter);

/** Some values of a dimension: these alone, or everything but them, what is not known too. */
export interface ReportFilter {
  isNot: boolean;
  values: string[];
}

/** Everything that makes a report what it is; the address has all of it. */
export interface ReportState {
  groups: MetricGroup[];
  filters: Partial<Record<FilterGroup, string[]>>;
  /** Of the filters, those that leave their values out; the others keep nothing else. */
  leftOut?: readonly FilterGroup[];
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
  /** Whether the chart draws how sure a rate is. Null, or missing: where it is one line; bands of several hide each other. */
  bands?: boolean | null;
  /** Null: as the server sorts. */
  sort: MetricFigure | 'key' | null;
  order: 'asc' | 'desc' | null;
  /** Figures in the table; null, or missing: those of the side. */
  columns?: FigureName[] | null;
  /** Open values of the first of several dimensions, as `openName` has them; null, or missing: the first one. */
  open?: string[] | null;
  /** The saved report that it was opened from. */
  report: string | null;
}

export const DEFAULT_TIMEZONE = 'UTC';
const DAY = /^\d{4}-\d{2}-\d{2}$/;
const DAY_MS = 86_400_000;
/** Of one question. */
const DAYS_MOST = 367;
const VALUES_MOST = 200;
/** An address has an end. */
export const OPEN_MOST = 40;
/** In front of the values that a filter leaves out; no id, code or sub id begins with it. */
const NOT = '!';

const BANDS: Readonly<Record<string, boolean>> = { on: true, off: false };

const oneOf = <Value extends string>(values: readonly Value[], text: string | null): Value | null =>
  values.find((value) => value === text) ?? null;
const listOf = (text: string | null) => [...new Set((text ?? '').split(',').filter(Boolean))];

/** Three letters are several zones, or an offset; the clocks of a place are meant. */
const LETTERS = /^(?!UTC$|GMT$|CET$|MET$|EET$|WET$|EST$|MST$|HST$|PRC$|ROC$|ROK$|UCT$)[A-Z]{3}$/i;

function isTimezone(name: string): boolean {
  try {
    return (
      /^[A-Za-z]/.test(name) &&
      !LETTERS.test(name) &&
      Boolean(new Intl.DateTimeFormat('en', { timeZone: name }))
    );
  } catch {
    return false;
  }
}

/** A day that a calendar has: of 31 February a browser would make one in March. */
const isDay = (text: string): boolean => {
  const moment = DAY.test(text) ? Date.parse(text) : Number.NaN;
  return !Number.isNaN(moment) && new Date(moment).toISOString().startsWith(text);
};

/** Days that the server takes, both included. */
const areDays = (from: string, to: string): boolean =>
  isDay(from) && isDay(to) && from <= to && Date.parse(to) - Date.parse(from) < DAYS_MOST * DAY_MS;

/** Whose days they are where nobody says: those of the account, if the server can tell them. */
export const ownTimezone = (name: string): string => (isTimezone(name) ? name : DEFAULT_TIMEZONE);

/**
 * An address as a report; what it says that cannot be is left out, so that an old link still opens. `timezone` is meant
 * where none is named: the account's, or the server's for what was saved.
 */
export function readReport(
  search: URLSearchParams,
  side: ReportSide,
  timezone: string = DEFAULT_TIMEZONE,
): ReportState {
  const groups = listOf(search.get('group'))
    .flatMap((name) => oneOf(side.groups, name) ?? [])
    .slice(0, METRIC_GROUPS_MOST);
  const filters: ReportState['filters'] = {};
  const leftOut: FilterGroup[] = [];
  for (const group of filterGroupsOf(side)) {
    const text = search.get(group) ?? '';
    const isNot = text.startsWith(NOT);
    const values = listOf(isNot ? text.slice(NOT.length) : text).slice(0, VALUES_MOST);
    if (values.length === 0) continue;
    filters[group] = values;
    if (isNot) leftOut.push(group);
  }
  const [from = '', to = ''] = [search.get('from') ?? '', search.get('to') ?? ''];
  const hasDays = areDays(from, to);
  const named = search.get('timezone') ?? timezone;
  const pivot = oneOf(groups, search.get('pivot'));
  const asked = listOf(search.get('columns'));
  const columns = side.figures.filter((name) => asked.includes(name));
  return {
    groups: groups.length > 0 ? groups : [side.first],
    filters,
    leftOut,
    period: hasDays ? null : (oneOf(METRIC_PERIODS, search.get('period')) ?? 'last28'),
    from: hasDays ? from : '',
    to: hasDays ? to : '',
    timezone: isTimezone(named) ? named : timezone,
    compare: oneOf(METRIC_COMPARISONS, search.get('compare')),
    pivot: groups.length > 1 ? pivot : null,
    figure: oneOf(side.figures, search.get('figure')) ?? side.worth,
    bands: BANDS[search.get('bands') ?? ''] ?? null,
    sort: oneOf(['key', ...SORTABLE.filter((name) => side.figures.includes(name))], search.get('sort')),
    order: oneOf(['asc', 'desc'] as const, search.get('order')),
    columns: columns.length > 0 ? columns : null,
    open: search.has('open') ? listOf(search.get('open')).slice(0, OPEN_MOST) : null,
    report: search.get('report'),
  };
}

/** Whether ad requests are known by all that the report is told apart by and narrowed to. */
export const knowsRequests = ({ groups, filters }: Pick<ReportState, 'groups' | 'filters'>): boolean =>
  [...groups, ...FILTER_GROUPS.filter((group) => filters[group])].every((group) =>
    REQUEST_METRIC_GROUPS.includes(group),
  );

/** The table's columns: what was chosen, or what the side begins with, and what the report is told apart by counts. */
export function chosenColumns(
  { columns, groups }: Pick<ReportState, 'columns' | 'groups'>,
  side: Pick<ReportSide, 'columns' | 'figures'>,
): readonly FigureName[] {
  if (columns) return columns;
  const first = side.columns ?? side.figures;
  return groups.includes('invalid_reason') && !first.includes('invalid') ? [...first, 'invalid'] : first;
}

/** What the chart of a report can draw. The server knows auctions for too few days. */
export const drawnOf = (state: ReportState, { figures }: ReportSide): FigureName[] =>
  figures.filter((name) => name !== 'win_rate' && (!isOfRequests(name) || knowsRequests(state)));

/** What it draws, and a pivot shows: what was chosen, or what the side is about where that is not known. */
export const figureOf = (state: ReportState, side: ReportSide): FigureName =>
  isOfRequests(state.figure) && !knowsRequests(state) ? side.worth : state.figure;

/** A filter of the report; without values it is none. */
export const filterIn = ({ filters, leftOut }: ReportState, group: FilterGroup): ReportFilter => ({
  isNot: leftOut?.includes(group) ?? false,
  values: filters[group] ?? [],
});

/** The report with another filter of a dimension; null, or one without values, takes it away. */
export function withFilter(
  state: ReportState,
  group: FilterGroup,
  filter: ReportFilter | null,
): Pick<ReportState, 'filters' | 'leftOut'> {
  const filters = { ...state.filters };
  const leftOut = (state.leftOut ?? []).filter((one) => one !== group);
  if (filter === null || filter.values.length === 0) {
    delete filters[group];
    return { filters, leftOut };
  }
  filters[group] = filter.values;
  return { filters, leftOut: filter.isNot ? [...leftOut, group] : leftOut };
}

/** What the server is asked for, in the words of its query. */
export function questionOf(state: ReportState): Record<string, string> {
  const { groups, period, from, to, timezone, compare, sort, order } = state;
  const question: Record<string, string> = { group: groups.join(',') };
  if (period) question.period = period;
  else Object.assign(question, { from, to });
  for (const group of FILTER_GROUPS) {
    const { isNot, values } = filterIn(state, group);
    if (values.length > 0) question[group] = `${isNot ? NOT : ''}${values.join(',')}`;
  }
  if (timezone !== DEFAULT_TIMEZONE) question.timezone = timezone;
  if (compare) question.compare = compare;
  // Of a report that is told apart by something else by now there is no such sum to sort by.
  const isKnown = sort !== null && (!isOfRequests(sort) || knowsRequests(state));
  if (isKnown) question.sort = sort;
  if (isKnown && order) question.order = order;
  return question;
}

/** The report as an address, with or without the saved report that it was opened from. */
export function writeReport(state: ReportState, side: ReportSide, withReport = true): URLSearchParams {
  const search = new URLSearchParams(questionOf(state));
  if (state.pivot && state.groups.includes(state.pivot)) search.set('pivot', state.pivot);
  if (state.figure !== side.worth) search.set('figure', state.figure);
  if (typeof state.bands === 'boolean') search.set('bands', state.bands ? 'on' : 'off');
  if (state.columns && state.columns.join() !== chosenColumns({ ...state, columns: null }, side).join())
    search.set('columns', state.columns.join(','));
  if (state.open && state.groups.length > 1) search.set('open', state.open.join(','));
  if (withReport && state.report) search.set('report', state.report);
  return search;
}

/** Signs that may stand in a query as they are: people read it. */
const PLAIN: Readonly<Record<string, string>> = {
  '%2C': ',',
  '%2F': '/',
  '%21': '!',
  '%28': '(',
  '%29': ')',
};

/** As text: `group=campaign,country&period=last28&country=!DE`. */
export const reportText = (state: ReportState, side: ReportSide, withReport = true): string =>
  writeReport(state, side, withReport)
    .toString()
    .replace(/%2[C189F]/g, (code) => PLAIN[code] ?? code);
