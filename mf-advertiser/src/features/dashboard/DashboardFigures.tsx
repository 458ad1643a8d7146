import type { AdvertiserDashboard } from '@ezdash/contracts';
import { useTranslation } from 'react-i18next';
import { DeliveryStrip } from '../figures/DeliveryStrip';

/** The account's figures, with conversions where there are any, each against as many days before unless the account is younger than those. */
export function DashboardFigures({ data }: { data: AdvertiserDashboard }) {
  const { t } = useTranslation('advertiser');
  const counts = data.totals.conversions + data.previous.conversions > 0;
  const [pricing = null, ...others] = new Set(data.pacing.map((campaign) => campaign.pricing));
  return (
    <DeliveryStrip
      label={t('page.dashboard')}
      totals={data.totals}
      previous={data.comparable ? data.previous : null}
      pricing={others.length === 0 ? pricing : null}
      conversions={pricing === 'CPA' || others.includes('CPA') ? 'paid' : counts ? 'counted' : null}
      dayCount={data.days.length}
      days={data.days}
      previousDays={data.previous_days}
    />
  );
}
