/** Hours of the day in an account's own time zone. Pure; instants are milliseconds since 1970. */

const MINUTE_MS = 60_000;
const DAY_MS = 86_400_000;
const MINUTES_A_DAY = 1_440;

export interface QuietHours {
  /** HH:MM */
  from: string;
  to: string;
}

export interface DigestTime {
  /** The day it belongs to, YYYY-MM-DD of the zone. */
  day: string;
  at: Date;
}

const formats = new Map<string, Intl.DateTimeFormat>();

function formatOf(timeZone: string): Intl.DateTimeFormat {
  let format = formats.get(timeZone);
  if (!format) {
    const parts = { year: 'numeric', month: '2-digit', day: '2-digit' } as const;
    const clock = { hour: '2-digit', minute: '2-digit', second: '2-digit', hourCycle: 'h23' } as const;
    try {
      format = new Intl.DateTimeFormat('en-US', { ...parts, ...clock, timeZone });
    } catch {
      // What is no zone is read as UTC, as the mails do.
      format = formatOf('UTC');
    }
    formats.set(timeZone, format);
  }
  return format;
}

/** What the clocks of a zone show, as if it were UTC. */
function wallOf(instant: number, timeZone: string): number {
  const shown = Object.fromEntries(
    formatOf(timeZone)
      .formatToParts(instant)
      .map(({ type, value }) => [type, Number(value)]),
  );
  const { year = 0, month = 1, day = 1, hour = 0, minute = 0, second = 0 } = shown;
  return Date.UTC(year, month - 1, day, hour, minute, second);
}

const floorToSecond = (instant: number) => Math.floor(instant / 1_000) * 1_000;
const offsetAt = (instant: number, timeZone: string) => wallOf(instant, timeZone) - floorToSecond(instant);

/**
 * When the clocks of a zone show this. An hour that comes twice is meant the first time; one that is left out is
 * reckoned with the offset before it, as calendars do (RFC 5545, 3.3.5).
 */
function instantOf(wall: number, timeZone: string): number {
  const before = offsetAt(wall - DAY_MS, timeZone);
  const after = offsetAt(wall + DAY_MS, timeZone);
  const found = [wall - before, wall - after].filter((at) => wallOf(at, timeZone) === wall);
  return found.length > 0 ? Math.min(...found) : wall - before;
}

function minutesOf(clockTime: string): number {
  const [hours = 0, minutes = 0] = clockTime.split(':').map(Number);
  return hours * 60 + minutes;
}

const dayOf = (wall: number) => new Date(wall).toISOString().slice(0, 10);
const midnightOf = (day: string) => Date.parse(`${day}T00:00:00Z`);

/** When the quiet hours end in which a moment lies; the moment itself outside of them. */
export function afterQuietHours(quiet: QuietHours | null, timeZone: string, moment: Date): Date {
  if (!quiet) return moment;
  const wall = wallOf(moment.getTime(), timeZone);
  const minute = Math.floor((wall - midnightOf(dayOf(wall))) / MINUTE_MS);
  const from = minutesOf(quiet.from);
  const to = minutesOf(quiet.to);
  const since = (minute - from + MINUTES_A_DAY) % MINUTES_A_DAY;
  const length = (to - from + MINUTES_A_DAY) % MINUTES_A_DAY;
  if (since >= length) return moment;
  const endsToday = to > minute;
  const end = instantOf(midnightOf(dayOf(endsToday ? wall : wall + DAY_MS)) + to * MINUTE_MS, timeZone);
  // Where the clocks go back in these hours, the end may have been already: quiet is over then.
  return new Date(Math.max(end, moment.getTime()));
}

/** When the clocks of a zone show this on a day, YYYY-MM-DD. */
export const timeOn = (day: string, at: string, timeZone: string): Date =>
  new Date(instantOf(midnightOf(day) + minutesOf(at) * MINUTE_MS, timeZone));

/**
 * The first digest behind `now` of a day that had none yet: one a day, whether clocks go forward, back, or the server
 * was down. One that would come in the quiet hours comes at their end.
 */
export function nextDigest(
  { at, quiet, lastDay }: { at: string; quiet: QuietHours | null; lastDay: string | null },
  timeZone: string,
  now: Date,
): DigestTime {
  let midnight = midnightOf(dayOf(wallOf(now.getTime(), timeZone)));
  if (lastDay !== null) midnight = Math.max(midnight, midnightOf(lastDay) + DAY_MS);
  for (;;) {
    const instant = instantOf(midnight + minutesOf(at) * MINUTE_MS, timeZone);
    if (instant > now.getTime())
      return { day: dayOf(midnight), at: afterQuietHours(quiet, timeZone, new Date(instant)) };
    midnight += DAY_MS;
  }
}
