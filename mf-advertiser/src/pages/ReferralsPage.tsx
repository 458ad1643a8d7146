import { useDateRange, useSession } from '@ezdash/store';
import { usePageTitle } from '@ezdash/ui';
import { ReferralsPage as Referrals } from '@ezdash/ui/referrals';
import { useTranslation } from 'react-i18next';
import { advertiserReferrals } from '../features/referrals/referrals.api';

/** `/advertiser/referrals` */
export function ReferralsPage() {
  const { t } = useTranslation('advertiser');
  const title = t('page.referrals');
  usePageTitle(title);
  const { from, to } = useDateRange();
  const { user } = useSession();
  return (
    <Referrals
      title={title}
      api={advertiserReferrals}
      referrer="advertiser"
      range={{ from, to }}
      status={user?.status}
    />
  );
}
