export interface Series {
  name: string;
  /** A data token, `d1` to `d8`, in this order. */
  color: string;
  values: readonly number[];
  /** The period before, point by point; drawn dashed. */
  previous?: readonly number[];
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
