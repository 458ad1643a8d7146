import type { SocialConnectionList } from '@ezdash/contracts';
import { api } from '@ezdash/store';

const socialApi = api.injectEndpoints({
  overrideExisting: true,
  endpoints: (build) => ({
    authSocialConnections: build.query<SocialConnectionList, void>({
      query: () => '/api/settings/social-connections',
      providesTags: ['SocialConnection'],
    }),
  }),
});

export const { useAuthSocialConnectionsQuery } = socialApi;
