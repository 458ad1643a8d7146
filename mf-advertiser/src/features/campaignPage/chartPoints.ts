import type { DateRange, ReportRow } from '@ezdash/contracts';

export const CHART_FIGURES = ['spend_micros', 'impressions', 'clicks', 'conversions'] as const;
export type ChartFigure = (typeof CHART_FIGURES)[number];

const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;

export interface ChartPoints {
  /** `2026-11-21` of days, `2026-11-21T10:00:00Z` of the hours of one day; in order, silent ones too. */
  ticks: string[];
  values: number[];
}

/**
 * A figure over the days of a period, or over the hours of its only day. What is still to come is left out: it would be
 * drawn as nothing.
 * @param rows by date or by hour, as `GET /api/metrics` tells them in UTC
 */
export function chartPoints(
  { from, to }: DateRange,
  rows: readonly ReportRow[],
  figure: ChartFigure,
  nowMs: number,
): ChartPoints {
  const known = new Map(rows.map((row) => [row.keys[0], row[figure] ?? 0]));
  const isDay = from === to;
  const step = isDay ? HOUR_MS : DAY_MS;
  const last = Math.min(Date.parse(to) + DAY_MS - 1, nowMs);
  const ticks: string[] = [];
  for (let ms = Date.parse(from); ms <= last; ms += step) {
    const text = new Date(ms).toISOString();
    ticks.push(isDay ? text.replace('.000Z', 'Z') : text.slice(0, 10));
  }
  return { ticks, values: ticks.map((tick) => known.get(tick) ?? 0) };
}
