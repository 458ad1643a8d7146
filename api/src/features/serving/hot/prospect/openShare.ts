import type { HoursOfWeek } from '@ezdash/contracts';
import { WeekClock, weekHours } from '../weekHours';

const QUARTER_MS = 900_000;
const QUARTERS = 4;

/** What came within an hour. */
export interface HourCount {
  hourMs: number;
  count: number;
}

/**
 * Which part of what came within hours came while a campaign with these hours of the week was open, 0–1, by the clock
 * that the engine asks. Of an hour that is open in part, that part.
 */
export function openShare(hours: HoursOfWeek | null, counted: readonly HourCount[]): number {
  const chosen = hours && weekHours(hours, new Map());
  if (!chosen) return 1;
  const clock = new WeekClock();
  let all = 0;
  let open = 0;
  for (const { hourMs, count } of counted) {
    all += count;
    for (let quarter = 0; quarter < QUARTERS; quarter += 1) {
      clock.tick(hourMs + quarter * QUARTER_MS);
      if (clock.isOpen(chosen)) open += count / QUARTERS;
    }
  }
  return all === 0 ? 0 : Math.min(1, open / all);
}
