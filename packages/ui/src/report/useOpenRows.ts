import type { MetricsReport } from '@ezdash/contracts';
import { useEffect, useMemo, useRef } from 'react';
import { isAskable, OPEN_ALL, openKey, openName } from './nestRows';
import { useReportSide } from './ReportSide';
import { OPEN_MOST, questionOf, type ReportState } from './reportState';
import type { ReportChange } from './useReport';
import { type ReportData, ROWS_SHOWN } from './useReportData';

/** Which values of the first dimension are open, and their rows: those at hand, or asked for where they are too many. */
export function useOpenRows({ state, all, heads }: ReportData, open: ReportState['open']) {
  const { api } = useReportSide();
  const [first] = all.groups;
  const keys = useMemo(() => heads?.rows.map((row) => row.keys[0] ?? '') ?? [], [heads]);
  const openKeys = useMemo(() => {
    if (!open) return new Set(keys.slice(0, 1));
    return new Set(open.includes(OPEN_ALL) ? keys : open.map(openKey));
  }, [open, keys]);
  const isWhole = all.row_count <= all.rows.length;
  const asked =
    first && !isWhole && !open?.includes(OPEN_ALL)
      ? keys.filter((key) => openKeys.has(key) && isAskable(first, key))
      : [];
  const question = questionOf(state);
  const query = api.useFigures(
    { ...question, limit: ROWS_SHOWN, ...(first && { [first]: asked.join(',') }) },
    { skip: asked.length === 0 },
  );
  /** While another value's rows are asked for, those of the others stay: of the same report, and of no other. */
  const report = JSON.stringify(question);
  const before = useRef<{ report: string; found: MetricsReport } | null>(null);
  const { currentData } = query;
  useEffect(() => {
    if (currentData) before.current = { report, found: currentData };
  }, [currentData, report]);
  const kept = before.current?.report === report ? before.current.found : undefined;
  const found = asked.length > 0 ? (currentData ?? kept) : undefined;
  const known = new Set(found?.rows.map((row) => row.keys[0] ?? ''));
  const isAsked = new Set(asked);
  const rows = found ? [...all.rows.filter((row) => !known.has(row.keys[0] ?? '')), ...found.rows] : all.rows;
  return {
    rows,
    isOpen: (key: string) => openKeys.has(key),
    isAwaited: (key: string) => isAsked.has(key) && !query.error && !currentData && !known.has(key),
    isAllOpen: keys.length > 0 && keys.every((key) => openKeys.has(key)),
  };
}

/** Opens or closes one value; the address keeps as many as it has room for, the one opened last among them. */
export const toggled =
  (key: string, isOpen: boolean, keys: readonly string[]): ReportChange =>
  ({ open }) => {
    const before = !open
      ? keys.slice(0, 1).map(openName)
      : open.includes(OPEN_ALL)
        ? keys.map(openName)
        : open;
    const name = openName(key);
    const others = before.filter((each) => each !== name);
    return { open: (isOpen ? others : [...others, name]).slice(-OPEN_MOST) };
  };
