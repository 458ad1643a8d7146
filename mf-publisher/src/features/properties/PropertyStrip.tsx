import type { PropertyDetail } from '@ezdash/contracts';
import { Stat, StatStrip, useFormat } from '@ezdash/ui';
import { useTranslation } from 'react-i18next';
import { ecpmMicros, fillRate, viewableRate } from '../figures/rates';
import { dailyEarnings } from '../zones/zoneState';

/** The property's figures of the days chosen. */
export function PropertyStrip({ property, zones }: PropertyDetail) {
  const { t } = useTranslation('publisher');
  const format = useFormat();
  const { figures } = property;
  const share = (value: number | null) => (value === null ? undefined : format.percent(value, 1));
  return (
    <StatStrip label={t('property.figures')}>
      <Stat label={t('figure.earned')} micros={figures.earnings_micros} trend={dailyEarnings(zones)} />
      <Stat label={t('figure.requests')} value={format.count(figures.requests)} />
      <Stat label={t('figure.fill')} value={share(fillRate(figures))} />
      <Stat label={t('figure.ecpm')} micros={ecpmMicros(figures) ?? undefined} />
      <Stat label={t('figure.viewable')} value={share(viewableRate(figures))} />
    </StatStrip>
  );
}
