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
  // Two points may have one name (an hour that comes twice): their place tells them apart.
  const points = ticks.map((tick, i) => ({ key: `${i} ${tick}`, tick, i }));
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
          {points.map(({ key, tick, i }) => (
            <tr key={key}>
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
