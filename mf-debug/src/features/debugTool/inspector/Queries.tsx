import { useFormat } from '@ezdash/ui';
import { useTranslation } from 'react-i18next';
import { Facts } from '../Facts';
import styles from './inspector.module.css';
import type { ReadQuery } from './resolveWay';
import { shownJson } from './shownJson';
import { type QueryEntry, useReadQueries } from './useReadQueries';

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
