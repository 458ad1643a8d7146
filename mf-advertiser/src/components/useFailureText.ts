import type { ApiError } from '@ezdash/store';
import { useTranslation } from 'react-i18next';
import { useErrorText } from './useErrorText';

/** Why a call failed, in sentences, with the request support asks for. What somebody can put right needs no support. */
export function useFailureText(): (error: ApiError) => string {
  const { t } = useTranslation('advertiser');
  const errorText = useErrorText();
  return (error) => {
    const said = errorText(error);
    if (error.status === 422 || !error.requestId) return said;
    return `${said} ${t('error.request', { id: error.requestId })}`;
  };
}
