import type { Campaign, DateRange } from '@ezdash/contracts';
import { dayCount } from '@ezdash/ui';
import { useTranslation } from 'react-i18next';
import { DeliveryStrip } from '../figures/DeliveryStrip';
import { usePreviousFigures } from './usePreviousFigures';

interface CampaignFiguresProps {
  campaign: Campaign;
  /** The days its figures are of. */
  range: DateRange;
}

/** One campaign's figures of the days asked for, against as many days before. */
export function CampaignFigures({ campaign, range }: CampaignFiguresProps) {
  const { t } = useTranslation('advertiser');
  return (
    <DeliveryStrip
      label={t('page.campaign')}
      totals={campaign.figures}
      previous={usePreviousFigures(campaign, range)}
      dayCount={dayCount(range)}
      pricing={campaign.pricing}
      conversions={campaign.pricing === 'CPA' ? 'paid' : null}
    />
  );
}
