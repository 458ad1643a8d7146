import { REFERRAL_REASONS, REFERRAL_STATES } from '@ezdash/contracts/constants';
import { useCallback } from 'react';
import { useSearchParams } from 'react-router-dom';

const known = <Value extends string>(values: readonly Value[], text: string | null): Value | undefined =>
  values.find((value) => value === text);

/** Filters and the opened referral are part of the address, so that it is the same page when one comes back. */
export function useReferralPlace() {
  const [search, setSearch] = useSearchParams();
  const change = useCallback(
    (patch: Record<string, string | null>) =>
      setSearch(
        (before) => {
          const next = new URLSearchParams(before);
          for (const [name, value] of Object.entries(patch))
            if (value) next.set(name, value);
            else next.delete(name);
          return next;
        },
        { replace: true },
      ),
    [setSearch],
  );
  return {
    state: known(REFERRAL_STATES, search.get('state')),
    reason: known(REFERRAL_REASONS, search.get('reason')),
    /** What is searched for when the page is opened. */
    firstSearch: search.get('search') ?? '',
    openId: search.get('referral'),
    change,
  };
}
