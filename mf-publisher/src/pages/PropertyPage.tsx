import type { PropertyDetail } from '@ezdash/contracts';
import { sentence } from '@ezdash/contracts/constants';
import { type ApiError, toApiError, useDateRange } from '@ezdash/store';
import {
  AppLink,
  Button,
  EmptyState,
  IconPlus,
  NeedsYou,
  NoDateRange,
  Notice,
  PageHeader,
  PageSkeleton,
  Panel,
  Status,
  useDisclosure,
  useFormat,
  usePageTitle,
} from '@ezdash/ui';
import { type ReactNode, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useParams } from 'react-router-dom';
import { LoadFailed, StaleNotice } from '../components/LoadFailed';
import { LIVE } from '../components/polling';
import { AdsTab } from '../features/adReview/AdsTab';
import { AdsTxtTab } from '../features/adsTxt/AdsTxtTab';
import { useAdsTxtNeed } from '../features/adsTxt/useAdsTxtNeed';
import { BlocksTab } from '../features/blocks/BlocksTab';
import { languageName } from '../features/properties/languages';
import { PropertySettings } from '../features/properties/PropertySettings';
import { PropertyStrip } from '../features/properties/PropertyStrip';
import { type PropertyRequest, usePublisherPropertyQuery } from '../features/properties/properties.api';
import { usePropertyNeeds } from '../features/properties/usePropertyNeeds';
import { PropertyTabs } from '../features/propertyPage/PropertyTabs';
import type { PropertyTab } from '../features/propertyPage/propertyTabs';
import { usePropertyTab } from '../features/propertyPage/usePropertyTab';
import { useZoneWork } from '../features/propertyPage/useZoneWork';
import { ZonesTab } from '../features/propertyPage/ZonesTab';
import { reportLink } from '../features/reports/reportLink';
import { VerificationTab } from '../features/verification/VerificationTab';
import { type ZoneProblem, ZoneProblemContext } from '../features/zones/useZoneChange';
import styles from './pages.module.css';

function ZoneProblemNotice({ problem }: { problem: ZoneProblem }) {
  const { t } = useTranslation('publisher');
  const { name, error } = problem;
  return (
    <Notice tone="bad" title={t('zones.failed', { name })}>
      {sentence(error.message) || t('problem.noAnswer')}
      {error.requestId ? ` ${t('problem.request', { id: error.requestId })}` : ''}
    </Notice>
  );
}

interface PropertyProps {
  detail: PropertyDetail;
  request: PropertyRequest;
  isStale: boolean;
  isRetrying: boolean;
  onRetry: () => void;
}

function Property({ detail, request, isStale, isRetrying, onRetry }: PropertyProps) {
  const { t } = useTranslation(['publisher', 'ui']);
  const format = useFormat();
  const [settingsOpened, settings] = useDisclosure();
  const [work, setWork] = useZoneWork();
  const [problem, setProblem] = useState<ZoneProblem | null>(null);
  const { property } = detail;
  const needs = usePropertyNeeds(detail, ({ id }) => setWork({ what: 'tag', zoneId: id }));
  const [tab, go] = usePropertyTab();
  const adsTxtNeeds = useAdsTxtNeed(property, () => go('ads-txt'));
  const parts: Record<PropertyTab, ReactNode> = {
    zones: <ZonesTab detail={detail} request={request} work={work} onWork={setWork} />,
    verification: <VerificationTab property={property} />,
    'ads-txt': <AdsTxtTab property={property} />,
    ads: <AdsTab detail={detail} request={request} />,
    blocks: <BlocksTab detail={detail} request={request} />,
  };
  usePageTitle(property.name);
  const actions = (
    <>
      <Button variant="default" onClick={settings.open}>
        {t('property.settings')}
      </Button>
      <Button
        leftSection={<IconPlus size={16} stroke={2} aria-hidden />}
        onClick={() => {
          // The form lies with the zones.
          if (tab !== 'zones') go('zones');
          setWork({ what: 'create' });
        }}
      >
        {t('property.createZone')}
      </Button>
    </>
  );
  return (
    <ZoneProblemContext value={setProblem}>
      <PageHeader
        title={<bdi>{property.name}</bdi>}
        status={<Status state={property.state} />}
        back={{ href: '/publisher/properties', label: t('property.back') }}
        lead={
          <>
            <bdi>{property.domain}</bdi>
            <span>{t(`ui:category.${property.category}`)}</span>
            <span>{languageName(property.language, format.locale)}</span>
            <span>
              {t('property.range', { from: format.date(request.from), to: format.date(request.to) })}
            </span>
            <AppLink
              className="ez-link"
              href={reportLink({ group: 'zone', property: property.id, from: request.from, to: request.to })}
            >
              {t('reportsLink')}
            </AppLink>
          </>
        }
        actions={property.state === 'archived' ? null : actions}
      />
      {isStale ? <StaleNotice onRetry={onRetry} isRetrying={isRetrying} /> : null}
      {problem ? (
        <div className={styles.notice}>
          <ZoneProblemNotice problem={problem} />
        </div>
      ) : null}
      <div className="ez-stack">
        <NeedsYou needs={[...needs, ...adsTxtNeeds]} />
        <PropertyStrip detail={detail} request={request} />
        <PropertyTabs now={tab} onChoose={go}>
          {parts[tab]}
        </PropertyTabs>
      </div>
      <PropertySettings property={property} opened={settingsOpened} onClose={settings.close} />
    </ZoneProblemContext>
  );
}

interface FailedProps {
  error: ApiError;
  isRetrying: boolean;
  onRetry: () => void;
}

function PropertyFailed({ error, isRetrying, onRetry }: FailedProps) {
  const { t } = useTranslation('publisher');
  const title = t('page.property');
  const back = { href: '/publisher/properties', label: t('property.back') };
  usePageTitle(title);
  if (error.status === 404)
    return (
      <>
        <PageHeader title={title} back={back} />
        <Panel label={t('property.missing')}>
          <NoDateRange />
          <EmptyState title={t('property.missing')}>{t('property.missingText')}</EmptyState>
        </Panel>
      </>
    );
  const failed = t('property.failed');
  return (
    <LoadFailed
      title={title}
      back={back}
      failed={failed}
      error={error}
      isRetrying={isRetrying}
      onRetry={onRetry}
    >
      {t('property.failedText')}
    </LoadFailed>
  );
}

/** One property: its figures, its zones, their tags. */
export function PropertyPage() {
  const { id = '' } = useParams();
  const { from, to } = useDateRange();
  const request = { id, from, to };
  const { data, error, isFetching, refetch } = usePublisherPropertyQuery(request, LIVE);
  const failure = toApiError(error);
  const retry = () => void refetch();
  // The answer for another property stays in `data` until this one's arrives.
  const detail = data?.property.id === id ? data : undefined;
  if (detail)
    return (
      <Property
        key={id}
        detail={detail}
        request={request}
        isStale={failure !== null}
        isRetrying={isFetching}
        onRetry={retry}
      />
    );
  if (failure) return <PropertyFailed error={failure} isRetrying={isFetching} onRetry={retry} />;
  return <PageSkeleton tiles={5} body="table" />;
}
