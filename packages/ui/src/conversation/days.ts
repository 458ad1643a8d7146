import type { Format } from '@ezdash/ui';

const DAY_MS = 86_400_000;

/** YYYY-MM-DD of a moment in a zone: what puts messages under one heading. */
export function dayOf(moment: string | number, timezone: string): string {
  return new Intl.DateTimeFormat('en-CA', {
    year: 'numeric',
    month: '2-digit',
    day: '2-digit',
    timeZone: timezone,
  }).format(new Date(moment));
}

/** What a day is called: `today`, `yesterday`, or its date. */
export function dayName(day: string, nowMs: number, { timezone }: Pick<Format, 'timezone'>) {
  if (day === dayOf(nowMs, timezone)) return 'today' as const;
  return day === dayOf(nowMs - DAY_MS, timezone) ? ('yesterday' as const) : null;
}
