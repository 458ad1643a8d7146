import type { OperatorOverview } from '@ezdash/contracts';
import { toApiError, useLivePolling, useSession } from '@ezdash/store';
import {
  BlockSkeleton,
  CallOut,
  EmptyState,
  IconCircleCheck,
  Notice,
  PageHeader,
  Panel,
  useFormat,
  usePageTitle,
} from '@ezdash/ui';
import { useTranslation } from 'react-i18next';
import { CONSOLE_POLL_MS, useDebugConsoleOverviewQuery } from '../features/console/console.api';
import styles from '../features/console/console.module.css';
import { needsOf } from '../features/console/needs';
import { RecentCalls } from '../features/console/RecentCalls';
import { QueryFailed } from '../features/money/QueryFailed';
import { useDuration, useNow } from '../features/review/useDuration';

const ART = 44;

/** What needs staff now, each with its way there. */
function Needs({ overview }: { overview: OperatorOverview }) {
  const { t } = useTranslation('debug');
  const format = useFormat();
  const duration = useDuration();
  const needs = needsOf(overview, useNow());
  if (needs.length === 0)
    return (
      <Panel label={t('console.needs')}>
        <EmptyState
          art={<IconCircleCheck size={ART} stroke={1.4} color="var(--ez-ok-mark)" aria-hidden />}
          title={t('console.nothingWaits')}
        >
          {t('console.nothingWaitsText')}
        </EmptyState>
      </Panel>
    );
  return (
    <Panel title={t('console.needs')} hint={format.count(needs.length)} flush>
      <ul>
        {needs.map(({ what, tone, count, ageMs, href }) => (
          <CallOut
            key={what}
            tone={tone}
            subject={t(`console.need.${what}.what`, { count, figure: format.count(count) })}
            action={{ label: t(`console.need.${what}.act`), href }}
          >
            {t(`console.need.${what}.why`, { count })}
            {ageMs === null ? '.' : `, ${t('console.oldest', { count, duration: duration(ageMs) })}`}
          </CallOut>
        ))}
      </ul>
    </Panel>
  );
}

/** The operator's start: what waits, worst first, and what one has done today. */
export function OverviewPage() {
  const { t } = useTranslation('debug');
  const title = t('page.overview');
  usePageTitle(title);
  const { user } = useSession();
  const polling = useLivePolling(CONSOLE_POLL_MS);
  const { data, error, isFetching, refetch } = useDebugConsoleOverviewQuery(undefined, {
    ...polling,
    refetchOnMountOrArgChange: true,
    refetchOnFocus: true,
    refetchOnReconnect: true,
  });
  const retry = () => void refetch();
  return (
    <>
      <PageHeader title={title} lead={<span>{t('console.lead')}</span>} />
      {data && toApiError(error) ? (
        <div className={styles.notice}>
          <Notice tone="warn" title={t('console.stale')} />
        </div>
      ) : null}
      {data ? (
        <div className={styles.stack}>
          <Needs overview={data} />
          <RecentCalls recent={data.recent} email={user?.email ?? ''} />
        </div>
      ) : error ? (
        <Panel>
          <QueryFailed
            title={t('console.overviewFailed')}
            error={error}
            text={t('console.othersWork')}
            onRetry={retry}
            retrying={isFetching}
          />
        </Panel>
      ) : (
        <BlockSkeleton />
      )}
    </>
  );
}
