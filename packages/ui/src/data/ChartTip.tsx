import { useLayoutEffect, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import type { ChartScale } from './chartScale';
import type { LineChartProps } from './LineChartProps';
import { pointTexts, valueText } from './pointTexts';

interface ChartTipProps extends LineChartProps {
  scale: ChartScale;
  at: number;
}

/** From this share of the width on the tip stands on the other side of the cross-hair. */
const TURN = 0.55;
/** Between the cross-hair and the tip, in pixels. */
const GAP = 12;

/** Distance of a tip from the chart's left edge: beside the cross-hair, and never beyond the chart. */
export function tipLeft(x: number, chart: number, tip: number): number {
  const beside = x > chart * TURN ? x - GAP - tip : x + GAP;
  return Math.max(0, Math.min(beside, chart - tip));
}

/** The figures of the point under the cross-hair. */
export function ChartTip({ ticks, series, format, formatBounds, scale, at }: ChartTipProps) {
  const { t } = useTranslation('ui');
  const tip = useRef<HTMLDivElement>(null);
  const x = scale.x(at);
  // How wide it is depends on its words. The plot is left to right in every language, so is this.
  useLayoutEffect(() => {
    const node = tip.current;
    if (node) node.style.insetInlineStart = `${tipLeft(x, scale.width, node.offsetWidth)}px`;
  });
  return (
    <div ref={tip} className="ez-tip" aria-hidden="true">
      <b>{ticks[at]}</b>
      {series.map((one) => {
        const { value, interval } = pointTexts(one, at, { format, formatBounds });
        const before = one.previous?.[at];
        return (
          <div key={one.name} className="ez-tip-series">
            <div>
              <i style={{ background: `var(--ez-${one.color})` }} />
              <span>{one.name}</span>
              <span>
                {value}
                {interval ? <span className="ez-interval"> {interval}</span> : null}
              </span>
            </div>
            {before === undefined ? null : (
              <div className="ez-tip-previous">
                <i className="ez-dashed" />
                <span>{t('chart.previous')}</span>
                <span>{valueText(before, format)}</span>
              </div>
            )}
          </div>
        );
      })}
    </div>
  );
}
