import { toApiError } from '@ezdash/store';
import { Button, EmptyState, ErrorState, Notice, PageHeader, Panel, usePageTitle } from '@ezdash/ui';
import { useTranslation } from 'react-i18next';
import { ReviewDesk } from '../features/review/ReviewDesk';
import { ReviewSkeleton } from '../features/review/ReviewSkeleton';
import { QUEUE_POLL_MS, useDebugReviewsQuery } from '../features/review/review.api';
import styles from '../features/review/review.module.css';
import { sentence } from '../features/review/sentence';
import { useDuration, useNow } from '../features/review/useDuration';

/** The operator's queue of campaigns that wait for a decision. */
export function ReviewPage() {
  const { t } = useTranslation('debug');
  const title = t('page.review');
  usePageTitle(title);
  const duration = useDuration();
  const nowMs = useNow();
  const { data, error, isFetching, refetch } = useDebugReviewsQuery(undefined, {
    pollingInterval: QUEUE_POLL_MS,
    skipPollingIfUnfocused: true,
    refetchOnMountOrArgChange: true,
  });
  const failure = toApiError(error);
  const retry = () => void refetch();
  if (!data) {
    if (!failure) return <ReviewSkeleton title={title} />;
    return (
      <>
        <PageHeader title={title} />
        <Panel>
          <ErrorState
            title={t('review.queueFailed')}
            onRetry={retry}
            retrying={isFetching}
            requestId={failure.requestId}
          >
            {sentence(failure.message)} {t('review.queueFailedText')}
          </ErrorState>
        </Panel>
      </>
    );
  }
  const { reviews, decided_today: decidedToday } = data;
  const oldest = reviews[0];
  const creatives = t('review.creativesWait', {
    count: reviews.reduce((sum, { campaign }) => sum + campaign.creatives.length, 0),
  });
  const waiting = oldest
    ? t('review.waiting', { count: reviews.length, creatives })
    : t('review.nobodyWaits');
  const lead = (
    <>
      <span>{waiting}</span>
      {oldest ? (
        <span>{t('review.oldest', { duration: duration(nowMs - Date.parse(oldest.submitted_at)) })}</span>
      ) : null}
      <span>{t('review.decided', { count: decidedToday })}</span>
    </>
  );
  return (
    <>
      <PageHeader title={title} lead={lead} />
      {failure ? (
        <div className={styles.notice}>
          <Notice
            tone="warn"
            title={t('review.stale')}
            action={
              <Button variant="default" onClick={retry} loading={isFetching}>
                {t('review.tryAgain')}
              </Button>
            }
          />
        </div>
      ) : null}
      {oldest ? (
        <ReviewDesk reviews={reviews} nowMs={nowMs} />
      ) : (
        <Panel>
          <EmptyState art="slots" title={t('review.empty.title')}>
            {t('review.empty.text')}
          </EmptyState>
        </Panel>
      )}
    </>
  );
}
