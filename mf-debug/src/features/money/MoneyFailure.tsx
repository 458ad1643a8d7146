import { failureOf } from '@ezdash/store';
import { Notice } from '@ezdash/ui';
import { useTranslation } from 'react-i18next';
import { useFailureText } from '../news/useFailureText';

interface MoneyFailureProps {
  /** What was not done: "The refund was not made". */
  title: string;
  /** What was thrown; nothing is shown of a proof that was not given. */
  failure: unknown;
  /** Errors of fields that the form does not have. */
  otherErrors?: readonly string[];
}

/** Why something was not done, where it was asked for. */
export function MoneyFailure({ title, failure, otherErrors = [] }: MoneyFailureProps) {
  const { t } = useTranslation('debug');
  const textOf = useFailureText();
  const error = failure === undefined || failure === null ? null : failureOf(failure);
  if (!error) return null;
  return (
    <Notice tone="bad" title={title}>
      {otherErrors.length > 0 ? otherErrors.join(' ') : (textOf(error) ?? t('news.noAnswer'))}
    </Notice>
  );
}
