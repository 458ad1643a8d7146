import type { MetricsReport } from '@ezdash/contracts';
import { useEffect, useRef } from 'react';
import { useReportSide } from './ReportSide';
import { questionOf, type ReportState } from './reportState';

/** Rows that the page shows; the file has all. */
export const ROWS_SHOWN = '2000';
const FRESH_SECONDS = 60;

/** What the table of a report is made of. All of it is of one question. */
export interface ReportData {
  /** The report that it is of. */
  state: ReportState;
  all: MetricsReport;
  /** Sums of the rows: by the first of several dimensions, or by all but the one that is laid across. */
  heads: MetricsReport | null;
  /** Sums of the columns, where a dimension is laid across. */
  across: MetricsReport | null;
}

/** The figures of a report with the sums of its parts, which the server makes: rows may be too many to have all. */
export function useReportData(state: ReportState) {
  const { api } = useReportSide();
  const question = { ...questionOf(state), limit: ROWS_SHOWN };
  const { groups, pivot } = state;
  const isNested = groups.length > 1;
  const headGroups = pivot ? groups.filter((group) => group !== pivot) : groups.slice(0, 1);
  const options = { refetchOnMountOrArgChange: FRESH_SECONDS };
  const all = api.useFigures(question, options);
  const heads = api.useFigures({ ...question, group: headGroups.join(',') }, { ...options, skip: !isNested });
  const across = api.useFigures({ ...question, group: pivot ?? '' }, { ...options, skip: pivot === null });
  const error = all.error ?? (isNested ? heads.error : undefined) ?? (pivot ? across.error : undefined);
  const isThere =
    all.currentData && (!isNested || heads.currentData) && (pivot === null || across.currentData);
  const current: ReportData | null =
    isThere && all.currentData
      ? {
          state,
          all: all.currentData,
          heads: (isNested && heads.currentData) || null,
          across: (pivot && across.currentData) || null,
        }
      : null;
  /** While another report is made the one before stays, with the sums that are of it. */
  const before = useRef<ReportData | null>(null);
  useEffect(() => {
    if (current) before.current = current;
  });
  return {
    // When another one cannot be made, the one before would be a lie.
    data: current ?? (error ? null : before.current),
    isCurrent: current !== null,
    /** The days of the report, as soon as the server has said them: sums are made sooner than all of its rows. */
    period: all.currentData ?? (isNested ? heads.currentData : undefined) ?? null,
    error: current ? undefined : error,
    isFetching: all.isFetching || heads.isFetching || across.isFetching,
    refetch: () => {
      void all.refetch();
      if (isNested) void heads.refetch();
      if (pivot) void across.refetch();
    },
  };
}
