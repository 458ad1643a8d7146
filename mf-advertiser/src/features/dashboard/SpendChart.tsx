import type { AdvertiserDashboard } from '@ezdash/contracts';
import { Panel } from '@ezdash/ui';
import { LineChart } from '@ezdash/ui/charts';
import { useTranslation } from 'react-i18next';
import { useUtcFormat } from '../form/useUtcFormat';

const HEIGHT = 236;

/** Spend of each day of the period, the period before dashed when it can be compared with. */
export function SpendChart({ data }: { data: AdvertiserDashboard }) {
  const { t } = useTranslation('advertiser');
  const utc = useUtcFormat();
  const previous = data.previous_days.map((day) => day.spend_micros);
  return (
    <Panel title={t('dashboard.spendByDay')} hint={t('dashboard.utc')}>
      <LineChart
        label={t('dashboard.chartLabel', { from: utc.date(data.from), to: utc.date(data.to) })}
        ticks={data.days.map(({ day }) => utc.date(day))}
        area
        height={HEIGHT}
        format={(micros) => utc.money(Math.round(micros))}
        axisFormat={(micros, step) => utc.compactMoney(Math.round(micros), undefined, step)}
        series={[
          {
            name: t('figure.spend'),
            color: 'd1',
            values: data.days.map((day) => day.spend_micros),
            previous: data.comparable && previous.length === data.days.length ? previous : undefined,
          },
        ]}
      />
    </Panel>
  );
}
