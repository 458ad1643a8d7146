import { sentence } from '@ezdash/contracts/constants';
import type { ApiError } from '@ezdash/store';
import { Button, ErrorState, Notice, PageHeader, Panel } from '@ezdash/ui';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import styles from './components.module.css';

interface LoadFailedProps {
  /** The page's h1. */
  title: string;
  back?: { href: string; label: string };
  /** What failed. */
  failed: string;
  /** What still works. */
  children: ReactNode;
  error: ApiError;
  isRetrying: boolean;
  onRetry: () => void;
}

/** The whole page failed to load. */
export function LoadFailed(props: LoadFailedProps) {
  const { t } = useTranslation('publisher');
  const { title, back, failed, children, error, isRetrying, onRetry } = props;
  return (
    <>
      <PageHeader title={title} back={back} />
      <Panel label={failed}>
        <ErrorState title={failed} onRetry={onRetry} retrying={isRetrying} requestId={error.requestId}>
          {sentence(error.message) || t('problem.noAnswer')} {children}
        </ErrorState>
      </Panel>
    </>
  );
}

/** What is shown is not the latest: the figures stay, and the way to newer ones stands above them. */
export function StaleNotice({ onRetry, isRetrying }: { onRetry: () => void; isRetrying: boolean }) {
  const { t } = useTranslation('publisher');
  return (
    <div className={styles.notice}>
      <Notice
        tone="warn"
        title={t('problem.stale')}
        action={
          <Button variant="default" onClick={onRetry} loading={isRetrying}>
            {t('problem.tryAgain')}
          </Button>
        }
      />
    </div>
  );
}
