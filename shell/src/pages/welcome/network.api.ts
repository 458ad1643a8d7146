import type { NetworkSummary } from '@ezdash/contracts';
import { api } from '@ezdash/store';

/** The server counts anew every ten seconds; asking more often would show nothing newer. */
const POLL_MS = 10_000;

const networkApi = api.injectEndpoints({
  overrideExisting: true,
  endpoints: (build) => ({
    shellNetworkSummary: build.query<NetworkSummary, void>({
      query: () => '/api/network/summary',
      providesTags: ['Network'],
    }),
  }),
});

/** The network's last 24 hours as far as they are known. */
export interface LiveNetwork {
  /** Null while they load and when they did not come. */
  summary: NetworkSummary | null;
  failed: boolean;
  retry: () => void;
}

export function useLiveNetwork(): LiveNetwork {
  const { data, isFetching, isError, refetch } = networkApi.useShellNetworkSummaryQuery(undefined, {
    pollingInterval: POLL_MS,
    skipPollingIfUnfocused: true,
  });
  // An answer without a body counts as {}: to this page that is no answer.
  const summary = data?.sizes ? data : null;
  return {
    summary,
    failed: summary === null && !isFetching && (isError || data !== undefined),
    retry: () => void refetch(),
  };
}
