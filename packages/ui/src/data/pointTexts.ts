import type { LineChartProps, Series } from './LineChartProps';

/** A point in words, and its interval where it has one. */
export function pointTexts(
  { values, bounds }: Pick<Series, 'values' | 'bounds'>,
  at: number,
  { format, formatBounds }: Pick<LineChartProps, 'format' | 'formatBounds'>,
): { value: string; interval: string | null } {
  const known = bounds?.[at];
  return {
    value: valueText(values[at], format),
    interval: known && formatBounds ? `(${formatBounds(known)})` : null,
  };
}

/** What is not known is a dash. */
export const valueText = (value: number | null | undefined, format: (value: number) => string): string =>
  value === null || value === undefined ? '–' : format(value);
