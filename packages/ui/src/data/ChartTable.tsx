import { useTranslation } from 'react-i18next';
import { scrollable } from '../parts/scrollable';
import type { LineChartProps } from './LineChartProps';

/** The chart's figures as a table, in the chart's own box. */
export function ChartTable({
  label,
  ticks,
  series,
  format,
  height,
  tickLabel,
}: LineChartProps & { height: number }) {
  const { t } = useTranslation('ui');
  const columns = series.flatMap(({ name, values, previous }) => [
    { name, values },
    ...(previous ? [{ name: t('chart.previousOf', { name }), values: previous }] : []),
  ]);
  return (
    <section className="ez-chart-table" style={{ blockSize: height }} {...scrollable} aria-label={label}>
      <table>
        <thead>
          <tr>
            <th scope="col">{tickLabel ?? t('chart.tick')}</th>
            {columns.map(({ name }) => (
              <th key={name} scope="col">
                {name}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {ticks.map((tick, i) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: the points of a period are known by their place
            <tr key={i}>
              <th scope="row">{tick}</th>
              {columns.map(({ name, values }) => (
                <td key={name}>{values[i] === undefined ? '–' : format(values[i])}</td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  );
}
