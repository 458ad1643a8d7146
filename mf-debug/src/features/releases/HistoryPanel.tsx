import type { ReleaseEvent } from '@ezdash/contracts';
import { EmptyState, Panel, TableSkeleton, type Tone, useFormat } from '@ezdash/ui';
import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { CONSOLE_POLL_MS } from '../console/console.api';
import { OlderButton } from '../money/OlderButton';
import { QueryFailed } from '../money/QueryFailed';
import { useDebugReleaseHistoryInfiniteQuery } from './releases.api';
import styles from './releases.module.css';
import { shareDigits } from './share';

const TONES: Readonly<Partial<Record<ReleaseEvent['event'], Tone>>> = {
  built: 'warn',
  started: 'ok',
  activated: 'ok',
  rolled_back: 'warn',
  canary: 'info',
  plan_refused: 'bad',
};
/** What is done by nobody in person, or by an account that is no more. */
const NOBODY: readonly string[] = ['start', 'command', 'network', 'admin'];
/** What takes something back; done by the network itself, it is because browsers failed. */
const TAKEN_BACK: readonly string[] = ['rolled_back', 'canary_ended'];

const toneOf = ({ event, by }: ReleaseEvent): Tone =>
  by === 'network' && TAKEN_BACK.includes(event) ? 'bad' : (TONES[event] ?? 'mute');

function EventLine({ event }: { event: ReleaseEvent }) {
  const { t } = useTranslation('debug');
  const format = useFormat();
  const { version, percent, subject, subject_email: email, at, by, why } = event;
  return (
    <li data-tone={toneOf(event)}>
      <span>
        {t(`releases.event.${event.event}`, {
          version,
          share: percent === null ? '' : format.percent(percent / 100, shareDigits(percent)),
          subject: email ?? subject ?? '',
          at: at === null ? '' : format.dateTime(at),
        })}
      </span>
      {why ? <q>{why}</q> : null}
      <small>
        <time dateTime={event.happened_at}>{format.dateTime(event.happened_at, { seconds: true })}</time>,{' '}
        <bdi>{NOBODY.includes(by) ? t(`releases.by.${by}`) : by}</bdi>
      </small>
    </li>
  );
}

/** Who did what with a remote's releases, when and why; the newest first. */
export function HistoryPanel({ remote }: { remote: string }) {
  const { t } = useTranslation('debug');
  const format = useFormat();
  const query = useDebugReleaseHistoryInfiniteQuery(remote, {
    pollingInterval: CONSOLE_POLL_MS,
    skipPollingIfUnfocused: true,
    refetchOnMountOrArgChange: true,
  });
  const pages = query.data?.pages;
  const events = useMemo(
    () => [
      ...new Map(pages?.flatMap((page) => page.events.map((event) => [event.id, event] as const))).values(),
    ],
    [pages],
  );
  return (
    <Panel title={t('releases.history')} hint={format.timezone} flush>
      {!pages ? (
        query.error ? (
          <QueryFailed
            title={t('releases.historyFailed')}
            error={query.error}
            onRetry={() => void query.refetch()}
            retrying={query.isFetching}
          />
        ) : (
          <TableSkeleton rows={4} columns={2} />
        )
      ) : events.length === 0 ? (
        <EmptyState title={t('releases.noHistory')} level={3}>
          {t('releases.noHistoryText')}
        </EmptyState>
      ) : (
        <ol className={styles.history}>
          {events.map((event) => (
            <EventLine key={event.id} event={event} />
          ))}
        </ol>
      )}
      {query.hasNextPage ? (
        <OlderButton busy={query.isFetchingNextPage} onPress={() => void query.fetchNextPage()} />
      ) : null}
    </Panel>
  );
}
