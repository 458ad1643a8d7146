export const DAYS = 7;
export const HOURS = 24;
export const WEEK = DAYS * HOURS;

/** Usual choices of hours, 0 is Monday 00:00–01:00. */
const span = (days: readonly number[], from: number, to: number) =>
  days.flatMap((day) => Array.from({ length: to - from }, (_, hour) => day * HOURS + from + hour));
const ALL = [0, 1, 2, 3, 4, 5, 6];
export const HOUR_PRESETS = {
  office: span([0, 1, 2, 3, 4], 8, 18),
  evenings: span(ALL, 18, 24),
  weekend: span([5, 6], 0, 24),
  daytime: span(ALL, 6, 22),
} as const;
export type HourPreset = keyof typeof HOUR_PRESETS;

/** The hours of the rectangle that two hours are corners of: the same hours of the days between them. */
export function rectangle(one: number, other: number): number[] {
  const days = [Math.floor(one / HOURS), Math.floor(other / HOURS)].sort((a, b) => a - b);
  const hours = [one % HOURS, other % HOURS].sort((a, b) => a - b);
  const [fromDay = 0, toDay = 0] = days;
  const [fromHour = 0, toHour = 0] = hours;
  return span(
    Array.from({ length: toDay - fromDay + 1 }, (_, index) => fromDay + index),
    fromHour,
    toHour + 1,
  );
}

/** The chosen hours with those of a rectangle switched on, or off. */
export function withHours(chosen: readonly number[], changed: readonly number[], on: boolean): number[] {
  const next = new Set(chosen);
  for (const hour of changed) {
    if (on) next.add(hour);
    else next.delete(hour);
  }
  return [...next].sort((a, b) => a - b);
}

/** Where an arrow leads; it stays at the edge. */
export function moved(hour: number, key: string): number | null {
  const day = Math.floor(hour / HOURS);
  const at = hour % HOURS;
  switch (key) {
    case 'ArrowUp':
      return day > 0 ? hour - HOURS : hour;
    case 'ArrowDown':
      return day < DAYS - 1 ? hour + HOURS : hour;
    case 'ArrowLeft':
      return at > 0 ? hour - 1 : hour;
    case 'ArrowRight':
      return at < HOURS - 1 ? hour + 1 : hour;
    case 'Home':
      return day * HOURS;
    case 'End':
      return day * HOURS + HOURS - 1;
    default:
      return null;
  }
}
