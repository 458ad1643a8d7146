import { useAppDispatch } from '@ezdash/store';
import { Button, SegmentedControl } from '@ezdash/ui';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { debugSlice, LOG_LIMIT, useLogs, useOpenedTimeline } from '../debugSlice';
import { useClock } from '../useClock';
import { LogEntries } from './LogEntries';
import styles from './logs.module.css';
import { Requests } from './Requests';
import { Timeline } from './Timeline';

const VIEWS = ['log', 'requests'] as const;
type View = (typeof VIEWS)[number];

function Log({ onOpen }: { onOpen: (correlationId: string) => void }) {
  const { t } = useTranslation('debug');
  const dispatch = useAppDispatch();
  const logs = useLogs();
  const clock = useClock();
  if (logs.length === 0) return <p className={styles.empty}>{t('logsTab.empty')}</p>;
  return (
    <>
      <div className={styles.bar}>
        <span className={styles.aside}>
          {t('logsTab.title')} · {t('logsTab.kept', { count: LOG_LIMIT })} ·{' '}
          {t('logsTab.zone', { zone: clock.zone(new Date().toISOString()) })}
        </span>
        <Button variant="default" onClick={() => dispatch(debugSlice.actions.logsCleared())}>
          {t('logsTab.clear')}
        </Button>
      </div>
      <LogEntries logs={logs} onOpen={onOpen} />
    </>
  );
}

/** What the tool did and what went wrong on the page; beside it what the server did, as timelines of its calls. */
export function LogsTab() {
  const { t } = useTranslation('debug');
  const [view, setView] = useState<View>('log');
  const dispatch = useAppDispatch();
  const opened = useOpenedTimeline();
  const open = (correlationId: string) => void dispatch(debugSlice.actions.timelineOpened({ correlationId }));
  if (opened !== null) return <Timeline key={opened.correlationId} opened={opened} />;
  return (
    <>
      <div className={styles.views}>
        <SegmentedControl
          aria-label={t('logsTab.view')}
          value={view}
          onChange={(chosen) => setView(VIEWS.find((each) => each === chosen) ?? 'log')}
          data={VIEWS.map((value) => ({ value, label: t(`logsTab.${value}`) }))}
        />
      </div>
      {view === 'log' ? <Log onOpen={open} /> : <Requests onOpen={open} />}
    </>
  );
}
