import type { DeliveryFigures } from '@ezdash/contracts';
import { Stat, StatStrip, useFormat } from '@ezdash/ui';
import { useTranslation } from 'react-i18next';
import { ctr, ecpmMicros } from '../campaigns/deliveryRates';

/** One campaign's figures of the days asked for. */
export function CampaignFigures({ figures }: { figures: DeliveryFigures }) {
  const { t } = useTranslation('advertiser');
  const format = useFormat();
  const rate = ctr(figures);
  const price = ecpmMicros(figures);
  return (
    <StatStrip label={t('page.campaign')}>
      <Stat label={t('figure.spend')} micros={figures.spend_micros} />
      <Stat label={t('figure.impressions')} value={format.count(figures.impressions)} />
      <Stat label={t('figure.ctr')} value={rate === null ? t('figure.none') : format.percent(rate)} />
      <Stat label={t('figure.clicks')} value={format.count(figures.clicks)} />
      <Stat
        label={t('figure.ecpm')}
        {...(price === null ? { value: t('figure.none') } : { micros: price })}
      />
    </StatStrip>
  );
}
