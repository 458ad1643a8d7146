interface SparklineProps {
  values: readonly number[];
  /** The period before, dashed. */
  previous?: readonly number[];
  width?: number;
  height?: number;
  /** A data token: `d1` to `d8`. */
  color?: string;
}

const EDGE = 3;
const DOT_ROOM = 5;

/** A line without axes for tiles and rows. The figures beside it say the same, so it is hidden from assistive technology. */
export function Sparkline({ values, previous = [], width = 96, height = 28, color = 'd1' }: SparklineProps) {
  const end = values.at(-1);
  if (end === undefined || values.length < 2) return null;
  const all = [...values, ...previous];
  const low = Math.min(...all);
  const span = Math.max(...all) - low || 1;
  const y = (value: number) => height - EDGE - ((value - low) / span) * (height - 2 * EDGE);
  const path = (list: readonly number[]) =>
    list
      .map((value, i) => {
        const x = 1 + (i / Math.max(1, list.length - 1)) * (width - DOT_ROOM);
        return `${i === 0 ? 'M' : 'L'}${x.toFixed(1)} ${y(value).toFixed(1)}`;
      })
      .join('');
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
      <circle cx={width - DOT_ROOM + 1} cy={y(end)} r="2.4" fill={ink} />
    </svg>
  );
}
