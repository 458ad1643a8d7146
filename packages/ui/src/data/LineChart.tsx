import { SegmentedControl } from '@mantine/core';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { ChartPlot } from './ChartPlot';
import { ChartTable } from './ChartTable';
import type { LineChartProps } from './LineChartProps';

const HEIGHT = 248;

function Legend({ series, bands }: Pick<LineChartProps, 'series' | 'bands'>) {
  const { t } = useTranslation('ui');
  const banded = bands && series.find(({ bounds }) => bounds?.some(Boolean));
  return (
    <ul className="ez-legend">
      {series.map(({ name, color }) => (
        <li key={name}>
          <i style={{ background: `var(--ez-${color})` }} /> {name}
        </li>
      ))}
      {series.some(({ previous }) => previous) ? (
        <li>
          <i className="ez-dashed" /> {t('chart.previous')}
        </li>
      ) : null}
      {banded ? (
        <li>
          <i className="ez-band" style={{ color: `var(--ez-${banded.color})` }} /> {t('chart.band')}
        </li>
      ) : null}
    </ul>
  );
}

/**
 * Lines over time in plain SVG: tokens for colour, the previous period dashed, a cross-hair that follows the pointer
 * or the arrow keys, and the same figures as a table behind a switch.
 */
export function LineChart(props: LineChartProps) {
  const { t } = useTranslation('ui');
  const [view, setView] = useState('chart');
  const height = props.height ?? HEIGHT;
  return (
    <div className="ez-chart">
      <div className="ez-chart-head">
        <Legend series={props.series} bands={props.bands} />
        <SegmentedControl
          aria-label={t('chart.view')}
          value={view}
          onChange={setView}
          data={[
            { value: 'chart', label: t('chart.asChart') },
            { value: 'table', label: t('chart.asTable') },
          ]}
        />
      </div>
      {view === 'table' ? (
        <ChartTable {...props} height={height} />
      ) : (
        <ChartPlot {...props} height={height} />
      )}
    </div>
  );
}
