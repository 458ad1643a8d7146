import { sentence } from '@ezdash/contracts/constants';
import { toApiError } from '@ezdash/store';
import { Notice } from '@ezdash/ui';
import { useTranslation } from 'react-i18next';

interface FormFailureProps {
  /** What was not done: "The zone was not saved". */
  title: string;
  failure: unknown;
  /** Errors of fields the form does not have. */
  otherErrors?: readonly string[];
}

/** Why a form was refused, above its buttons, where no field can say it. */
export function FormFailure({ title, failure, otherErrors = [] }: FormFailureProps) {
  const { t } = useTranslation('publisher');
  const error = toApiError(failure);
  if (!error) return null;
  const texts =
    otherErrors.length > 0 ? otherErrors.join(' ') : sentence(error.message) || t('problem.noAnswer');
  return (
    <Notice tone="bad" title={title}>
      {texts}
      {error.requestId ? ` ${t('problem.request', { id: error.requestId })}` : ''}
    </Notice>
  );
}
