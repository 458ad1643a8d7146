import type { InspectorMap } from '@ezdash/contracts';
import { api } from '@ezdash/store';
import type { ReleaseKey } from './resolveWay';

/** A release's map never changes: it is asked for once a page. */
const KEEP_S = 24 * 60 * 60;

export const inspectorApi = api.injectEndpoints({
  overrideExisting: true,
  endpoints: (build) => ({
    debugInspectorMap: build.query<InspectorMap, ReleaseKey>({
      query: ({ name, version }) =>
        `/debug-tool/inspector/${encodeURIComponent(name)}/${encodeURIComponent(version)}`,
      keepUnusedDataFor: KEEP_S,
    }),
  }),
});
