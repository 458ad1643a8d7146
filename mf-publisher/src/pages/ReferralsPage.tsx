import { useDateRange, useSession } from '@ezdash/store';
import { usePageTitle } from '@ezdash/ui';
import { ReferralsPage as Referrals } from '@ezdash/ui/referrals';
import { useTranslation } from 'react-i18next';
import { publisherReferrals } from '../features/referrals/referrals.api';

/** `/publisher/referrals` */
export function ReferralsPage() {
  const { t } = useTranslation('publisher');
  const title = t('page.referrals');
  usePageTitle(title);
  const { from, to } = useDateRange();
  const { user } = useSession();
  return (
    <Referrals
      title={title}
      api={publisherReferrals}
      referrer="publisher"
      range={{ from, to }}
      status={user?.status}
    />
  );
}
