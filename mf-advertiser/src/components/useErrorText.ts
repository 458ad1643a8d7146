import { sentence } from '@ezdash/contracts/constants';
import type { ApiError } from '@ezdash/store';
import { useTranslation } from 'react-i18next';

/** Why a call failed, as a sentence: the server's own, or what kept it from answering. */
export function useErrorText(): (error: ApiError) => string {
  const { t } = useTranslation('advertiser');
  return ({ status, message }) => {
    if (status === 'network' || status === 'timeout') return t(`error.${status}`);
    return sentence(message) || t('error.unknown');
  };
}
