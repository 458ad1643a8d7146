import { toApiError } from '@ezdash/store';
import { ErrorState, Panel } from '@ezdash/ui';
import { useErrorText } from './useErrorText';

interface LoadErrorProps {
  title: string;
  /** What still works although this failed. */
  kept: string;
  error: unknown;
  retrying: boolean;
  onRetry: () => void;
}

/** A page's data did not come: why, what still works, and the way to try again. */
export function LoadError({ title, kept, error, retrying, onRetry }: LoadErrorProps) {
  const errorText = useErrorText();
  const known = toApiError(error);
  return (
    <Panel label={title}>
      <ErrorState title={title} requestId={known?.requestId} retrying={retrying} onRetry={onRetry}>
        {known ? errorText(known) : ''} {kept}
      </ErrorState>
    </Panel>
  );
}
