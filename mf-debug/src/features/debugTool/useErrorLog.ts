import { useAppDispatch } from '@ezdash/store';
import { useEffect } from 'react';
import { useTranslation } from 'react-i18next';
import { writeLog } from './writeLog';

const STACK_LENGTH = 2_000;

function describe(reason: unknown): { message: string; stack?: string } {
  if (reason instanceof Error)
    return { message: reason.message, stack: reason.stack?.slice(0, STACK_LENGTH) };
  return { message: String(reason) };
}

/** What breaks on the page while the tool is loaded goes to its log. */
export function useErrorLog(): void {
  const dispatch = useAppDispatch();
  const { t } = useTranslation('debug');
  useEffect(() => {
    const onError = (event: ErrorEvent) => {
      const { message, stack } = describe(event.error ?? event.message);
      const where = event.filename ? `${event.filename}:${event.lineno}:${event.colno}` : undefined;
      writeLog(dispatch, 'error', t('logsTab.windowError', { message }), { where, stack });
    };
    const onRejection = (event: PromiseRejectionEvent) => {
      const { message, stack } = describe(event.reason);
      writeLog(dispatch, 'error', t('logsTab.rejection', { message }), { stack });
    };
    window.addEventListener('error', onError);
    window.addEventListener('unhandledrejection', onRejection);
    return () => {
      window.removeEventListener('error', onError);
      window.removeEventListener('unhandledrejection', onRejection);
    };
  }, [dispatch, t]);
}
