import { type KeyboardEvent, useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { ChartLines } from './ChartLines';
import { ChartTip } from './ChartTip';
import { peakOf } from './chartPaths';
import { type ChartScale, chartScale } from './chartScale';
import type { LineChartProps } from './LineChartProps';
import { pointTexts } from './pointTexts';
import { useWidth } from './useWidth';

const KEY_STEPS: Readonly<Record<string, number>> = {
  ArrowLeft: -1,
  ArrowDown: -1,
  ArrowRight: 1,
  ArrowUp: 1,
  PageUp: 7,
  PageDown: -7,
};

/** Where a key moves the cross-hair; undefined when the key means nothing here. */
export function stepByKey(key: string, at: number, last: number): number | undefined {
  if (key === 'Home') return 0;
  if (key === 'End') return last;
  const step = KEY_STEPS[key];
  return step === undefined ? undefined : Math.min(last, Math.max(0, at + step));
}

function usePlot(props: LineChartProps & { height: number }) {
  const { series, ticks, height, leastStep, bands = false } = props;
  const [ref, width] = useWidth<HTMLDivElement>();
  const peak = useMemo(() => peakOf(series, bands), [series, bands]);
  const scale = useMemo<ChartScale>(
    () => chartScale({ width, height, points: ticks.length, peak, leastStep }),
    [peak, ticks.length, width, height, leastStep],
  );
  return { ref, scale };
}

/** The plot itself. To assistive technology it is a slider over the points, each spoken with its figures. */
export function ChartPlot(props: LineChartProps & { height: number }) {
  const { label, ticks, series, height } = props;
  const { t } = useTranslation('ui');
  const { ref, scale } = usePlot(props);
  const [chosen, setAt] = useState<number | null>(null);
  // Fewer points than before (another range): the cross-hair must not stand behind the end.
  const at = chosen === null ? null : Math.min(chosen, scale.last);
  const press = (event: KeyboardEvent) => {
    if (event.key === 'Escape' && at !== null) {
      setAt(null);
      return;
    }
    const next = stepByKey(event.key, at ?? scale.last, scale.last);
    if (next === undefined) return;
    setAt(at === null && event.key === 'ArrowLeft' ? scale.last : next);
    event.preventDefault();
  };
  const spokenAt = at ?? scale.last;
  const spoken = t('chart.point', {
    tick: ticks[spokenAt] ?? '',
    values: series
      .map((one) => {
        const { value, interval } = pointTexts(one, spokenAt, props);
        return [one.name, value, interval].filter(Boolean).join(' ');
      })
      .join(', '),
  });
  return (
    <div
      ref={ref}
      dir="ltr"
      className="ez-plot"
      style={{ blockSize: height }}
      tabIndex={0}
      role="slider"
      aria-label={label}
      aria-valuemin={0}
      aria-valuemax={scale.last}
      aria-valuenow={spokenAt}
      aria-valuetext={spoken}
      onPointerMove={(event) =>
        setAt(scale.indexAt(event.clientX - event.currentTarget.getBoundingClientRect().left))
      }
      onPointerLeave={() => setAt(null)}
      onBlur={() => setAt(null)}
      onKeyDown={press}
    >
      <ChartLines {...props} scale={scale} at={at} />
      {at === null ? null : <ChartTip {...props} scale={scale} at={at} />}
    </div>
  );
}
