import { useFormat } from '@ezdash/ui';
import { useTranslation } from 'react-i18next';
import { TabSkeleton } from '../TabSkeleton';
import { useRefresh } from '../useRefresh';
import styles from './logs.module.css';
import { TracesFailed } from './TracesFailed';
import { useDebugTracesQuery } from './traces.api';
import { useDuration } from './useDuration';

const SKELETON_ROWS = 8;

/** The latest calls of this debug session, each with the way to its timeline. */
export function Requests({ onOpen }: { onOpen: (correlationId: string) => void }) {
  const { t } = useTranslation('debug');
  const format = useFormat();
  const duration = useDuration();
  const { data, error, refetch } = useDebugTracesQuery(undefined, { refetchOnMountOrArgChange: true });
  useRefresh(() => void refetch());
  if (error) return <TracesFailed error={error} onAgain={() => void refetch()} />;
  if (!data) return <TabSkeleton rows={SKELETON_ROWS} />;
  if (data.traces.length === 0) return <p className={styles.empty}>{t('logsTab.noRequests')}</p>;
  return (
    <ol className={styles.requests} aria-label={t('logsTab.requestList')} reversed>
      {data.traces.map(({ correlation_id: id, began_at, name, spans, failed, duration_ms }) => (
        <li key={id}>
          <button type="button" data-failed={failed} onClick={() => onOpen(id)}>
            <time dateTime={began_at}>{format.time(began_at, { seconds: true })}</time>
            <span className={styles.name} dir="ltr">
              {name}
            </span>
            <small>
              {failed ? <b>{t('logsTab.failed')} · </b> : null}
              {duration(duration_ms)} · {t('logsTab.spans', { count: spans })}
            </small>
          </button>
        </li>
      ))}
    </ol>
  );
}
