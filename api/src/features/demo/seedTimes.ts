const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;
const DAY_MS = 24 * HOUR_MS;

/** Moments of the demo's past, told back from one "now". */
export interface SeedTimes {
  now: Date;
  /** An hour of a UTC day so many days back; negative days lie ahead. */
  at(daysAgo: number, hour: number): Date;
  minutesAgo(minutes: number): Date;
  /** How many days back the day is that starts then. */
  daysAgoOf(dayStartMs: number): number;
}

export function seedTimes(now: Date): SeedTimes {
  const todayMs = Math.floor(now.getTime() / DAY_MS) * DAY_MS;
  return {
    now,
    at: (daysAgo, hour) => new Date(todayMs - daysAgo * DAY_MS + hour * HOUR_MS),
    minutesAgo: (minutes) => new Date(now.getTime() - minutes * MINUTE_MS),
    daysAgoOf: (dayStartMs) => Math.round((todayMs - dayStartMs) / DAY_MS),
  };
}
