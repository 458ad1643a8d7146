import type { SavedReport } from '@ezdash/contracts';
import { useEffect, useRef, useState } from 'react';
import { useReportSide } from './ReportSide';
import { readReport } from './reportState';
import { useReport } from './useReport';

const STOP = 'stop';

/** What the address names of a saved report, and whether it was opened to end its mails. */
export function useSaved() {
  const side = useReportSide();
  const { state, search, go } = useReport();
  const { data, error } = side.api.useSaved();
  const [scheduled, setScheduled] = useState<string | null>(null);
  const reports = data?.reports ?? [];
  const saved = reports.find(({ id }) => id === state.report) ?? null;
  const open = (report: SavedReport, replace = false) =>
    go({ ...readReport(new URLSearchParams(report.query), side), report: report.id }, replace);
  const isBare = state.report !== null && !search.has('group');
  const wantsStop = search.has(STOP);
  // A link of a mail names the report alone: the address then becomes what was saved.
  // Once: until the new address is on the screen this one is rendered again, and what was closed would open again.
  const followed = useRef<string | null>(null);
  useEffect(() => {
    if (!isBare) followed.current = null;
    if (!saved || !isBare || followed.current === saved.id) return;
    followed.current = saved.id;
    if (wantsStop) setScheduled(saved.id);
    open(saved, true);
  });
  return {
    reports,
    saved,
    open,
    isMissing: state.report !== null && data !== undefined && saved === null,
    isUnknown: error !== undefined,
    scheduled: reports.find(({ id }) => id === scheduled) ?? null,
    schedule: (report: SavedReport | null) => setScheduled(report?.id ?? null),
  };
}
