import type { OperatorOverview } from '@ezdash/contracts';
import { AppLink, EmptyState, Panel, useFormat } from '@ezdash/ui';
import { useTranslation } from 'react-i18next';
import { CallName } from './CallName';
import styles from './console.module.css';

/** What the admin did today, newest first. */
export function RecentCalls({ recent, email }: { recent: OperatorOverview['recent']; email: string }) {
  const { t } = useTranslation('debug');
  const format = useFormat();
  return (
    <Panel
      title={t('console.recent')}
      flush
      aside={
        <AppLink className="ez-link" href={`/admin/audit?admin=${encodeURIComponent(email)}`}>
          {t('console.allOfMine')}
        </AppLink>
      }
    >
      {recent.length === 0 ? (
        <EmptyState title={t('console.nothingDone')} level={3}>
          {t('console.nothingDoneText')}
        </EmptyState>
      ) : (
        <ul className={styles.recent}>
          {recent.map((call) => (
            <li key={call.id}>
              <time dateTime={call.happened_at}>{format.time(call.happened_at)}</time>
              <CallName call={call} />
            </li>
          ))}
        </ul>
      )}
    </Panel>
  );
}
