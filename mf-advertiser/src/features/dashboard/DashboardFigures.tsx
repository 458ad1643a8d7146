import type { AdvertiserDashboard, DeliveryFigures } from '@ezdash/contracts';
import { Stat, StatStrip, useFormat } from '@ezdash/ui';
import { useTranslation } from 'react-i18next';
import { ctr, ecpmMicros } from '../campaigns/deliveryRates';

const NONE = '–';

/**
 * Spend, impressions, CTR, clicks and eCPM of the period, each against as many days before, unless the account is
 * younger than those: growth from nothing says nothing.
 */
export function DashboardFigures({ data }: { data: AdvertiserDashboard }) {
  const { t } = useTranslation('advertiser');
  const format = useFormat();
  const { totals, previous, days, previous_days, comparable } = data;
  const count = days.length;
  /** A day without impressions has no rate; its point lies on the floor of the line. */
  const trend = (figure: (day: DeliveryFigures) => number | null) => ({
    trend: days.map((day) => figure(day) ?? 0),
    ...(comparable
      ? { previous: previous_days.map((day) => figure(day) ?? 0), versus: t('dashboard.versus', { count }) }
      : { note: t('dashboard.period', { count }) }),
  });
  const against = (now: number | null, before: number | null) =>
    comparable && now !== null && before !== null ? { now, before } : undefined;
  const rate = ctr(totals);
  const price = ecpmMicros(totals);
  const spendChange = against(totals.spend_micros, previous.spend_micros);
  const rateChange = against(rate, ctr(previous));
  const priceChange = against(price, ecpmMicros(previous));
  return (
    <StatStrip label={t('page.dashboard')}>
      <Stat
        label={t('figure.spend')}
        micros={totals.spend_micros}
        change={spendChange ? { ...spendChange, good: 'neither' } : undefined}
        {...trend((day) => day.spend_micros)}
      />
      <Stat
        label={t('figure.impressions')}
        value={format.count(totals.impressions)}
        change={against(totals.impressions, previous.impressions)}
        {...trend((day) => day.impressions)}
      />
      <Stat
        label={t('figure.ctr')}
        value={rate === null ? NONE : format.percent(rate)}
        change={rateChange ? { ...rateChange, kind: 'points' } : undefined}
        {...trend(ctr)}
      />
      <Stat
        label={t('figure.clicks')}
        value={format.count(totals.clicks)}
        change={against(totals.clicks, previous.clicks)}
        {...trend((day) => day.clicks)}
      />
      <Stat
        label={t('figure.ecpm')}
        {...(price === null ? { value: NONE } : { micros: price })}
        change={priceChange ? { ...priceChange, good: 'down' } : undefined}
        {...trend(ecpmMicros)}
      />
    </StatStrip>
  );
}
