import type { DeliveryFigures, Pricing } from '@ezdash/contracts';
import { Stat, StatStrip, useFormat } from '@ezdash/ui';
import { useTranslation } from 'react-i18next';
import { costPerConversion, shownCtr as ctr, shownEcpmMicros } from '../campaigns/deliveryRates';

interface DeliveryStripProps {
  label: string;
  /** Of the whole period. */
  totals: DeliveryFigures;
  /** Of as many days before; null when they cannot be compared with: growth from nothing says nothing. */
  previous: DeliveryFigures | null;
  dayCount: number;
  /** What is paid for; null when that differs. A conversion's cost takes the place of the eCPM where it is the price. */
  pricing: Pricing | null;
  /** Some campaign pays for them: shown in the place of the CTR. Or they are only counted: in the place of the eCPM. */
  conversions: 'paid' | 'counted' | null;
  /** Day by day, oldest first, where they are known. */
  days?: readonly DeliveryFigures[];
  previousDays?: readonly DeliveryFigures[];
}

/** Spend, impressions, CTR (or conversions), clicks and eCPM (or conversions, or the cost of one) of a period, each with what it is compared with, or over which days it is. */
export function DeliveryStrip(props: DeliveryStripProps) {
  const { label, totals, previous, dayCount: count, pricing, days, previousDays } = props;
  const { t } = useTranslation('advertiser');
  const format = useFormat();
  const against = (figure: (figures: DeliveryFigures) => number | null) => {
    const now = figure(totals);
    const before = previous && figure(previous);
    // From nothing there is no percentage; the period is named instead.
    return now === null || !before ? undefined : { now, before };
  };
  const rest = (figure: (figures: DeliveryFigures) => number | null) => ({
    trend: days?.map(figure),
    previous: previous ? previousDays?.map(figure) : undefined,
    ...(against(figure)
      ? { versus: t('dashboard.versus', { count }) }
      : { note: t('dashboard.period', { count }) }),
  });
  const spend = (figures: DeliveryFigures) => figures.spend_micros;
  const impressions = (figures: DeliveryFigures) => figures.impressions;
  const clicks = (figures: DeliveryFigures) => figures.clicks;
  const countOf = (figures: DeliveryFigures) => figures.conversions;
  const priceOf = (figures: DeliveryFigures) =>
    pricing === 'CPA' ? costPerConversion(figures) : shownEcpmMicros(figures);
  const rate = ctr(totals);
  const price = priceOf(totals);
  const spendChange = against(spend);
  const rateChange = against(ctr);
  const priceChange = against(priceOf);
  const conversions = (
    <Stat
      label={t('figure.conversions')}
      value={format.count(totals.conversions)}
      change={against(countOf)}
      {...rest(countOf)}
    />
  );
  return (
    <StatStrip label={label}>
      <Stat
        label={t('figure.spend')}
        micros={totals.spend_micros}
        change={spendChange && { ...spendChange, good: 'neither' }}
        {...rest(spend)}
      />
      <Stat
        label={t('figure.impressions')}
        value={format.count(totals.impressions)}
        change={against(impressions)}
        {...rest(impressions)}
      />
      {props.conversions === 'paid' ? (
        conversions
      ) : (
        <Stat
          label={t('figure.ctr')}
          value={rate === null ? t('figure.none') : format.percent(rate)}
          change={rateChange && { ...rateChange, kind: 'points' }}
          {...rest(ctr)}
        />
      )}
      <Stat
        label={t('figure.clicks')}
        value={format.count(totals.clicks)}
        change={against(clicks)}
        {...rest(clicks)}
      />
      {props.conversions === 'counted' ? (
        conversions
      ) : (
        <Stat
          label={t(pricing === 'CPA' ? 'figure.perConversion' : 'figure.ecpm')}
          {...(price === null ? { value: t('figure.none') } : { micros: price })}
          change={priceChange && { ...priceChange, good: 'down' }}
          {...rest(priceOf)}
        />
      )}
    </StatStrip>
  );
}
