import type { DebugRemotes } from '@ezdash/contracts';
import { api } from '@ezdash/store';
import { follows } from '../followCall';

const TAG = { type: 'Debug', id: 'remotes' } as const;

/** The server's releases of the remotes. */
export const debugRemotesApi = api.injectEndpoints({
  overrideExisting: true,
  endpoints: (build) => ({
    debugRemotes: build.query<DebugRemotes, void>({
      query: () => '/debug-tool/remotes',
      providesTags: [TAG],
      onQueryStarted: follows('GET /debug-tool/remotes', 'remotes'),
    }),
    /** `version` null gives the other release back. Whoever asked for it loads the page anew. */
    debugOverride: build.mutation<DebugRemotes, { remote: string; version: string | null }>({
      query: (body) => ({ url: '/debug-tool/remotes/override', method: 'POST', body }),
      onQueryStarted: follows('POST /debug-tool/remotes/override', 'override'),
    }),
  }),
});

export const { useDebugRemotesQuery, useDebugOverrideMutation } = debugRemotesApi;
