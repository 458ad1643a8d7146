/** An interval of a value, in its unit. */
export interface Bounds {
  low: number;
  high: number;
}

export interface Series {
  name: string;
  /** A data token, `d1` to `d8`, in this order. */
  color: string;
  /** Null: not known there, the line has a gap. */
  values: readonly (number | null)[];
  /** The period before, point by point; drawn dashed. */
  previous?: readonly (number | null)[];
  /** The 95 % interval of each value; null where there is none. */
  bounds?: readonly (Bounds | null)[];
}

export interface ChartEvent {
  /** Index of the point. */
  at: number;
  text: string;
}

export interface LineChartProps {
  /** Says what is drawn: "Spend by day, 25 Oct to 21 Nov". */
  label: string;
  /** Names of the points, in order: "25 Oct". */
  ticks: readonly string[];
  /** At most four; sum the rest up as "Other" before. */
  series: readonly Series[];
  /** Values for people: in the tip, the table, and speech. */
  format: (value: number) => string;
  /** Draws intervals as bands behind their lines. */
  bands?: boolean;
  /** An interval for people: "0.95 to 1.52%". Without it none is told. */
  formatBounds?: (bounds: Bounds) => string;
  /** Shorter, for the axis; `format` when left out. `step` lies between two of its lines: digits enough to tell them apart. */
  axisFormat?: (value: number, step: number) => string;
  /** Least step of the axis: 1 for counts. */
  leastStep?: number;
  /** In pixels. */
  height?: number;
  /** Fills below the first line. */
  area?: boolean;
  events?: readonly ChartEvent[];
  /** Head of the table's first column; "Day" when left out. */
  tickLabel?: string;
}
