import type { SocialConnectionList, SocialIntent } from '@ezdash/contracts';
import { api } from '@ezdash/store';

export const socialApi = api.injectEndpoints({
  overrideExisting: true,
  endpoints: (build) => ({
    settingsConnections: build.query<SocialConnectionList, void>({
      query: () => '/api/settings/social-connections',
      providesTags: ['SocialConnection'],
    }),
    /** Recent proof; 409 LAST_WAY_IN. */
    settingsUnlink: build.mutation<unknown, string>({
      query: (provider) => ({
        url: `/api/settings/social-connections/${encodeURIComponent(provider)}`,
        method: 'DELETE',
      }),
      invalidatesTags: ['SocialConnection'],
    }),
  }),
});

export const { useSettingsConnectionsQuery, useSettingsUnlinkMutation } = socialApi;

/** Where a visit to a provider begins, by a full page load; `next` is the path to come back to. */
export function socialStart(provider: string, intent: SocialIntent, next: string): string {
  return `/auth/social/${encodeURIComponent(provider)}/start?${new URLSearchParams({ intent, next })}`;
}
