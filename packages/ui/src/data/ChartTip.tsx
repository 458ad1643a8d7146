import { useTranslation } from 'react-i18next';
import type { ChartScale } from './chartScale';
import type { LineChartProps } from './LineChartProps';

interface ChartTipProps extends LineChartProps {
  scale: ChartScale;
  at: number;
}

/** From this share of the width on the tip stands on the other side of the cross-hair. */
const TURN = 0.55;

/** The figures of the point under the cross-hair. */
export function ChartTip({ ticks, series, format, scale, at }: ChartTipProps) {
  const { t } = useTranslation('ui');
  const x = scale.x(at);
  const turned = x > scale.width * TURN;
  return (
    // The plot is left to right in every language, so its tip is placed by the left edge.
    <div
      className="ez-tip"
      aria-hidden="true"
      style={{ insetInlineStart: x, translate: turned ? 'calc(-100% - 12px) 0' : '12px 0' }}
    >
      <b>{ticks[at]}</b>
      {series.map(({ name, color, values, previous }) => (
        <div key={name} className="ez-tip-series">
          <div>
            <i style={{ background: `var(--ez-${color})` }} />
            <span>{name}</span>
            <span>{format(values[at] ?? 0)}</span>
          </div>
          {previous?.[at] === undefined ? null : (
            <div className="ez-tip-previous">
              <i className="ez-dashed" />
              <span>{t('chart.previous')}</span>
              <span>{format(previous[at])}</span>
            </div>
          )}
        </div>
      ))}
    </div>
  );
}
