import { useDebugOwnSessionsQuery } from '../console/accounts.api';

/** Where one is signed in oneself, in this browser; null while that is not known. `skip`: nobody needs to know. */
export function useOwnSession({ skip = false } = {}) {
  const { data, error, isFetching, refetch } = useDebugOwnSessionsQuery(undefined, { skip });
  return {
    session: data?.sessions.find(({ current }) => current) ?? null,
    error,
    isFetching,
    refetch,
  };
}
