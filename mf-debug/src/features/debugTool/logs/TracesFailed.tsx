import { toApiError } from '@ezdash/store';
import { Button } from '@ezdash/ui';
import { useTranslation } from 'react-i18next';
import toolStyles from '../debugTool.module.css';

interface TracesFailedProps {
  error: unknown;
  onAgain: () => void;
}

/** Why there is no timeline, and the way to ask again. */
export function TracesFailed({ error, onAgain }: TracesFailedProps) {
  const { t } = useTranslation('debug');
  const { message, requestId } = toApiError(error) ?? {};
  return (
    <div className={toolStyles.failed} role="alert">
      <b>{message || t('logsTab.tracesFailed')}</b>
      {requestId ? <span className={toolStyles.mono}>{t('pageTab.request', { id: requestId })}</span> : null}
      <Button variant="default" onClick={onAgain}>
        {t('logsTab.again')}
      </Button>
    </div>
  );
}
