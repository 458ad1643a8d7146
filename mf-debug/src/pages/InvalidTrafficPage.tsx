import type { Reversal } from '@ezdash/contracts';
import { useLivePolling } from '@ezdash/store';
import {
  Button,
  EmptyState,
  NoDateRange,
  Notice,
  PageHeader,
  Panel,
  TableSkeleton,
  usePageTitle,
} from '@ezdash/ui';
import { useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { focusHeading } from '../features/console/focusHeading';
import { HoldCasesPanel } from '../features/holds/HoldCasesPanel';
import { MONEY_POLL_MS } from '../features/money/money.api';
import styles from '../features/money/money.module.css';
import { OlderButton } from '../features/money/OlderButton';
import { QueryFailed } from '../features/money/QueryFailed';
import { ReversalTable } from '../features/traffic/ReversalTable';
import { TakeBackDrawer } from '../features/traffic/TakeBackDrawer';
import { PROGRESS_POLL_MS, useDebugReversalsInfiniteQuery } from '../features/traffic/traffic.api';

/** A row that began meanwhile moves the others on: none is shown twice. */
const unique = (rows: readonly Reversal[]) => [...new Map(rows.map((row) => [row.id, row])).values()];

/** Invalid traffic that was taken back, and the way to take back more. */
export function InvalidTrafficPage() {
  const { t } = useTranslation('debug');
  const title = t('page.invalidTraffic');
  usePageTitle(title);
  const live = useLivePolling(MONEY_POLL_MS);
  const [isRunning, setRunning] = useState(false);
  const [isTaking, setTaking] = useState(false);
  const [begun, setBegun] = useState<number | null>(null);
  const query = useDebugReversalsInfiniteQuery(undefined, {
    ...live,
    ...(isRunning && { pollingInterval: PROGRESS_POLL_MS }),
    refetchOnMountOrArgChange: true,
    refetchOnReconnect: true,
  });
  const rows = useMemo(() => unique(query.data?.pages.flatMap((page) => page.reversals) ?? []), [query.data]);
  const runs = rows.some(({ finished_at: at }) => at === null);
  if (runs !== isRunning) setRunning(runs);
  const latest = rows.find(({ id }) => id === begun);
  const isDone = latest !== undefined && latest.finished_at !== null;
  const takeButton = <Button onClick={() => setTaking(true)}>{t('traffic.take')}</Button>;
  return (
    <>
      <PageHeader
        title={title}
        lead={<span>{t('traffic.lead')}</span>}
        // An empty history has it in its middle.
        actions={rows.length > 0 ? takeButton : null}
      />
      <NoDateRange />
      <div role="status" className={begun === null ? undefined : styles.notices}>
        {begun === null ? null : (
          <Notice tone={isDone ? 'ok' : 'info'} title={t(isDone ? 'traffic.isDone' : 'traffic.hasBegun')}>
            {t(isDone ? 'traffic.isDoneText' : 'traffic.hasBegunText')}
          </Notice>
        )}
      </div>
      <div className={styles.stack}>
        <HoldCasesPanel />
        <Panel title={t('traffic.history')} flush>
          {query.data ? (
            <ReversalTable
              reversals={rows}
              empty={
                <EmptyState title={t('traffic.empty')} action={takeButton}>
                  {t('traffic.emptyText')}
                </EmptyState>
              }
            />
          ) : query.error ? (
            <QueryFailed
              title={t('traffic.failed')}
              error={query.error}
              onRetry={() => void query.refetch()}
              retrying={query.isFetching}
            />
          ) : (
            <TableSkeleton rows={6} columns={6} />
          )}
          {query.hasNextPage ? (
            <OlderButton busy={query.isFetchingNextPage} onPress={() => void query.fetchNextPage()} />
          ) : null}
        </Panel>
      </div>
      {isTaking ? (
        <TakeBackDrawer
          onClose={() => setTaking(false)}
          onBegun={({ id }) => {
            setBegun(id);
            setTaking(false);
            // The button of the empty history, which may have opened it, goes with the first row.
            focusHeading();
          }}
        />
      ) : null}
    </>
  );
}
