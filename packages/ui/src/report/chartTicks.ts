import type { MetricsReport } from '@ezdash/contracts';

const HOUR_MS = 3_600_000;
const DAY_MS = 86_400_000;

/** The points of a period in their order, silent ones too. */
export function ticksOf(
  time: 'date' | 'hour',
  { from, to, rows }: Pick<MetricsReport, 'from' | 'to'> & { rows: readonly { keys: readonly string[] }[] },
): string[] {
  const ticks: string[] = [];
  if (time === 'date') {
    for (let ms = Date.parse(from); ms <= Date.parse(to); ms += DAY_MS)
      ticks.push(new Date(ms).toISOString().slice(0, 10));
    return ticks;
  }
  // From the first hour that has figures to the last; where clocks are changed by half an hour, hours move by as much.
  let next = Number.POSITIVE_INFINITY;
  for (const key of rows.map((row) => row.keys[0] ?? '').sort()) {
    const known = Date.parse(key);
    for (; next < known; next += HOUR_MS) ticks.push(new Date(next).toISOString().replace('.000', ''));
    ticks.push(key);
    next = known + HOUR_MS;
  }
  return ticks;
}
