const DAY_MS = 86_400_000;

/** How much of the UTC day had passed at that moment, 0–1. */
export function shareOfUtcDay(timestamp: string): number {
  return (Date.parse(timestamp) % DAY_MS) / DAY_MS;
}

/** The UTC day before the one of that moment, as `YYYY-MM-DD`. */
export function dayBefore(timestamp: string): string {
  return new Date(Date.parse(timestamp) - DAY_MS).toISOString().slice(0, 10);
}
