export interface ChartScale {
  width: number;
  height: number;
  /** The plot's edges in pixels. */
  left: number;
  right: number;
  top: number;
  bottom: number;
  /** Index of the last point. */
  last: number;
  x: (index: number) => number;
  y: (value: number) => number;
  /** Values of the grid lines, from zero up. */
  lines: readonly number[];
  /** Every so many points has its name on the axis. */
  tickEvery: number;
  /** Point nearest to a distance from the chart's left edge. */
  indexAt: (x: number) => number;
}

const PAD = { top: 10, bottom: 26, left: 4, right: 60 };
const GRID_PARTS = 4;
const TICK_ROOM = 92;
const STEPS = [1, 2, 2.5, 5, 10];

/** Round steps (1, 2, 2.5, 5 × 10ⁿ), so that the axis reads like a ruler. */
export function niceStep(peak: number, parts: number): number {
  if (peak <= 0) return 1;
  const raw = peak / parts;
  const power = 10 ** Math.floor(Math.log10(raw));
  return power * (STEPS.find((step) => step * power >= raw) ?? 10);
}

interface ScaleOptions {
  width: number;
  height: number;
  points: number;
  /** Largest value of all series. Values start at zero. */
  peak: number;
  /** Least step of the axis: 1 for counts, so that no line says "0.5 clicks". */
  leastStep?: number;
}

/** Where points stand in the chart. Time runs left to right in every language. */
export function chartScale({ width, height, points, peak, leastStep = 0 }: ScaleOptions): ChartScale {
  const step = Math.max(leastStep, niceStep(peak, GRID_PARTS));
  const count = Math.max(1, Math.ceil(peak / step - 1e-9));
  const most = count * step;
  const last = Math.max(0, points - 1);
  const inner = Math.max(0, width - PAD.left - PAD.right);
  const plot = height - PAD.top - PAD.bottom;
  return {
    width,
    height,
    left: PAD.left,
    right: PAD.left + inner,
    top: PAD.top,
    bottom: PAD.top + plot,
    last,
    x: (index) => PAD.left + (last === 0 ? inner / 2 : (index / last) * inner),
    y: (value) => PAD.top + plot - (value / most) * plot,
    lines: Array.from({ length: count + 1 }, (_, i) => i * step),
    tickEvery: Math.max(1, Math.ceil(points / Math.max(2, Math.floor(inner / TICK_ROOM)))),
    indexAt: (x) => Math.min(last, Math.max(0, Math.round(((x - PAD.left) / (inner || 1)) * last))),
  };
}
