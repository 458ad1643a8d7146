import { useAppDispatch } from '@ezdash/store';
import { Button, useFormat } from '@ezdash/ui';
import { useTranslation } from 'react-i18next';
import { debugSlice, LOG_LIMIT, type NumberedLogEntry, useLogs } from './debugSlice';
import styles from './debugTool.module.css';
import { useClock } from './useClock';

function Entry({ entry }: { entry: NumberedLogEntry }) {
  const { t } = useTranslation('debug');
  const format = useFormat();
  return (
    <li data-level={entry.level}>
      <time dateTime={entry.timestamp}>{format.time(entry.timestamp, { seconds: true })}</time>
      <span className={styles.level}>{t(`logsTab.level.${entry.level}`)}</span>
      <p>{entry.message}</p>
      {entry.data === null ? null : (
        <pre className={styles.data} dir="ltr">
          {typeof entry.data === 'string' ? entry.data : JSON.stringify(entry.data)}
        </pre>
      )}
    </li>
  );
}

/** What the tool did and what went wrong on the page, newest first. */
export function LogsTab() {
  const { t } = useTranslation('debug');
  const dispatch = useAppDispatch();
  const logs = useLogs();
  const clock = useClock();
  if (logs.length === 0) return <p className={styles.noLogs}>{t('logsTab.empty')}</p>;
  return (
    <>
      <div className={styles.logBar}>
        <span className={styles.aside}>
          {t('logsTab.title')} · {t('logsTab.kept', { count: LOG_LIMIT })} ·{' '}
          {t('logsTab.zone', { zone: clock.zone(new Date().toISOString()) })}
        </span>
        <Button variant="default" onClick={() => dispatch(debugSlice.actions.logsCleared())}>
          {t('logsTab.clear')}
        </Button>
      </div>
      <ol className={styles.log} aria-label={t('logsTab.list')} reversed>
        {[...logs].reverse().map((entry) => (
          <Entry key={entry.number} entry={entry} />
        ))}
      </ol>
    </>
  );
}
