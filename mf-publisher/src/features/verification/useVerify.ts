import type { PropertyVerification } from '@ezdash/contracts';
import { type ApiError, toApiError } from '@ezdash/store';
import { toast } from '@ezdash/ui';
import { useTranslation } from 'react-i18next';
import { usePublisherVerifyMutation } from './verification.api';

interface Verify {
  verify: () => void;
  isChecking: boolean;
  /** Why the last look was refused. */
  failure: ApiError | null;
  /** The last look that was asked for here did not find the token. */
  isMissing: boolean;
}

const isFoundIn = ({ findings }: PropertyVerification) => findings.some(({ outcome }) => outcome === 'found');

/** Has the network look for the token now. What came of it is said, since it may be the same as before. */
export function useVerify({ property_id: id, domain, state: before }: PropertyVerification): Verify {
  const { t } = useTranslation('publisher');
  const [send, { data: last, isLoading, error }] = usePublisherVerifyMutation();
  async function verify() {
    const { data } = await send(id);
    if (!data) return;
    if (isFoundIn(data))
      toast({
        text: t(before === 'verified' ? 'verification.stillFound' : 'verification.found', { domain }),
      });
  }
  return {
    verify: () => void verify(),
    isChecking: isLoading,
    failure: toApiError(error),
    isMissing: last !== undefined && !isFoundIn(last),
  };
}
