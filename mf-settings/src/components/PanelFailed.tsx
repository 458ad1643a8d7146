import { toApiError } from '@ezdash/store';
import { ErrorState, Panel } from '@ezdash/ui';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { failureText } from '../features/failureText';

interface PanelFailedProps {
  /** What could not be loaded. */
  title: string;
  error: unknown;
  retrying: boolean;
  onRetry: () => void;
  /** What still works. */
  children?: ReactNode;
}

/** A panel whose contents did not come: why, and the way to try again. */
export function PanelFailed({ title, error, retrying, onRetry, children }: PanelFailedProps) {
  const { t } = useTranslation('settings');
  return (
    <Panel label={title}>
      <ErrorState
        title={title}
        onRetry={onRetry}
        retrying={retrying}
        requestId={toApiError(error)?.requestId}
      >
        {failureText(error, t)} {children}
      </ErrorState>
    </Panel>
  );
}
