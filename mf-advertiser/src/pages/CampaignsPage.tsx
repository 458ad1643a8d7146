import { useDateRange, useSession } from '@ezdash/store';
import {
  AppLink,
  Button,
  EmptyState,
  Held,
  IconPlus,
  NoDateRange,
  Notice,
  PageHeader,
  PageSkeleton,
  Panel,
  usePageTitle,
} from '@ezdash/ui';
import { useTranslation } from 'react-i18next';
import { LoadError } from '../components/LoadError';
import { LIVE_QUERY } from '../components/liveQuery';
import { Notices } from '../components/Notices';
import { CampaignTable } from '../features/campaigns/CampaignTable';
import { countGroups } from '../features/campaigns/campaignGroups';
import { useAdvertiserCampaignsQuery } from '../features/campaigns/campaigns.api';
import { DraftNotice } from '../features/wizard/DraftNotice';

function CreateButton() {
  const { t } = useTranslation('advertiser');
  const { user } = useSession();
  return (
    <Held status={user?.status}>
      <Button
        component={AppLink}
        href="/advertiser/campaigns/new"
        leftSection={<IconPlus size={16} stroke={2} aria-hidden />}
      >
        {t('createCampaign')}
      </Button>
    </Held>
  );
}

/** `/advertiser/campaigns` */
export function CampaignsPage() {
  const { t } = useTranslation('advertiser');
  const { from, to } = useDateRange();
  const query = useAdvertiserCampaignsQuery({ from, to }, LIVE_QUERY);
  usePageTitle(t('page.campaigns'));
  // While other days load, the known ones stay; when they cannot be loaded, those of before would be a lie.
  const list = query.error ? query.currentData : query.data;

  if (!list && !query.error) return <PageSkeleton tiles={0} body="table" />;
  const counts = list ? countGroups(list.campaigns) : null;
  const isEmpty = list?.campaigns.length === 0;
  const lead =
    counts && !isEmpty ? t('campaigns.lead', { count: counts.all, running: counts.running }) : undefined;
  return (
    <>
      <PageHeader title={t('page.campaigns')} lead={lead} actions={isEmpty ? undefined : <CreateButton />} />
      <Notices>
        {list && query.error ? <Notice tone="warn">{t('campaigns.stale')}</Notice> : null}
        <DraftNotice />
      </Notices>
      {list && isEmpty ? (
        <Panel label={t('campaigns.empty.title')}>
          <NoDateRange />
          <EmptyState art="slots" title={t('campaigns.empty.title')} action={<CreateButton />}>
            {t('campaigns.empty.text')}
          </EmptyState>
        </Panel>
      ) : null}
      {list && !isEmpty ? <CampaignTable list={list} /> : null}
      {list ? null : (
        <LoadError
          title={t('campaigns.errorTitle')}
          kept={t('campaigns.errorKept')}
          error={query.error}
          retrying={query.isFetching}
          onRetry={query.refetch}
        />
      )}
    </>
  );
}
