import type { HoursOfWeek } from '@ezdash/contracts';

/** Hours of the week a campaign runs, one object for all campaigns with the same. */
export interface WeekHours {
  key: string;
  timezone: string;
  /** By hour of the week, 0 is Monday 00:00–01:00. */
  open: readonly boolean[];
}

const HOURS = 168;
const QUARTER_MS = 900_000;
const DAYS: Readonly<Record<string, number>> = { Mon: 0, Tue: 1, Wed: 2, Thu: 3, Fri: 4, Sat: 5, Sun: 6 };

/** Null when every hour is open. */
export function weekHours({ timezone, hours }: HoursOfWeek, known: Map<string, WeekHours>): WeekHours | null {
  const open = new Array<boolean>(HOURS).fill(false);
  for (const hour of hours) open[hour] = true;
  if (open.every(Boolean)) return null;
  const key = `${timezone} ${open.map(Number).join('')}`;
  const same = known.get(key) ?? { key, timezone, open };
  known.set(key, same);
  return same;
}

/** The hour of the week on the clocks of a timezone, 0–167. */
export function hourOfWeek(format: Intl.DateTimeFormat, timeMs: number): number {
  let day = 0;
  let hour = 0;
  for (const { type, value } of format.formatToParts(timeMs)) {
    if (type === 'weekday') day = DAYS[value] ?? 0;
    if (type === 'hour') hour = Number(value);
  }
  return day * 24 + hour;
}

const formats = new Map<string, Intl.DateTimeFormat>();

/** Made once a timezone, of which there are some hundreds: it is what costs most. */
export function clockOf(timezone: string): Intl.DateTimeFormat {
  let format = formats.get(timezone);
  if (!format) {
    format = new Intl.DateTimeFormat('en-US', {
      timeZone: timezone,
      weekday: 'short',
      hour: '2-digit',
      hourCycle: 'h23',
    });
    formats.set(timezone, format);
  }
  return format;
}

/**
 * Who is open right now. Asked of the calendar once a quarter of an hour and timezone (no clock of this world is off
 * by less), so that a change of daylight saving time is seen when it happens.
 */
export class WeekClock {
  private readonly hours = new Map<string, number>();
  private quarter = Number.NaN;

  /** Answers whether another quarter of an hour has begun. */
  tick(nowMs: number): boolean {
    const quarter = Math.floor(nowMs / QUARTER_MS);
    if (quarter === this.quarter) return false;
    this.quarter = quarter;
    this.hours.clear();
    return true;
  }

  isOpen({ timezone, open }: WeekHours): boolean {
    let hour = this.hours.get(timezone);
    if (hour === undefined) {
      hour = hourOfWeek(clockOf(timezone), this.quarter * QUARTER_MS);
      this.hours.set(timezone, hour);
    }
    return open[hour] === true;
  }
}
