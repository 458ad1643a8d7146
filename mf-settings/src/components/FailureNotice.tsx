import { sentence } from '@ezdash/contracts/constants';
import type { ApiError } from '@ezdash/store';
import { Notice } from '@ezdash/ui';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { failureText } from '../features/failureText';

interface FailureNoticeProps {
  failure: ApiError;
  /** What did not happen: "The password was not changed". */
  title: string;
  /** A sentence in place of the server's own. */
  text?: string;
  action?: ReactNode;
}

/** Why something was not done, in place. A refusal is worded by the server; its absence and its breakage by us. */
export function FailureNotice({ failure, title, text, action }: FailureNoticeProps) {
  const { t } = useTranslation('settings');
  const { status, requestId } = failure;
  const broke = typeof status === 'number' && status >= 500;
  return (
    <Notice tone="bad" title={sentence(title)} action={action}>
      {text ?? (broke ? t('failure.broken') : failureText(failure, t))}
      {broke && requestId ? ` ${t('failure.request', { id: requestId })}` : null}
    </Notice>
  );
}
