import type { PublisherDashboard } from '@ezdash/contracts';
import { Panel, useFormat } from '@ezdash/ui';
import { LineChart } from '@ezdash/ui/charts';
import { useTranslation } from 'react-i18next';

/** What each day earned, over what the days before earned when they can be compared with. */
export function EarningsChart({ dashboard }: { dashboard: PublisherDashboard }) {
  const { t } = useTranslation('publisher');
  const format = useFormat();
  const { days, previous_days: before, comparable, from, to } = dashboard;
  const series = {
    name: t('figure.earnings'),
    color: 'd1',
    values: days.map((day) => day.earnings_micros),
    previous: comparable ? before.map((day) => day.earnings_micros) : undefined,
  };
  return (
    <Panel title={t('dashboard.byDay')} hint={t('dashboard.utc')}>
      <LineChart
        label={t('dashboard.byDayLabel', { from: format.date(from), to: format.date(to) })}
        ticks={days.map(({ day }) => format.date(day))}
        series={[series]}
        format={(micros) => format.money(micros)}
        axisFormat={(micros, step) => format.compactMoney(Math.round(micros), undefined, step)}
        area
      />
    </Panel>
  );
}
