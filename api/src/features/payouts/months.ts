/** Days and months of earnings: UTC, as the first day's date, `2026-10-01`. */
const DAY_MS = 86_400_000;

export const monthOf = (time: Date): string => `${time.toISOString().slice(0, 7)}-01`;

export function monthAfter(month: string, count = 1): string {
  const first = new Date(`${month}T00:00:00Z`);
  return monthOf(new Date(Date.UTC(first.getUTCFullYear(), first.getUTCMonth() + count, 1)));
}

/** When what was earned in it becomes payable: its end and the terms. */
export const releaseAt = (month: string, termsDays: number): Date =>
  new Date(new Date(`${monthAfter(month)}T00:00:00Z`).getTime() + termsDays * DAY_MS);

/** The last month whose time has come; the months before it as well. */
export function lastDueMonth(now: Date, termsDays: number): string {
  return monthAfter(monthOf(new Date(now.getTime() - termsDays * DAY_MS)), -1);
}

/** What the postings of one day come to. */
export interface DaySum {
  day: string;
  earnedMicros: bigint;
  deductedMicros: bigint;
  releasedMicros: bigint;
}

/** A month that was released, as it is kept. */
export interface ReleasedMonth {
  period: string;
  earnedMicros: bigint;
  deductedMicros: bigint;
  releasedMicros: bigint;
  releasedAt: Date;
}

/** A month that is not released yet, and what it would come to now. */
export interface OpenMonth {
  period: string;
  earnedMicros: bigint;
  deductedMicros: bigint;
  releaseMicros: bigint;
}

export interface Plan {
  /** Oldest first, with the current month; those without anything are missing. */
  months: OpenMonth[];
  /** Taken back in all. */
  deductedMicros: bigint;
}

const ZERO = { earnedMicros: 0n, deductedMicros: 0n, releasedMicros: 0n };
const plus = (a: typeof ZERO, b: typeof ZERO) => ({
  earnedMicros: a.earnedMicros + b.earnedMicros,
  deductedMicros: a.deductedMicros + b.deductedMicros,
  releasedMicros: a.releasedMicros + b.releasedMicros,
});

/**
 * What every month that is not released comes to: all that was earned until its end, less everything that was taken
 * back so far (whichever month it was of) and what was released before. What came late to a released month goes with
 * the next one, and what was taken back since is taken off the first.
 */
export function planMonths(
  days: readonly DaySum[],
  released: readonly ReleasedMonth[],
  releasedUntil: string | null,
  current: string,
): Plan {
  const all = days.reduce(plus, ZERO);
  const shown = released.reduce(plus, ZERO);
  const byMonth = new Map<string, bigint>();
  let late = -shown.earnedMicros;
  for (const { day, earnedMicros } of days) {
    const month = `${day.slice(0, 7)}-01`;
    if (releasedUntil !== null && month <= releasedUntil) late += earnedMicros;
    else byMonth.set(month, (byMonth.get(month) ?? 0n) + earnedMicros);
  }
  const first =
    releasedUntil === null ? ([...byMonth.keys()].sort()[0] ?? current) : monthAfter(releasedUntil);
  let deducted = all.deductedMicros - shown.deductedMicros;
  let left = shown.earnedMicros - all.deductedMicros - all.releasedMicros;
  const months: OpenMonth[] = [];
  for (let period = first; period <= current; period = monthAfter(period)) {
    const earnedMicros = (byMonth.get(period) ?? 0n) + late;
    left += earnedMicros;
    const releaseMicros = left > 0n ? left : 0n;
    if (earnedMicros > 0n || deducted > 0n || releaseMicros > 0n)
      months.push({ period, earnedMicros, deductedMicros: deducted, releaseMicros });
    left -= releaseMicros;
    late = 0n;
    deducted = 0n;
  }
  return { months, deductedMicros: all.deductedMicros };
}
