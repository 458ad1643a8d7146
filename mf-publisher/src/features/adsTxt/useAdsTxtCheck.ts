import { type ApiError, toApiError } from '@ezdash/store';
import { toast } from '@ezdash/ui';
import { useTranslation } from 'react-i18next';
import { usePublisherCheckAdsTxtMutation } from './adsTxt.api';

interface Check {
  check: (id: string) => Promise<void>;
  /** The property whose file is looked at now. */
  checking: string | null;
  /** Why the last look was refused. */
  failure: ApiError | null;
}

/** Has a property's file looked at now. What came of it is said, since it may be the same as before. */
export function useAdsTxtCheck(): Check {
  const { t } = useTranslation('publisher');
  const [send, { isLoading, originalArgs, error }] = usePublisherCheckAdsTxtMutation();
  return {
    checking: isLoading ? (originalArgs ?? null) : null,
    failure: toApiError(error),
    async check(id) {
      const { data } = await send(id);
      if (!data?.result) return;
      const { status, trouble } = data.result;
      toast({ text: t('adsTxt.checked', { status: t(`adsTxt.status.${trouble ?? status}.word`) }) });
    },
  };
}
