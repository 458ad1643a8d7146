import type { OwnSession } from '@ezdash/contracts';
import { BlockSkeleton, type FieldProps, Radio } from '@ezdash/ui';
import { useTranslation } from 'react-i18next';
import { useDebugConsoleSignInsQuery } from '../console/accounts.api';
import forms from '../console/console.module.css';
import { QueryFailed } from '../money/QueryFailed';
import styles from './releases.module.css';
import { useSessionWords } from './sessionWords';

interface SessionChoiceProps {
  accountId: number;
  field: FieldProps<OwnSession | null>;
  onChoose: (session: OwnSession | null) => void;
}

/** One of the places where an account is signed in. */
export function SessionChoice({ accountId, field, onChoose }: SessionChoiceProps) {
  const { t } = useTranslation('debug');
  const { nameOf, factsOf } = useSessionWords();
  const query = useDebugConsoleSignInsQuery(accountId, { refetchOnMountOrArgChange: true });
  const sessions = query.currentData?.sessions;
  if (!sessions)
    return query.error ? (
      <QueryFailed
        title={t('releases.pin.sessionsFailed')}
        error={query.error}
        onRetry={() => void query.refetch()}
        retrying={query.isFetching}
      />
    ) : (
      <BlockSkeleton />
    );
  if (sessions.length === 0) return <p className={forms.quietText}>{t('releases.pin.sessionsNone')}</p>;
  return (
    <Radio.Group
      name={field.name}
      error={field.error}
      label={t('releases.pin.sessions')}
      description={t('releases.pin.sessionsHint')}
      value={field.value?.id ?? ''}
      onChange={(id) => onChoose(sessions.find((session) => session.id === id) ?? null)}
    >
      <div className={styles.radios}>
        {sessions.map((session) => (
          <Radio key={session.id} value={session.id} label={nameOf(session)} description={factsOf(session)} />
        ))}
      </div>
    </Radio.Group>
  );
}
