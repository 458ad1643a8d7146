import { memo, useId } from 'react';
import { areaPath, bandPath, linePath } from './chartPaths';
import type { ChartScale } from './chartScale';
import type { LineChartProps, Series } from './LineChartProps';

interface ChartLinesProps extends LineChartProps {
  scale: ChartScale;
  /** The point under the cross-hair. */
  at: number | null;
}

const ink = (color: string) => `var(--ez-${color})`;

function Grid({ scale, format }: { scale: ChartScale; format: (value: number, step: number) => string }) {
  const step = scale.lines[1] ?? 1;
  return scale.lines.map((value) => (
    <g key={value}>
      <line
        x1={scale.left}
        x2={scale.right}
        y1={scale.y(value)}
        y2={scale.y(value)}
        className="ez-gridline"
        data-zero={value === 0 || undefined}
      />
      <text x={scale.right + 10} y={scale.y(value) + 4} className="ez-axis">
        {format(value, step)}
      </text>
    </g>
  ));
}

/** Names of points, leaving out what would crowd the last one. */
function Ticks({ scale, ticks }: { scale: ChartScale; ticks: readonly string[] }) {
  const named = ticks.flatMap((text, index) => (index % scale.tickEvery === 0 ? [{ text, index }] : []));
  return named.map(({ text, index }) => {
    const atEnd = index === scale.last && index > 0;
    return (
      <text
        key={index}
        x={scale.x(index)}
        y={scale.height - 6}
        className="ez-axis"
        textAnchor={index === 0 && scale.last > 0 ? 'start' : atEnd ? 'end' : 'middle'}
      >
        {text}
      </text>
    );
  });
}

function Area({ series, scale }: { series: Series; scale: ChartScale }) {
  const id = useId();
  return (
    <>
      <linearGradient id={id} x1="0" y1="0" x2="0" y2="1">
        <stop offset="0" stopColor={ink(series.color)} stopOpacity="0.16" />
        <stop offset="1" stopColor={ink(series.color)} stopOpacity="0" />
      </linearGradient>
      <path d={areaPath(series.values, scale)} fill={`url(#${id})`} />
    </>
  );
}

/** Intervals of the values. One that is higher than the axis is cut at the plot's edge. */
function Bands({ series, scale }: Pick<ChartLinesProps, 'series' | 'scale'>) {
  const id = useId();
  const { left, right, top, bottom } = scale;
  return (
    <>
      <clipPath id={id}>
        <rect x={left - 4} y={top} width={right - left + 8} height={bottom - top} />
      </clipPath>
      <g clipPath={`url(#${id})`} data-many={series.length > 1 || undefined}>
        {series.map(({ name, color, bounds }) =>
          bounds ? (
            <path key={name} d={bandPath(bounds, scale)} className="ez-band" style={{ color: ink(color) }} />
          ) : null,
        )}
      </g>
    </>
  );
}

function Line({ series, scale }: { series: Series; scale: ChartScale }) {
  const { color, values, previous } = series;
  return (
    <g fill="none" stroke={ink(color)} strokeLinejoin="round" strokeLinecap="round">
      {previous ? (
        <path d={linePath(previous, scale)} strokeWidth="1.5" strokeDasharray="2 4" opacity="0.75" />
      ) : null}
      <path d={linePath(values, scale)} strokeWidth="2" />
    </g>
  );
}

function Events({ events = [], scale }: Pick<ChartLinesProps, 'events' | 'scale'>) {
  return events.map(({ at, text }) => {
    const x = scale.x(at);
    const before = x > scale.width / 2;
    return (
      <g key={`${at} ${text}`}>
        <line x1={x} x2={x} y1={scale.top} y2={scale.bottom} className="ez-noteline" />
        <text
          x={before ? x - 6 : x + 6}
          y={scale.top + 10}
          textAnchor={before ? 'end' : 'start'}
          className="ez-axis"
        >
          {text}
        </text>
      </g>
    );
  });
}

function CrossHair({ scale, series, at }: Pick<ChartLinesProps, 'scale' | 'series'> & { at: number }) {
  const x = scale.x(at);
  return (
    <>
      <line x1={x} x2={x} y1={scale.top} y2={scale.bottom} className="ez-cross" />
      {series.map(({ name, color, values }) => {
        const value = values[at] ?? null;
        return value === null ? null : (
          <circle key={name} cx={x} cy={scale.y(value)} r="4" fill={ink(color)} className="ez-point" />
        );
      })}
    </>
  );
}

/** All that stays while the cross-hair moves. */
const Still = memo(function Still(props: Omit<ChartLinesProps, 'at'>) {
  const { ticks, series, format, axisFormat, area, events, bands, scale } = props;
  const [first] = series;
  return (
    <>
      <Grid scale={scale} format={axisFormat ?? format} />
      <Ticks scale={scale} ticks={ticks} />
      <Events events={events} scale={scale} />
      {area && first && first.values.length > 1 ? <Area series={first} scale={scale} /> : null}
      {bands ? <Bands series={series} scale={scale} /> : null}
      {series.map((one) => (
        <Line key={one.name} series={one} scale={scale} />
      ))}
    </>
  );
});

/** The drawing of a line chart; hidden from assistive technology, which has the slider and the table. */
export function ChartLines({ at, ...still }: ChartLinesProps) {
  const { scale, series } = still;
  if (scale.width === 0) return null;
  return (
    <svg width={scale.width} height={scale.height} aria-hidden="true">
      <Still {...still} />
      {at === null ? null : <CrossHair scale={scale} series={series} at={at} />}
    </svg>
  );
}
