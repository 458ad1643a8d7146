import { useAppDispatch } from '@ezdash/store';
import { useFormat } from '@ezdash/ui';
import { useEffect, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { debugSlice, useWantedQuery } from '../debugSlice';
import { Facts } from '../Facts';
import { answersIn, useAnswers } from './answersSlice';
import styles from './inspector.module.css';
import type { ReadQuery } from './resolveWay';
import { shownJson } from './shownJson';
import { type QueryEntry, useReadQueries } from './useReadQueries';

const LONGEST_ARGUMENT = 60;

/** The way to what the server did for the query's latest answer; what was answered before the tool came has none. */
function TimelineLink({ entry: { cacheKey, endpoint, argument, fulfilledAtMs } }: { entry: QueryEntry }) {
  const { t } = useTranslation('debug');
  const dispatch = useAppDispatch();
  const answer = useAnswers()[cacheKey];
  const button = useRef<HTMLButtonElement>(null);
  const isWanted = useWantedQuery() === cacheKey;
  useEffect(() => {
    if (!isWanted) return;
    button.current?.focus();
    dispatch(debugSlice.actions.queryShown());
  }, [isWanted, dispatch]);
  if (!answer) return t(fulfilledAtMs === null ? 'inspectorTab.never' : 'inspectorTab.noTimeline');
  // What has come is known a frame before it is drawn: the latest is opened.
  const open = () =>
    dispatch((send, getState) =>
      send(
        debugSlice.actions.timelineOpened({
          ...(answersIn(getState())[cacheKey] ?? answer),
          query: cacheKey,
        }),
      ),
    );
  // One endpoint may be read with several arguments.
  const name = argument === undefined ? endpoint : `${endpoint} ${shownJson(argument, 0)}`;
  return (
    <button
      ref={button}
      type="button"
      className={styles.timeline}
      aria-label={`${t('logsTab.timeline')}: ${name.slice(0, LONGEST_ARGUMENT)}`}
      onClick={open}
    >
      {t('logsTab.timeline')}
    </button>
  );
}

function Query({ entry }: { entry: QueryEntry }) {
  const { t } = useTranslation('debug');
  const format = useFormat();
  const { endpoint, status, component, argument, data, fulfilledAtMs, subscribers, error } = entry;
  return (
    <li className={styles.query}>
      <div className={styles.queryHead}>
        <b dir="ltr">{endpoint}</b>
        <span data-status={status}>{t(`inspectorTab.status.${status}`, { defaultValue: status })}</span>
      </div>
      <Facts
        rows={[
          component ? [t('inspectorTab.readBy'), component] : null,
          argument === undefined
            ? null
            : [
                t('inspectorTab.argument'),
                <code key="argument" className={styles.code} dir="ltr">
                  {shownJson(argument, 0)}
                </code>,
              ],
          [
            t('inspectorTab.answered'),
            fulfilledAtMs === null
              ? t('inspectorTab.never')
              : format.time(new Date(fulfilledAtMs).toISOString(), { seconds: true }),
          ],
          [t('inspectorTab.subscribers'), format.count(subscribers)],
          [t('inspectorTab.server'), <TimelineLink key="timeline" entry={entry} />],
          error ? [t('inspectorTab.failed'), error.message] : null,
          error?.requestId ? [t('inspectorTab.request'), <code key="request">{error.requestId}</code>] : null,
        ]}
      />
      {data === undefined ? null : (
        <details className={styles.more}>
          <summary>{t('inspectorTab.data')}</summary>
          <section
            className={styles.json}
            aria-label={t('inspectorTab.dataOf', { endpoint })}
            // biome-ignore lint/a11y/noNoninteractiveTabindex: it scrolls, so the keyboard must reach it
            tabIndex={0}
          >
            <pre dir="ltr">{shownJson(data)}</pre>
          </section>
        </details>
      )}
    </li>
  );
}

/** Entries of RTK Query that the components around an element read, the innermost first. */
export function Queries({ queries }: { queries: ReadQuery[] }) {
  const { t } = useTranslation('debug');
  const entries = useReadQueries(queries);
  if (entries.length === 0) return <p className={styles.none}>{t('inspectorTab.noQueries')}</p>;
  return (
    <ul className={styles.list}>
      {entries.map((entry) => (
        <Query key={entry.cacheKey} entry={entry} />
      ))}
    </ul>
  );
}
