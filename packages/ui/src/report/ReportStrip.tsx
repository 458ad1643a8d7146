import type { MetricsReport } from '@ezdash/contracts';
import { Stat, StatStrip, useFormat } from '@ezdash/ui';
import { useReportSide, useReportText } from './ReportSide';
import { figureText, goodOf, isRate, toldFigure } from './reportFigures';

/** The totals of the report, each beside the period it is compared with. */
export function ReportStrip({ data }: { data: MetricsReport }) {
  const { t } = useReportText();
  const side = useReportSide();
  const format = useFormat();
  const { compared, totals } = data;
  const versus = compared
    ? t('metricsReport.versus', { days: format.dateRange(compared.from, compared.to) })
    : undefined;
  return (
    <StatStrip label={t('metricsReport.totals')}>
      {side.tiles.map((name) => {
        const now = toldFigure(totals, name);
        const before = compared && toldFigure(compared.totals, name);
        const isComparable = now !== null && typeof before === 'number' && (isRate(name) || before !== 0);
        return (
          <Stat
            key={name}
            label={t(`metricsReport.figure.${name}`)}
            {...(name.endsWith('_micros') && now !== null
              ? { micros: now }
              : { value: figureText(format, name, now) })}
            change={
              isComparable
                ? { now, before, good: goodOf(name, side), ...(isRate(name) && { kind: 'points' as const }) }
                : undefined
            }
            versus={name === 'invalid_rate' ? t('metricsReport.note.period.invalid_rate') : versus}
            note={
              isComparable ? undefined : t(`metricsReport.note.${now === null ? 'none' : 'period'}.${name}`)
            }
          />
        );
      })}
    </StatStrip>
  );
}
