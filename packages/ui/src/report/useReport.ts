import { useFormat } from '@ezdash/ui';
import { useCallback, useEffect, useMemo, useRef } from 'react';
import { useReportSide } from './ReportSide';
import { DEFAULT_TIMEZONE, ownTimezone, type ReportState, readReport, reportText } from './reportState';

/** What is to differ; a function of the report as it will be by then, where it adds to it. */
export type ReportChange = Partial<ReportState> | ((now: ReportState) => Partial<ReportState>);

/** What a part of the report's bar shows, and how it changes it. */
export interface ReportControls {
  state: ReportState;
  /** `replace`: no step of the history, as of what is merely opened. */
  change: (changed: ReportChange, replace?: boolean) => void;
}

/** A question names no UTC; an address has to where the account's days are meant otherwise. */
const zoneOf = ({ timezone }: ReportState, own: string) =>
  timezone === DEFAULT_TIMEZONE && own !== DEFAULT_TIMEZONE ? `&timezone=${DEFAULT_TIMEZONE}` : '';

/** The report of the address; a change of it is a step of the browser's history. */
export function useReport() {
  const side = useReportSide();
  const { search, go: navigate } = side.useAddress();
  const own = ownTimezone(useFormat().timezone);
  const state = useMemo(() => readReport(search, side, own), [search, side, own]);
  /** The address follows a change when React finds the time: a second change meanwhile must not undo the first. */
  const latest = useRef(state);
  useEffect(() => {
    latest.current = state;
  }, [state]);
  const go = useCallback(
    (to: ReportState, replace = false) => {
      latest.current = to;
      // As text: search params would write every comma as %2C.
      navigate(`?${reportText(to, side)}${zoneOf(to, own)}`, replace);
    },
    [navigate, side, own],
  );
  const change = useCallback(
    (changed: ReportChange, replace = false) => {
      const more = typeof changed === 'function' ? changed(latest.current) : changed;
      go({ ...latest.current, ...more }, replace);
    },
    [go],
  );
  return { state, change, go, search };
}
