import type { ReportSchedule } from '@ezdash/contracts';
import { addDays } from '../figures';
import { localDayOf } from '../reports';

const HOUR_MS = 3_600_000;
const STEP_MS = HOUR_MS / 4;
/** Clocks on earth differ from UTC by 14 hours at most. */
const FARTHEST_MS = 15 * HOUR_MS;
/** Longer than any month: the next one of it is among these. */
const DAYS_AHEAD = 33;
const MONDAY = 1;

const isDayOf: Readonly<Record<ReportSchedule['every'], (day: string) => boolean>> = {
  day: () => true,
  week: (day) => new Date(day).getUTCDay() === MONDAY,
  month: (day) => day.endsWith('-01'),
};

const formats = new Map<string, Intl.DateTimeFormat>();
function localHour(timezone: string, ms: number): number {
  let format = formats.get(timezone);
  if (!format) {
    format = new Intl.DateTimeFormat('en', { timeZone: timezone, hour: '2-digit', hourCycle: 'h23' });
    formats.set(timezone, format);
  }
  return Number(format.format(ms));
}

/**
 * The first moment of a day at which it is the hour or later there. Where clocks go forward over the hour, it is the
 * moment behind the gap; where it comes twice, the first of both.
 */
function momentOf(day: string, { hour, timezone }: ReportSchedule): number | null {
  const noon = Date.parse(`${day}T12:00:00Z`);
  for (let ms = noon - HOUR_MS * 12 - FARTHEST_MS; ms <= noon + HOUR_MS * 12 + FARTHEST_MS; ms += STEP_MS) {
    const there = localDayOf(timezone, new Date(ms));
    if (there > day || (there === day && localHour(timezone, ms) >= hour)) return ms;
  }
  return null;
}

/** When a report is mailed next, after a moment. */
export function nextMail(schedule: ReportSchedule, after: Date): Date {
  const today = localDayOf(schedule.timezone, after);
  for (let ahead = 0; ahead <= DAYS_AHEAD; ahead += 1) {
    const day = addDays(today, ahead);
    const ms = isDayOf[schedule.every](day) ? momentOf(day, schedule) : null;
    if (ms !== null && ms > after.getTime()) return new Date(ms);
  }
  throw new Error('No day of the next month is one of the schedule');
}
