import type { DateRange } from '@ezdash/contracts';

const DAY_MS = 86_400_000;
const dayOf = (ms: number) => new Date(ms).toISOString().slice(0, 10);

/** How many days a range covers; both its ends count. */
export function dayCount({ from, to }: DateRange): number {
  return (Date.parse(to) - Date.parse(from)) / DAY_MS + 1;
}

/** So many days, of which `to` is the last. */
export function daysUpTo(to: string, count: number): DateRange {
  return { from: dayOf(Date.parse(to) - (count - 1) * DAY_MS), to };
}

/** As many days, just before. */
export function daysBefore(range: DateRange): DateRange {
  return daysUpTo(dayOf(Date.parse(range.from) - DAY_MS), dayCount(range));
}
