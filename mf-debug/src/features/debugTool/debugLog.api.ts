import type { DebugLogEntry } from '@ezdash/contracts';
import { api } from '@ezdash/store';

/** Apart from the other calls: those write to the log, and this one must not. */
export const debugLogApi = api.injectEndpoints({
  overrideExisting: true,
  endpoints: (build) => ({
    debugLog: build.mutation<unknown, DebugLogEntry>({
      query: (body) => ({ url: '/debug-tool/log', method: 'POST', body }),
    }),
  }),
});
