import { sentence } from '@ezdash/contracts/constants';
import { Button, ErrorState, Notice } from '@ezdash/ui';
import { useTranslation } from 'react-i18next';
import type { ReferralsFailure } from './types';

/** The server's words, or that there are none. */
export function useFailureText(): (failure: ReferralsFailure) => string {
  const { t } = useTranslation('ui');
  return ({ message }) => sentence(message) || t('referrals.noAnswer');
}

interface LoadFailedProps {
  /** What failed. */
  title: string;
  failure: ReferralsFailure;
  isRetrying: boolean;
  onRetry: () => unknown;
}

/** A part that could not be loaded; the rest of the page lives. */
export function LoadFailed({ title, failure, isRetrying, onRetry }: LoadFailedProps) {
  const { t } = useTranslation('ui');
  const textOf = useFailureText();
  return (
    <ErrorState
      title={title}
      onRetry={() => void onRetry()}
      retrying={isRetrying}
      requestId={failure.requestId}
    >
      {textOf(failure)} {t('referrals.failedText')}
    </ErrorState>
  );
}

/** What is shown stays; newer could not be fetched. */
export function StaleNotice({ isRetrying, onRetry }: Pick<LoadFailedProps, 'isRetrying' | 'onRetry'>) {
  const { t } = useTranslation('ui');
  return (
    <Notice
      tone="warn"
      title={t('referrals.stale')}
      action={
        <Button variant="default" onClick={() => void onRetry()} loading={isRetrying}>
          {t('error.retry')}
        </Button>
      }
    />
  );
}
