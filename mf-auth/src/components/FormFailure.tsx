import { sentence } from '@ezdash/contracts/constants';
import type { ApiError } from '@ezdash/store';
import { Notice } from '@ezdash/ui';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';

interface FormFailureProps {
  failure: ApiError;
  /** What did not happen, in place of a server's words that are none. */
  failed: string;
  /** What belongs to no field of the form. */
  children?: ReactNode;
}

/** Why a form was not taken. A refusal is worded by the server; that the server broke is ours to say. */
export function FormFailure({ failure, failed, children }: FormFailureProps) {
  const { t } = useTranslation('auth');
  const { status, message, requestId } = failure;
  if (typeof status === 'string')
    return (
      <Notice tone="bad" title={sentence(failed)}>
        {t('login.unreachable')}
      </Notice>
    );
  if (status >= 500)
    return (
      <Notice tone="bad" title={sentence(failed)}>
        {t('login.broken')}
        {requestId ? ` ${t('login.request', { id: requestId })}` : null}
      </Notice>
    );
  return (
    <Notice tone="bad" title={children ? sentence(message || failed) : message || failed}>
      {children}
    </Notice>
  );
}
