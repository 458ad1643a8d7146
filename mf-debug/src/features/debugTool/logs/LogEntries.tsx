import { useFormat } from '@ezdash/ui';
import { useTranslation } from 'react-i18next';
import type { NumberedLogEntry } from '../debugSlice';
import styles from './logs.module.css';

interface LogEntriesProps {
  /** Oldest first. */
  logs: readonly NumberedLogEntry[];
  onOpen: (correlationId: string) => void;
}

/** What an entry carries, and apart from it the id of the timeline that it belongs to. */
function partsOf(data: unknown): { correlationId: string | null; rest: unknown } {
  if (typeof data !== 'object' || data === null || !('correlationId' in data))
    return { correlationId: null, rest: data };
  const { correlationId, ...rest } = data;
  if (typeof correlationId !== 'string') return { correlationId: null, rest: data };
  return { correlationId, rest: Object.keys(rest).length > 0 ? rest : null };
}

function Entry({ entry, onOpen }: { entry: NumberedLogEntry; onOpen: LogEntriesProps['onOpen'] }) {
  const { t } = useTranslation('debug');
  const format = useFormat();
  const { correlationId, rest } = partsOf(entry.data);
  return (
    <li data-level={entry.level}>
      <time dateTime={entry.timestamp}>{format.time(entry.timestamp, { seconds: true })}</time>
      <span className={styles.level}>{t(`logsTab.level.${entry.level}`)}</span>
      <p>{entry.message}</p>
      {rest === null ? null : (
        <pre className={styles.data} dir="ltr">
          {typeof rest === 'string' ? rest : JSON.stringify(rest)}
        </pre>
      )}
      {correlationId === null ? null : (
        <button
          type="button"
          className={styles.open}
          aria-label={`${t('logsTab.timeline')}: ${entry.message}`}
          onClick={() => onOpen(correlationId)}
        >
          {t('logsTab.timeline')}
        </button>
      )}
    </li>
  );
}

/** The log, newest first. */
export function LogEntries({ logs, onOpen }: LogEntriesProps) {
  const { t } = useTranslation('debug');
  return (
    <ol className={styles.log} aria-label={t('logsTab.list')} reversed>
      {[...logs].reverse().map((entry) => (
        <Entry key={entry.number} entry={entry} onOpen={onOpen} />
      ))}
    </ol>
  );
}
