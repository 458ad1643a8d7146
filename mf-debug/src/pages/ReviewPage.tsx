import type { OperatorPropertyQueue, ReviewQueue } from '@ezdash/contracts';
import { sentence } from '@ezdash/contracts/constants';
import { toApiError } from '@ezdash/store';
import { Button, EmptyState, ErrorState, Notice, PageHeader, Panel, usePageTitle } from '@ezdash/ui';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { usePlace } from '../features/console/usePlace';
import { PropertyDesk } from '../features/review/PropertyDesk';
import { useDebugPropertiesQuery } from '../features/review/properties.api';
import { ReviewDesk } from '../features/review/ReviewDesk';
import { ReviewSkeleton } from '../features/review/ReviewSkeleton';
import { ReviewSwitch } from '../features/review/ReviewSwitch';
import { QUEUE_POLL_MS, useDebugReviewsQuery } from '../features/review/review.api';
import styles from '../features/review/review.module.css';
import { useDuration, useNow } from '../features/review/useDuration';

const LOOKED_AT = {
  pollingInterval: QUEUE_POLL_MS,
  skipPollingIfUnfocused: true,
  refetchOnMountOrArgChange: true,
} as const;

interface QueueState {
  error?: unknown;
  isFetching: boolean;
  refetch: () => unknown;
}

/** In place of a queue that could not be loaded. */
function QueueFailed({ error, isFetching, refetch }: QueueState) {
  const { t } = useTranslation('debug');
  const failure = toApiError(error);
  return (
    <Panel>
      <ErrorState
        title={t('review.queueFailed')}
        onRetry={() => void refetch()}
        retrying={isFetching}
        requestId={failure?.requestId}
      >
        {sentence(failure?.message ?? '')} {t('review.queueFailedText')}
      </ErrorState>
    </Panel>
  );
}

/** Above a queue that could not be refreshed. */
function Stale({ error, isFetching, refetch }: QueueState) {
  const { t } = useTranslation('debug');
  if (!error) return null;
  return (
    <div className={styles.notice}>
      <Notice
        tone="warn"
        title={t('review.stale')}
        action={
          <Button variant="default" onClick={() => void refetch()} loading={isFetching}>
            {t('review.tryAgain')}
          </Button>
        }
      />
    </div>
  );
}

/** How much waits, for how long, and what one has done already. */
function CampaignLead({ queue, nowMs }: { queue: ReviewQueue; nowMs: number }) {
  const { t } = useTranslation('debug');
  const duration = useDuration();
  const { reviews, decided_today: decidedToday } = queue;
  const oldest = reviews[0];
  const creatives = t('review.creativesWait', {
    count:
      queue.waiting_creatives ?? reviews.reduce((sum, { campaign }) => sum + campaign.creatives.length, 0),
  });
  return (
    <>
      <span>
        {oldest
          ? t('review.waiting', { count: queue.waiting ?? reviews.length, creatives })
          : t('review.nobodyWaits')}
      </span>
      {oldest ? (
        <span>{t('review.oldest', { duration: duration(nowMs - Date.parse(oldest.submitted_at)) })}</span>
      ) : null}
      <span>{t('review.decided', { count: decidedToday })}</span>
    </>
  );
}

function PropertyLead({ queue, nowMs }: { queue: OperatorPropertyQueue; nowMs: number }) {
  const { t } = useTranslation('debug');
  const duration = useDuration();
  const oldest = queue.properties[0];
  if (!oldest) return <span>{t('review.nobodyWaits')}</span>;
  return (
    <>
      <span>{t('review.property.waiting', { count: queue.properties.length })}</span>
      <span>{t('review.oldest', { duration: duration(nowMs - Date.parse(oldest.created_at)) })}</span>
    </>
  );
}

function Empty({ kind }: { kind: 'review.empty' | 'review.property.empty' }) {
  const { t } = useTranslation('debug');
  return (
    <Panel>
      <EmptyState art="slots" title={t(`${kind}.title`)}>
        {t(`${kind}.text`)}
      </EmptyState>
    </Panel>
  );
}

/** The operator's queue of campaigns and properties that wait for a decision. */
export function ReviewPage() {
  const { t } = useTranslation('debug');
  const title = t('page.review');
  usePageTitle(title);
  const nowMs = useNow();
  const { search, change } = usePlace();
  const shown = search.get('show') === 'properties' ? 'properties' : 'campaigns';
  const campaigns = useDebugReviewsQuery(undefined, LOOKED_AT);
  const properties = useDebugPropertiesQuery(undefined, LOOKED_AT);
  const state = shown === 'campaigns' ? campaigns : properties;
  const head = (lead: ReactNode) => (
    <PageHeader
      title={title}
      lead={lead}
      actions={
        <ReviewSwitch
          shown={shown}
          counts={{
            campaigns: campaigns.data?.waiting ?? campaigns.data?.reviews.length ?? null,
            properties: properties.data?.properties.length ?? null,
          }}
          onChange={(next) => change({ show: next === 'properties' ? next : null })}
        />
      }
    />
  );
  if (!state.data) {
    if (!state.error) return <ReviewSkeleton title={title} />;
    return (
      <>
        {head(null)}
        <QueueFailed {...state} />
      </>
    );
  }
  if (shown === 'properties' && properties.data)
    return (
      <>
        {head(<PropertyLead queue={properties.data} nowMs={nowMs} />)}
        <Stale {...properties} />
        {properties.data.properties.length > 0 ? (
          <PropertyDesk properties={properties.data.properties} nowMs={nowMs} />
        ) : (
          <Empty kind="review.property.empty" />
        )}
      </>
    );
  if (!campaigns.data) return null;
  return (
    <>
      {head(<CampaignLead queue={campaigns.data} nowMs={nowMs} />)}
      <Stale {...campaigns} />
      {campaigns.data.reviews.length > 0 ? (
        <ReviewDesk reviews={campaigns.data.reviews} nowMs={nowMs} />
      ) : (
        <Empty kind="review.empty" />
      )}
    </>
  );
}
