import type { Role, User } from '@ezdash/contracts';
import { ACCOUNT_STATUSES, ROLES } from '@ezdash/contracts/constants';
import { useCallback, useEffect, useRef } from 'react';
import { useSearchParams } from 'react-router-dom';

const known = <Value extends string>(values: readonly Value[], text: string | null): Value | undefined =>
  values.find((value) => value === text);

/** Filters of a list are part of the address, so that it is the same list when one comes back. */
export function usePlace() {
  const [search, setSearch] = useSearchParams();
  // Two changes in one moment are both kept: the router would give the second what was there before the first.
  const latest = useRef(search);
  useEffect(() => {
    latest.current = search;
  }, [search]);
  const change = useCallback(
    (patch: Readonly<Record<string, string | null>>) => {
      const next = new URLSearchParams(latest.current);
      for (const [name, value] of Object.entries(patch))
        if (value) next.set(name, value);
        else next.delete(name);
      if (next.toString() === latest.current.toString()) return;
      latest.current = next;
      setSearch(next, { replace: true });
    },
    [setSearch],
  );
  return { search, change };
}

/** What the list of accounts is narrowed to. */
export function useUserPlace() {
  const { search, change } = usePlace();
  return {
    role: known<Role>(ROLES, search.get('role')),
    status: known<User['status']>(ACCOUNT_STATUSES, search.get('status')),
    search: search.get('search') ?? '',
    change,
  };
}
