import { sentence } from '@ezdash/contracts/constants';
import { Button, ErrorState, Notice } from '@ezdash/ui';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import styles from './news.module.css';
import type { NewsFailure } from './types';

interface FailedProps {
  failure: NewsFailure;
  isRetrying: boolean;
  onRetry: () => void;
}

/** Nothing came that could be shown. */
export function NewsFailed(props: FailedProps & { title: string; children: ReactNode }) {
  const { failure, isRetrying, onRetry, title, children } = props;
  const { t } = useTranslation('ui');
  return (
    <ErrorState title={title} onRetry={onRetry} retrying={isRetrying} requestId={failure.requestId}>
      {sentence(failure.message) || t('news.noAnswer')} {children}
    </ErrorState>
  );
}

/** What is shown stays; newer could not be fetched, or something could not be done. */
export function NewsTrouble({
  title,
  onRetry,
  isRetrying,
}: Omit<FailedProps, 'failure'> & { title: string }) {
  const { t } = useTranslation('ui');
  return (
    <div className={styles.trouble}>
      <Notice
        tone="warn"
        title={title}
        action={
          <Button variant="default" onClick={onRetry} loading={isRetrying}>
            {t('error.retry')}
          </Button>
        }
      />
    </div>
  );
}
