import type { ChartScale } from './chartScale';
import type { Bounds, Series } from './LineChartProps';

/** Half of what a point without neighbours is wide, in pixels: of its line, and of its band. */
const LONE_LINE = 1.5;
const LONE_BAND = 4;
/** How much higher than all lines bands may push the axis. */
const ROOM = 2;
/** The share of bands that the axis has room for; the widest of them are cut at the plot's edge. */
const SHOWN = 0.9;

/** Stretches of points next to each other that have something to draw. */
function runsOf<Value>(values: readonly (Value | null)[]): { at: number; value: Value }[][] {
  const runs: { at: number; value: Value }[][] = [];
  let open = false;
  values.forEach((value, at) => {
    if (value !== null && open) runs.at(-1)?.push({ at, value });
    else if (value !== null) runs.push([{ at, value }]);
    open = value !== null;
  });
  return runs;
}

const point = (x: number, y: number) => `${x.toFixed(1)} ${y.toFixed(1)}`;

/** A line through the values; it has a gap where one is not known, and a dash where one stands alone. */
export function linePath(values: readonly (number | null)[], { x, y }: ChartScale): string {
  return runsOf(values)
    .map((run) => {
      const [first] = run;
      if (run.length === 1 && first)
        return `M${point(x(first.at) - LONE_LINE, y(first.value))}h${2 * LONE_LINE}`;
      return `M${run.map(({ at, value }) => point(x(at), y(value))).join('L')}`;
    })
    .join('');
}

/** The areas between the line and nothing, one under each stretch of it; under a value that stands alone is none. */
export function areaPath(values: readonly (number | null)[], { x, y }: ChartScale): string {
  return runsOf(values)
    .filter((run) => run.length > 1)
    .map((run) => {
      const line = run.map(({ at, value }) => point(x(at), y(value)));
      const floor = [run.at(-1), run[0]].map((end) => point(x(end?.at ?? 0), y(0)));
      return `M${[...line, ...floor].join('L')}Z`;
    })
    .join('');
}

/** The areas between the ends of the intervals. */
export function bandPath(bounds: readonly (Bounds | null)[], { x, y }: ChartScale): string {
  return runsOf(bounds)
    .map((run) => {
      const edge = run.length === 1 ? LONE_BAND : 0;
      const sides = run.flatMap(({ at, value }) =>
        edge ? [x(at) - edge, x(at) + edge].map((px) => ({ px, value })) : [{ px: x(at), value }],
      );
      const above = sides.map(({ px, value }) => point(px, y(value.high)));
      const below = sides.map(({ px, value }) => point(px, y(value.low)));
      return `M${[...above, ...below.reverse()].join('L')}Z`;
    })
    .join('');
}

/**
 * Up to where the axis has to reach: all lines, and of bands, where they are drawn, nine of ten, unless they would press
 * the lines flat. A day of few cases has a band many times as high as anything that was seen.
 */
export function peakOf(
  series: readonly Pick<Series, 'values' | 'previous' | 'bounds'>[],
  hasBands: boolean,
): number {
  const drawn = series.flatMap(({ values, previous = [] }) => [...values, ...previous]);
  const line = drawn.reduce<number>((most, value) => Math.max(most, value ?? 0), 0);
  if (!hasBands) return line;
  const highs = series
    .flatMap(({ bounds = [] }) => bounds.flatMap((each) => each?.high ?? []))
    .sort((a, b) => a - b);
  const high = highs[Math.ceil(highs.length * SHOWN) - 1] ?? 0;
  return Math.max(line, line > 0 ? Math.min(high, line * ROOM) : high);
}
