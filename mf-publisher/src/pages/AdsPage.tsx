import type { PropertyList } from '@ezdash/contracts';
import { toApiError, useDateRange, useSession } from '@ezdash/store';
import {
  AppLink,
  Button,
  EmptyState,
  Held,
  NoDateRange,
  PageHeader,
  PageSkeleton,
  Panel,
  useFormat,
  usePageTitle,
} from '@ezdash/ui';
import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { useSearchParams } from 'react-router-dom';
import { LoadFailed, StaleNotice } from '../components/LoadFailed';
import { AdsList } from '../features/adReview/AdsList';
import type { AdScope } from '../features/adReview/adScope';
import { usePublisherPropertiesQuery } from '../features/properties/properties.api';

/** The property in the address (`?property=p_1000`), while it is one of the account's. */
function useChosenProperty({ properties }: PropertyList) {
  const [search, setSearch] = useSearchParams();
  const wanted = search.get('property');
  const chosen = properties.find(({ id }) => id === wanted) ?? null;
  const choose = (id: string | null) => setSearch(id === null ? {} : { property: id }, { replace: true });
  return { chosen, choose };
}

function Ads({ list }: { list: PropertyList }) {
  const { t } = useTranslation('publisher');
  const { from, to } = useDateRange();
  const { chosen, choose } = useChosenProperty(list);
  const { properties } = list;
  const scope = useMemo<AdScope>(() => {
    const inUse = properties.filter(({ state }) => state !== 'archived');
    const places = inUse.map(({ id, name }) => ({ id, name }));
    return chosen === null
      ? { of: 'all', places }
      : { of: 'one', places: places.filter(({ id }) => id === chosen.id) };
  }, [properties, chosen]);
  return (
    <AdsList
      title={chosen === null ? t('ads.panel') : t('ads.panelOf', { name: chosen.name })}
      label={t('ads.table')}
      scope={scope}
      range={{ from, to }}
      propertyId={chosen?.id}
      property={{ places: properties, chosen: chosen?.id ?? null, onChoose: choose }}
      nothing={
        <EmptyState art="slots" title={t('ads.none')} level={3}>
          {t('ads.noneText')}
        </EmptyState>
      }
    />
  );
}

/** `/publisher/ads`: what ran on all properties of the account, each ad blocked on one of them or on all. */
export function AdsPage() {
  const { t } = useTranslation('publisher');
  const title = t('page.ads');
  usePageTitle(title);
  const format = useFormat();
  const { from, to } = useDateRange();
  const { user } = useSession();
  const { data, error, isFetching, refetch } = usePublisherPropertiesQuery({ from, to });
  const failure = toApiError(error);
  const retry = () => void refetch();
  if (!data) {
    if (!failure) return <PageSkeleton tiles={0} body="table" />;
    return (
      <LoadFailed
        title={title}
        failed={t('adReview.loadFailed')}
        error={failure}
        isRetrying={isFetching}
        onRetry={retry}
      >
        {t('properties.failedText')}
      </LoadFailed>
    );
  }
  if (data.properties.length === 0)
    return (
      <>
        <PageHeader title={title} />
        <Panel label={t('properties.empty.title')}>
          <NoDateRange />
          <EmptyState
            art="slots"
            title={t('properties.empty.title')}
            action={
              <Held status={user?.status}>
                <Button component={AppLink} href="/publisher/properties/new">
                  {t('properties.create')}
                </Button>
              </Held>
            }
          >
            {t('ads.noneText')}
          </EmptyState>
        </Panel>
      </>
    );
  return (
    <>
      <PageHeader
        title={title}
        lead={
          <>
            <span>{t('ads.lead')}</span>
            <span>{t('property.range', { from: format.date(from), to: format.date(to) })}</span>
          </>
        }
      />
      {failure ? <StaleNotice onRetry={retry} isRetrying={isFetching} /> : null}
      <Ads list={data} />
    </>
  );
}
