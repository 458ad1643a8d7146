import {
  EmptyState,
  IconCircleCheck,
  NoDateRange,
  Notice,
  PageHeader,
  Panel,
  TableSkeleton,
  useFormat,
  usePageTitle,
} from '@ezdash/ui';
import { useCallback, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { DeadLetterDrawer } from '../features/money/deadLetters/DeadLetterDrawer';
import { DeadLetterTable } from '../features/money/deadLetters/DeadLetterTable';
import { type DeadLetter, useReplay } from '../features/money/deadLetters/useReplay';
import { MoneyFailure } from '../features/money/MoneyFailure';
import { useDebugDeadLettersQuery } from '../features/money/money.api';
import styles from '../features/money/money.module.css';
import { QueryFailed } from '../features/money/QueryFailed';

const ART = 44;
const POLL_MS = 15_000;

function Replayed({ replay }: { replay: ReturnType<typeof useReplay> }) {
  const { t } = useTranslation('debug');
  const { sent, failure } = replay;
  if (sent === 0 && !failure) return null;
  return (
    <div className={styles.notices}>
      {sent > 0 ? (
        <div role="status">
          <Notice tone="ok" title={t('money.dead.replayed', { count: sent })}>
            {t('money.dead.replayedText')}
          </Notice>
        </div>
      ) : null}
      <MoneyFailure title={t('money.dead.notReplayed')} failure={failure} />
    </div>
  );
}

/** Jobs that failed for good: what they were to do, why they could not, and the way to send them anew. */
export function DeadLettersPage() {
  const { t } = useTranslation('debug');
  const title = t('page.deadLetters');
  usePageTitle(title);
  const format = useFormat();
  const [chosenQueue, setQueue] = useState<string | null>(null);
  const [openKey, setOpenKey] = useState<string | null>(null);
  const replay = useReplay();
  const { data, error, isFetching, refetch } = useDebugDeadLettersQuery(undefined, {
    // No message tells that a job has failed: it is asked for, live or not.
    pollingInterval: POLL_MS,
    skipPollingIfUnfocused: true,
    refetchOnMountOrArgChange: true,
    refetchOnReconnect: true,
  });
  const open = useCallback((letter: DeadLetter) => setOpenKey(letter.id), []);
  const all = data?.dead ?? [];
  // The last of a queue was sent anew: then all are shown again.
  const queue = all.some((letter) => letter.queue === chosenQueue) ? chosenQueue : null;
  const letters = queue === null ? all : all.filter((letter) => letter.queue === queue);
  const total = data?.queues.reduce((sum, { dead }) => sum + dead, 0) ?? 0;
  const opened = all.find(({ id }) => id === openKey);
  const replayOne = async (letter: DeadLetter) => {
    if (await replay.replayAll([letter])) setOpenKey(null);
  };
  return (
    <>
      <PageHeader
        title={title}
        lead={
          total > 0 ? (
            <>
              <span>{t('money.dead.count', { count: total })}</span>
              {total > all.length ? (
                <span>{t('money.dead.latest', { figure: format.count(all.length) })}</span>
              ) : null}
            </>
          ) : null
        }
      />
      <NoDateRange />
      <Replayed replay={replay} />
      <Panel flush label={title}>
        {data ? (
          all.length > 0 ? (
            <DeadLetterTable
              key={queue ?? ''}
              letters={letters}
              queues={data.queues}
              queue={queue}
              onQueue={setQueue}
              busy={replay.busy}
              onOpen={open}
              onReplay={replay.replayAll}
            />
          ) : (
            <EmptyState
              art={<IconCircleCheck size={ART} stroke={1.4} color="var(--ez-ok-mark)" aria-hidden />}
              title={t('money.dead.empty')}
            >
              {t('money.dead.emptyText')}
            </EmptyState>
          )
        ) : error ? (
          <QueryFailed
            title={t('money.dead.failed')}
            error={error}
            onRetry={() => void refetch()}
            retrying={isFetching}
          />
        ) : (
          <TableSkeleton rows={5} columns={3} />
        )}
      </Panel>
      {opened ? (
        <DeadLetterDrawer
          letter={opened}
          busy={replay.busy}
          onReplay={() => void replayOne(opened)}
          onClose={() => setOpenKey(null)}
        />
      ) : null}
    </>
  );
}
