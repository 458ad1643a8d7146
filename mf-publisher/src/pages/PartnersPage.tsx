import { type ApiError, toApiError } from '@ezdash/store';
import { PageHeader, PageSkeleton, usePageTitle } from '@ezdash/ui';
import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { LoadFailed, StaleNotice } from '../components/LoadFailed';
import { usePublisherAdsTxtListQuery, usePublisherSellerQuery } from '../features/adsTxt/adsTxt.api';
import { LinePanel } from '../features/partners/LinePanel';
import { MergePanel } from '../features/partners/MergePanel';
import { SellerPanel } from '../features/partners/SellerPanel';
import { ToolsPanel } from '../features/partners/ToolsPanel';

/** Looks happen by themselves; what they found shows without a reload. */
const POLL = {
  pollingInterval: 30_000,
  skipPollingIfUnfocused: true,
  refetchOnMountOrArgChange: true,
} as const;

/** `/publisher/partners`: our line in ads.txt, the entry in sellers.json, and tools that work with the network. */
export function PartnersPage() {
  const { t } = useTranslation('publisher');
  const title = t('page.partners');
  usePageTitle(title);
  const list = usePublisherAdsTxtListQuery(undefined, POLL);
  const own = usePublisherSellerQuery();
  const retry = () => {
    void list.refetch();
    void own.refetch();
  };
  const failure: ApiError | null = toApiError(list.error) ?? toApiError(own.error);
  const isRetrying = list.isFetching || own.isFetching;
  const { seller_id: sellerId, network_domain: domain } = own.data ?? {};
  const seller = useMemo(() => ({ sellerId: sellerId ?? '', domain: domain ?? '' }), [sellerId, domain]);
  if (!list.data || !own.data)
    return failure ? (
      <LoadFailed
        title={title}
        failed={t('partners.failed')}
        error={failure}
        isRetrying={isRetrying}
        onRetry={retry}
      >
        {t('partners.failedText')}
      </LoadFailed>
    ) : (
      <PageSkeleton body="table" />
    );
  return (
    <>
      <PageHeader title={title} lead={t('partners.lead')} />
      {failure ? <StaleNotice onRetry={retry} isRetrying={isRetrying} /> : null}
      <div className="ez-stack">
        <LinePanel list={list.data} />
        <MergePanel seller={seller} />
        <SellerPanel seller={own.data} />
        <ToolsPanel />
      </div>
    </>
  );
}
