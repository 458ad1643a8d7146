import { sentence } from '@ezdash/contracts/constants';
import { toApiError } from '@ezdash/store';
import { ErrorState } from '@ezdash/ui';
import { useTranslation } from 'react-i18next';

interface QueryFailedProps {
  title: string;
  error: unknown;
  /** What still works, or that nothing is lost. */
  text?: string;
  onRetry: () => void;
  retrying: boolean;
}

/** In place of what could not be loaded. */
export function QueryFailed({ title, error, text, onRetry, retrying }: QueryFailedProps) {
  const { t } = useTranslation('debug');
  const failure = toApiError(error);
  return (
    <ErrorState title={title} onRetry={onRetry} retrying={retrying} requestId={failure?.requestId}>
      {sentence(failure?.message ?? '') || t('news.noAnswer')} {text}
    </ErrorState>
  );
}
