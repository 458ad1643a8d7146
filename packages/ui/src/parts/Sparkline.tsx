interface SparklineProps {
  /** Oldest first. Null where there is no figure (a rate of a day without a base): the line breaks there. */
  values: readonly (number | null)[];
  /** The period before, dashed. */
  previous?: readonly (number | null)[];
  width?: number;
  height?: number;
  /** A data token: `d1` to `d8`. */
  color?: string;
}

const EDGE = 3;
const DOT_ROOM = 5;

/**
 * Moves and lines of an SVG path. After a gap the line starts anew; a point between two gaps has no line to lie on and
 * becomes a dot by the round cap of a line that goes nowhere.
 */
function linePath(
  list: readonly (number | null)[],
  x: (index: number) => number,
  y: (value: number) => number,
): string {
  return list
    .map((value, index) => {
      if (value === null) return '';
      const starts = (list[index - 1] ?? null) === null;
      const isAlone = starts && (list[index + 1] ?? null) === null;
      return `${starts ? 'M' : 'L'}${x(index).toFixed(1)} ${y(value).toFixed(1)}${isAlone ? 'h0' : ''}`;
    })
    .join('');
}

/** A line without axes for tiles and rows. The figures beside it say the same, so it is hidden from assistive technology. */
export function Sparkline({ values, previous = [], width = 96, height = 28, color = 'd1' }: SparklineProps) {
  const last = values.findLastIndex((value) => value !== null);
  const end = values[last] ?? null;
  if (end === null || values.length < 2) return null;
  const all = [...values, ...previous].filter((value) => value !== null);
  const low = Math.min(...all);
  const span = Math.max(...all) - low || 1;
  const y = (value: number) => height - EDGE - ((value - low) / span) * (height - 2 * EDGE);
  const along = (list: readonly unknown[]) => (index: number) =>
    1 + (index / Math.max(1, list.length - 1)) * (width - DOT_ROOM);
  const path = (list: readonly (number | null)[]) => linePath(list, along(list), y);
  const ink = `var(--ez-${color})`;
  return (
    <svg
      className="ez-spark"
      viewBox={`0 0 ${width} ${height}`}
      width={width}
      height={height}
      aria-hidden="true"
    >
      {previous.length > 1 ? <path className="ez-spark-before" d={path(previous)} /> : null}
      <path
        d={path(values)}
        fill="none"
        stroke={ink}
        strokeWidth="1.6"
        strokeLinejoin="round"
        strokeLinecap="round"
      />
      <circle cx={along(values)(last)} cy={y(end)} r="2.4" fill={ink} />
    </svg>
  );
}
