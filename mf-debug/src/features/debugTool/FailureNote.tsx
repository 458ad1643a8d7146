import { type ApiError, toApiError } from '@ezdash/store';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import styles from './debugTool.module.css';
import { type Failure, textOf } from './followCall';

interface FailureNoteProps {
  /** Which call failed. */
  failure: Failure;
  /** What it threw; nothing is shown without. */
  error: unknown;
  /** What still holds, or a way out. */
  children?: ReactNode;
}

/** Why a call failed, where it was asked for: the server's words or the call's own, and the request's id. */
export function FailureNote({ failure, error, children }: FailureNoteProps) {
  const { t } = useTranslation('debug');
  const known: ApiError | null = toApiError(error);
  if (!known) return null;
  return (
    <div className={styles.failed} role="alert">
      <b>{textOf(failure, known)}</b>
      {children}
      {known.requestId ? (
        <span className={styles.mono}>{t('pageTab.request', { id: known.requestId })}</span>
      ) : null}
    </div>
  );
}
