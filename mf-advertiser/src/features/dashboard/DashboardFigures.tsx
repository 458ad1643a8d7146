import type { AdvertiserDashboard, DeliveryFigures } from '@ezdash/contracts';
import { Stat, StatStrip, useFormat } from '@ezdash/ui';
import { useTranslation } from 'react-i18next';
import { ctr, ecpmMicros } from '../campaigns/deliveryRates';

const NONE = '–';

/** Spend, impressions, CTR, clicks and eCPM of the period, each against as many days before. */
export function DashboardFigures({ data }: { data: AdvertiserDashboard }) {
  const { t } = useTranslation('advertiser');
  const format = useFormat();
  const { totals, previous, days, previous_days } = data;
  const versus = t('dashboard.versus', { count: days.length });
  /** A day without impressions has no rate; its point lies on the floor of the line. */
  const trend = (figure: (day: DeliveryFigures) => number | null) => ({
    trend: days.map((day) => figure(day) ?? 0),
    previous: previous_days.map((day) => figure(day) ?? 0),
    versus,
  });
  const rates = { now: ctr(totals), before: ctr(previous) };
  const prices = { now: ecpmMicros(totals), before: ecpmMicros(previous) };
  const both = ({ now, before }: typeof rates) => (now === null || before === null ? null : { now, before });
  const rateChange = both(rates);
  const priceChange = both(prices);
  return (
    <StatStrip label={t('page.dashboard')}>
      <Stat
        label={t('figure.spend')}
        micros={totals.spend_micros}
        change={{ now: totals.spend_micros, before: previous.spend_micros, good: 'neither' }}
        {...trend((day) => day.spend_micros)}
      />
      <Stat
        label={t('figure.impressions')}
        value={format.count(totals.impressions)}
        change={{ now: totals.impressions, before: previous.impressions }}
        {...trend((day) => day.impressions)}
      />
      <Stat
        label={t('figure.ctr')}
        value={rates.now === null ? NONE : format.percent(rates.now)}
        change={rateChange ? { ...rateChange, kind: 'points' } : undefined}
        {...trend(ctr)}
      />
      <Stat
        label={t('figure.clicks')}
        value={format.count(totals.clicks)}
        change={{ now: totals.clicks, before: previous.clicks }}
        {...trend((day) => day.clicks)}
      />
      <Stat
        label={t('figure.ecpm')}
        {...(prices.now === null ? { value: NONE } : { micros: prices.now })}
        change={priceChange ? { ...priceChange, good: 'down' } : undefined}
        {...trend(ecpmMicros)}
      />
    </StatStrip>
  );
}
