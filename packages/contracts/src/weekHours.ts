const HOUR_MS = 3_600_000;
const HOURS_OF_WEEK = 168;
const DAYS = ['Mon', 'Tue', 'Wed', 'Thu', 'Fri', 'Sat', 'Sun'];

/** The hours of a week are asked for by the hundreds, and to make a format takes longer than to use it. */
const clocks = new Map<string, Intl.DateTimeFormat>();

/** The hour of the week on a timezone's clocks: 0 is Monday 00:00. */
function hourOfWeek(at: Date, timeZone: string): number {
  let clock = clocks.get(timeZone);
  if (!clock) {
    clock = new Intl.DateTimeFormat('en', {
      timeZone,
      weekday: 'short',
      hour: '2-digit',
      hourCycle: 'h23',
    });
    clocks.set(timeZone, clock);
  }
  const parts = clock.formatToParts(at);
  const of = (type: string) => parts.find((part) => part.type === type)?.value ?? '';
  return DAYS.indexOf(of('weekday')) * 24 + Number(of('hour'));
}

export interface WeekSchedule {
  timezone: string;
  hours: readonly number[];
}

/** When the first of the hours runs at or after a moment; null when there is none. */
export function opensAt({ timezone, hours }: WeekSchedule, now: Date): Date | null {
  const open = new Set(hours);
  if (open.size === 0) return null;
  if (open.has(hourOfWeek(now, timezone))) return now;
  // Zones begin their hours at a full, half or quarter hour of UTC.
  const step = HOUR_MS / 4;
  const first = Math.floor(now.getTime() / step) * step + step;
  for (let index = 0; index <= HOURS_OF_WEEK * 4; index++) {
    const at = new Date(first + index * step);
    if (open.has(hourOfWeek(at, timezone))) return at;
  }
  return null;
}

/** Whether hours of the week leave nothing of the time from a campaign's start, or now, to its end. */
export function neverOpens(
  { hours, startsAt, endsAt }: { hours: WeekSchedule | null; startsAt: string | null; endsAt: string | null },
  now: Date,
): boolean {
  if (hours === null || hours.hours.length >= HOURS_OF_WEEK) return false;
  const from = startsAt === null ? now : new Date(Math.max(now.getTime(), Date.parse(startsAt)));
  const opens = opensAt(hours, from);
  return opens === null || (endsAt !== null && opens.getTime() >= Date.parse(endsAt));
}
