import type { PropertyDetail, Zone } from '@ezdash/contracts';
import { type ApiError, toApiError, useDateRange } from '@ezdash/store';
import {
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
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useParams, useSearchParams } from 'react-router-dom';
import { LoadFailed, StaleNotice } from '../components/LoadFailed';
import { LIVE } from '../components/polling';
import { sentence } from '../components/sentence';
import { languageName } from '../features/properties/languages';
import { PropertySettings } from '../features/properties/PropertySettings';
import { PropertyStrip } from '../features/properties/PropertyStrip';
import { type PropertyRequest, usePublisherPropertyQuery } from '../features/properties/properties.api';
import { usePropertyNeeds } from '../features/properties/usePropertyNeeds';
import { TagDrawer } from '../features/tag/TagDrawer';
import { type ZoneProblem, ZoneProblemContext } from '../features/zones/useZoneChange';
import { NewZoneDrawer, ZoneSettingsDrawer } from '../features/zones/ZoneForm';
import { ZonesTable } from '../features/zones/ZonesTable';
import styles from './pages.module.css';

/** Which drawer is open, of which zone. */
type Work = { what: 'tag' | 'edit'; zoneId: string } | { what: 'create' } | null;

/** The tag stands in the address (`?tag=z_1001`): call-outs lead to it, and it can be sent to who builds the page. */
function useWork(): [Work, (next: Work) => void] {
  const [search, setSearch] = useSearchParams();
  const [work, setWork] = useState<Work>(null);
  const tagged = search.get('tag');
  const change = (next: Work) => {
    const wanted = next?.what === 'tag' ? next.zoneId : null;
    setWork(wanted === null ? next : null);
    if (wanted === tagged) return;
    const changed = new URLSearchParams(search);
    if (wanted === null) changed.delete('tag');
    else changed.set('tag', wanted);
    setSearch(changed, { replace: true });
  };
  return [tagged === null ? work : { what: 'tag', zoneId: tagged }, change];
}

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

interface ZonesProps {
  detail: PropertyDetail;
  request: PropertyRequest;
  work: Work;
  onWork: (work: Work) => void;
}

function Zones({ detail, request, work, onWork }: ZonesProps) {
  const { t } = useTranslation('publisher');
  const { property, zones } = detail;
  const create = () => onWork({ what: 'create' });
  const onTag = ({ id }: Zone) => onWork({ what: 'tag', zoneId: id });
  const onEdit = ({ id }: Zone) => onWork({ what: 'edit', zoneId: id });
  const onClose = () => onWork(null);
  const zoneOf = (what: 'tag' | 'edit') =>
    (work?.what === what && zones.find(({ id }) => id === work.zoneId)) || null;
  const empty = (
    <EmptyState
      art="slots"
      title={t('property.empty.title')}
      action={
        property.state === 'archived' ? null : <Button onClick={create}>{t('property.empty.action')}</Button>
      }
    >
      {t('property.empty.text', { domain: property.domain })}
    </EmptyState>
  );
  return (
    <>
      <Panel flush={zones.length > 0} label={t('zones.panel')}>
        {zones.length === 0 ? (
          empty
        ) : (
          <ZonesTable
            zones={zones}
            name={property.name}
            dayCount={zones[0]?.daily_earnings_micros.length ?? 0}
            onTag={onTag}
            onEdit={onEdit}
          />
        )}
      </Panel>
      <NewZoneDrawer
        propertyId={property.id}
        opened={work?.what === 'create'}
        onClose={onClose}
        onCreated={onTag}
      />
      <ZoneSettingsDrawer zone={zoneOf('edit')} onClose={onClose} />
      <TagDrawer zone={zoneOf('tag')} request={request} onClose={onClose} />
    </>
  );
}

interface PropertyProps extends Pick<ZonesProps, 'detail' | 'request'> {
  isStale: boolean;
  isRetrying: boolean;
  onRetry: () => void;
}

function Property({ detail, request, isStale, isRetrying, onRetry }: PropertyProps) {
  const { t } = useTranslation(['publisher', 'ui']);
  const format = useFormat();
  const [settingsOpened, settings] = useDisclosure();
  const [work, setWork] = useWork();
  const [problem, setProblem] = useState<ZoneProblem | null>(null);
  const { property } = detail;
  const needs = usePropertyNeeds(detail, ({ id }) => setWork({ what: 'tag', zoneId: id }));
  usePageTitle(property.name);
  const actions = (
    <>
      <Button variant="default" onClick={settings.open}>
        {t('property.settings')}
      </Button>
      <Button
        leftSection={<IconPlus size={16} stroke={2} aria-hidden />}
        onClick={() => setWork({ what: 'create' })}
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
        <NeedsYou needs={needs} />
        <PropertyStrip detail={detail} request={request} />
        <Zones detail={detail} request={request} work={work} onWork={setWork} />
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
