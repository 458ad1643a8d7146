import type { OverridePreview, OverrideTaken, ReleaseOverrides } from '@ezdash/contracts';
import { api } from '@ezdash/store';

const OVERRIDES = '/api/release-overrides';

const tryReleaseApi = api.injectEndpoints({
  overrideExisting: true,
  endpoints: (build) => ({
    /** Reads; a POST, because the link opens something and is no part of an address. */
    shellReleasePreview: build.query<OverridePreview, string>({
      query: (link) => ({ url: `${OVERRIDES}/preview`, method: 'POST', body: { link } }),
    }),
    shellTakeRelease: build.mutation<OverrideTaken, string>({
      query: (link) => ({ url: OVERRIDES, method: 'POST', body: { link } }),
    }),
    shellReleaseOverrides: build.query<ReleaseOverrides, void>({
      query: () => OVERRIDES,
      providesTags: ['Release'],
    }),
    /** Of this browser: one, or without an id all of them. */
    shellTakeBackRelease: build.mutation<void, number | null>({
      query: (id) => ({ url: id === null ? OVERRIDES : `${OVERRIDES}/${id}`, method: 'DELETE' }),
      invalidatesTags: ['Release'],
    }),
  }),
});

export const {
  useShellReleasePreviewQuery,
  useShellTakeReleaseMutation,
  useShellReleaseOverridesQuery,
  useShellTakeBackReleaseMutation,
} = tryReleaseApi;
