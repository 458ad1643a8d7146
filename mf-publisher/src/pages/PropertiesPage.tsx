import { toApiError, useDateRange, useSession } from '@ezdash/store';
import {
  AppLink,
  Button,
  EmptyState,
  Held,
  IconPlus,
  NoDateRange,
  PageHeader,
  PageSkeleton,
  Panel,
  usePageTitle,
} from '@ezdash/ui';
import { useTranslation } from 'react-i18next';
import { LoadFailed, StaleNotice } from '../components/LoadFailed';
import { LIVE } from '../components/polling';
import { PropertiesTable } from '../features/properties/PropertiesTable';
import { usePublisherPropertiesQuery } from '../features/properties/properties.api';

/** The publisher's sites. */
export function PropertiesPage() {
  const { t } = useTranslation('publisher');
  const title = t('page.properties');
  usePageTitle(title);
  const { from, to } = useDateRange();
  const { user } = useSession();
  const { data, error, isFetching, refetch } = usePublisherPropertiesQuery({ from, to }, LIVE);
  const failure = toApiError(error);
  const retry = () => void refetch();
  if (!data) {
    if (!failure) return <PageSkeleton tiles={0} body="table" />;
    return (
      <LoadFailed
        title={title}
        failed={t('properties.failed')}
        error={failure}
        isRetrying={isFetching}
        onRetry={retry}
      >
        {t('properties.failedText')}
      </LoadFailed>
    );
  }
  const create = (
    <Held status={user?.status}>
      <Button
        component={AppLink}
        href="/publisher/properties/new"
        leftSection={<IconPlus size={16} stroke={2} aria-hidden />}
      >
        {t('properties.create')}
      </Button>
    </Held>
  );
  if (data.properties.length === 0)
    return (
      <>
        <PageHeader title={title} />
        <Panel label={t('properties.empty.title')}>
          <NoDateRange />
          <EmptyState art="slots" title={t('properties.empty.title')} action={create}>
            {t('properties.empty.text')}
          </EmptyState>
        </Panel>
      </>
    );
  return (
    <>
      <PageHeader
        title={title}
        lead={t('properties.lead', { count: data.properties.length })}
        actions={create}
      />
      {failure ? <StaleNotice onRetry={retry} isRetrying={isFetching} /> : null}
      <Panel flush label={t('properties.panel')}>
        <PropertiesTable list={data} />
      </Panel>
    </>
  );
}
