import { useAppDispatch, useAppSelector } from '@ezdash/store';
import { useTranslation } from 'react-i18next';
import { debugSlice } from '../debugSlice';
import { useAnswers } from '../inspector/answersSlice';
import { readsLastPicked } from '../inspector/lastPicked';
import styles from './logs.module.css';

/** Queries of this page whose latest answer a request gave; those that the picked element reads lead to the Inspector. */
export function AnsweredQueries({ requestId }: { requestId: string | null }) {
  const { t } = useTranslation('debug');
  const dispatch = useAppDispatch();
  const answers = useAnswers();
  const entries = useAppSelector((root) => root.api.queries);
  const keys = Object.keys(answers).filter((key) => answers[key]?.requestId === requestId);
  return keys.map((key) => {
    const text = t('logsTab.answersQuery', { endpoint: entries[key]?.endpointName ?? key });
    return readsLastPicked(key) ? (
      <button
        key={key}
        type="button"
        className={styles.open}
        onClick={() => dispatch(debugSlice.actions.queryWanted(key))}
      >
        {text}
      </button>
    ) : (
      <small key={key}>{text}</small>
    );
  });
}
