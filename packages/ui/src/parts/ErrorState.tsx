import { Button } from '@mantine/core';
import { type ReactNode, use } from 'react';
import { useTranslation } from 'react-i18next';
import { ReportLink, SupportContext } from './ReportLink';

interface ErrorStateProps {
  /** What failed: "Spend could not be loaded". */
  title: string;
  /** Why, and what still works. */
  children?: ReactNode;
  onRetry?: () => void;
  /** The retry runs. */
  retrying?: boolean;
  /** What support asks for. */
  requestId?: string;
  /** A quiet second way: a link elsewhere. */
  action?: ReactNode;
  level?: 1 | 2 | 3;
}

function BrokenPulse() {
  const line = { fill: 'none', strokeWidth: 2, strokeLinecap: 'round', strokeLinejoin: 'round' } as const;
  return (
    <svg width="88" height="44" viewBox="0 0 88 44" aria-hidden="true">
      <path {...line} d="M2 22h26l5-9 6 18 5-9h6" stroke="var(--ez-bad-mark)" />
      <path {...line} d="M62 22h24" stroke="var(--ez-line-strong)" strokeDasharray="2 5" />
    </svg>
  );
}

/** A part of a page failed: which one, what still works, how to go on. The rest of the page lives. */
export function ErrorState(props: ErrorStateProps) {
  const { title, children, onRetry, retrying, requestId, action, level = 2 } = props;
  const { t } = useTranslation('ui');
  const canReport = use(SupportContext) !== null && requestId !== undefined;
  const Title = `h${level}` as const;
  return (
    <div className="ez-empty" role="alert">
      <BrokenPulse />
      <Title>{title}</Title>
      {children ? <p>{children}</p> : null}
      {onRetry || action || canReport ? (
        <div className="ez-actions">
          {onRetry ? (
            <Button variant="default" onClick={onRetry} loading={retrying}>
              {t('error.retry')}
            </Button>
          ) : null}
          {action}
          <ReportLink requestId={requestId} />
        </div>
      ) : null}
      {requestId ? (
        <p className="ez-request">
          {t('error.request')} <span className="ez-mono">{requestId}</span>
        </p>
      ) : null}
    </div>
  );
}
