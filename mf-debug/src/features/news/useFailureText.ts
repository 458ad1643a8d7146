import { sentence } from '@ezdash/contracts/constants';
import { toApiError } from '@ezdash/store';
import { useTranslation } from 'react-i18next';

/** Why a call failed, in the server's words, with the request that support asks for; null when it did not. */
export function useFailureText(): (error: unknown) => string | null {
  const { t } = useTranslation('debug');
  return (error) => {
    const known = toApiError(error);
    if (!known) return null;
    const said = sentence(known.message) || t('news.noAnswer');
    return known.requestId ? `${said} ${t('news.request', { id: known.requestId })}` : said;
  };
}
