const MINUTE = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}$/;

/** How far a zone's clocks are ahead of UTC at an instant, in milliseconds. */
function aheadMs(instantMs: number, timezone: string): number {
  const clock = new Intl.DateTimeFormat('en-CA', {
    timeZone: timezone,
    year: 'numeric',
    month: '2-digit',
    day: '2-digit',
    hour: '2-digit',
    minute: '2-digit',
    hourCycle: 'h23',
  });
  const part = Object.fromEntries(clock.formatToParts(instantMs).map(({ type, value }) => [type, value]));
  return Date.parse(`${part.year}-${part.month}-${part.day}T${part.hour}:${part.minute}Z`) - instantMs;
}

/**
 * The instant at which clocks of a zone show this minute, `YYYY-MM-DDTHH:MM`, as ISO 8601 in UTC; null for what is no minute.
 * Of a minute that the clocks skip, the one an hour later.
 */
export function instantOf(minute: string, timezone: string): string | null {
  const asUtc = MINUTE.test(minute) ? Date.parse(`${minute}Z`) : Number.NaN;
  if (Number.isNaN(asUtc)) return null;
  // The second look is at the right side of a change of the clocks, which the first may have missed.
  const guess = asUtc - aheadMs(asUtc, timezone);
  return new Date(asUtc - aheadMs(guess, timezone)).toISOString();
}
