import { ErrorState, Panel } from '@ezdash/ui';
import { useReportSide, useReportText } from './ReportSide';

interface ReportFailedProps {
  error: unknown;
  retrying: boolean;
  onRetry: () => void;
}

/** The figures did not come: why, what still works, and the way to try again. */
export function ReportFailed({ error, retrying, onRetry }: ReportFailedProps) {
  const { t } = useReportText();
  const { api } = useReportSide();
  const errorText = api.useErrorText();
  const known = api.failureOf(error);
  const title = t('metricsReport.errorTitle');
  return (
    <Panel label={title}>
      <ErrorState title={title} requestId={known?.requestId} retrying={retrying} onRetry={onRetry}>
        {known ? errorText(known) : ''} {t('metricsReport.errorKept')}
      </ErrorState>
    </Panel>
  );
}
