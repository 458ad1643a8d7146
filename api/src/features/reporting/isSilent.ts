/** How a goal reported, and what happened since. */
export interface Reporting {
  /** Reports looked at, from `firstAt` to `lastAt`. */
  reports: number;
  firstAt: Date;
  lastAt: Date;
  /** Clicks of the account from the first report to the last, and after it. */
  clicksBefore: number;
  clicksSince: number;
}

const HOUR_MS = 3_600_000;
/** Fewer tell nothing of what is usual. */
export const FEWEST_REPORTS = 10;
/** So many usual gaps without a report … */
const GAPS = 10;
/** … and so long at least: a goal that reports by the minute may have a quiet hour. */
const SHORTEST_MS = 6 * HOUR_MS;
/** As many reports were to be expected of the clicks since then: that none came by chance is 1 in 150. */
const EXPECTED = 5;

/**
 * Whether a goal that used to report has stopped: nothing for ten times its usual gap, while enough people clicked.
 * Without clicks nobody can convert, and a silent night is no failure. Pure.
 */
export function isSilent(
  { reports, firstAt, lastAt, clicksBefore, clicksSince }: Reporting,
  now: Date,
): boolean {
  if (reports < FEWEST_REPORTS) return false;
  const gapMs = (lastAt.getTime() - firstAt.getTime()) / (reports - 1);
  const silentMs = now.getTime() - lastAt.getTime();
  return silentMs >= Math.max(SHORTEST_MS, GAPS * gapMs) && clicksSince * reports >= EXPECTED * clicksBefore;
}
