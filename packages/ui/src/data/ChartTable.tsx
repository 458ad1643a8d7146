import { useTranslation } from 'react-i18next';
import { scrollable } from '../parts/scrollable';
import type { LineChartProps, Series } from './LineChartProps';
import { pointTexts } from './pointTexts';

/** The chart's figures as a table, in the chart's own box. */
export function ChartTable({
  label,
  ticks,
  series,
  format,
  formatBounds,
  height,
  tickLabel,
}: LineChartProps & { height: number }) {
  const { t } = useTranslation('ui');
  const columns: Pick<Series, 'name' | 'values' | 'bounds'>[] = series.flatMap(
    ({ name, values, bounds, previous }) => [
      { name, values, bounds },
      ...(previous ? [{ name: t('chart.previousOf', { name }), values: previous }] : []),
    ],
  );
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
              {columns.map((column) => {
                const { value, interval } = pointTexts(column, i, { format, formatBounds });
                return (
                  <td key={column.name}>
                    {value}
                    {interval ? <span className="ez-interval"> {interval}</span> : null}
                  </td>
                );
              })}
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  );
}
