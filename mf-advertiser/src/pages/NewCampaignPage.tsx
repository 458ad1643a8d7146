import { useSession } from '@ezdash/store';
import { PageSkeleton, usePageTitle } from '@ezdash/ui';
import { useTranslation } from 'react-i18next';
import { CampaignWizard } from '../features/wizard/CampaignWizard';

/** `/advertiser/campaigns/new` */
export function NewCampaignPage() {
  const { t } = useTranslation('advertiser');
  const { user } = useSession();
  usePageTitle(t('page.campaignNew'));
  // The draft belongs to the person: another sign-in starts with another one.
  return user ? <CampaignWizard key={user.id} userId={user.id} /> : <PageSkeleton tiles={0} body="form" />;
}
