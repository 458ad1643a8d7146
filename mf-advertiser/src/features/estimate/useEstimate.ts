import type { CampaignEstimate, EstimateRequest } from '@ezdash/contracts';
import { type ApiError, toApiError } from '@ezdash/store';
import { useDebouncedValue } from '@ezdash/ui';
import { useEffect } from 'react';
import { useLazyCampaignEstimateQuery } from './estimate.api';

/** Nobody asks while somebody is still typing. */
const DELAY_MS = 400;

export interface LiveEstimate {
  /** The last one that came, also while another is asked for; undefined before the first. */
  data: CampaignEstimate | undefined;
  /** It is of a question that has changed since. */
  isOld: boolean;
  error: ApiError | null;
  retry: () => void;
}

/** Asks a moment after each change; a question that is overtaken by another is given up. */
export function useEstimate(request: EstimateRequest | null): LiveEstimate {
  const asked = request === null ? '' : JSON.stringify(request);
  const [settled] = useDebouncedValue(asked, DELAY_MS);
  const [ask, { data, error, isFetching }] = useLazyCampaignEstimateQuery();
  useEffect(() => {
    if (settled === '') return;
    const call = ask(JSON.parse(settled) as EstimateRequest, true);
    return () => call.abort();
  }, [ask, settled]);
  const known = toApiError(error);
  return {
    data,
    isOld: isFetching || settled !== asked,
    // Given up by ourselves: another question is on its way.
    error: known === null || known.code === 'ABORTED' || isFetching ? null : known,
    retry: () => void ask(JSON.parse(settled) as EstimateRequest),
  };
}
