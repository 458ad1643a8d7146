import type { TraceAnswer, TraceList } from '@ezdash/contracts';
import { api } from '@ezdash/store';

/** The server's timelines. Apart from the other calls: those write to the log, which these are a part of. */
const tracesApi = api.injectEndpoints({
  overrideExisting: true,
  endpoints: (build) => ({
    debugTraces: build.query<TraceList, void>({
      query: () => '/debug-tool/traces',
      keepUnusedDataFor: 0,
    }),
    debugTrace: build.query<TraceAnswer, string>({
      query: (id) => `/debug-tool/traces/${encodeURIComponent(id)}`,
      keepUnusedDataFor: 0,
    }),
  }),
});

export const { useDebugTracesQuery, useDebugTraceQuery } = tracesApi;
