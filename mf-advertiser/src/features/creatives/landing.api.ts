import type { LandingCheck, LandingResult } from '@ezdash/contracts';
import { api } from '@ezdash/store';

const landingApi = api.injectEndpoints({
  overrideExisting: true,
  endpoints: (build) => ({
    landingCheck: build.query<LandingCheck, string>({
      query: (id) => `/api/campaigns/${encodeURIComponent(id)}/landing-check`,
      providesTags: (_, __, id) => [{ type: 'CampaignFacts', id: `landing:${id}` }],
    }),
    landingCheckNow: build.mutation<LandingCheck, string>({
      query: (id) => ({ url: `/api/campaigns/${encodeURIComponent(id)}/landing-check`, method: 'POST' }),
      onQueryStarted: async (id, { dispatch, queryFulfilled }) => {
        try {
          const { data } = await queryFulfilled;
          dispatch(landingApi.util.upsertQueryData('landingCheck', id, data));
        } catch {
          // The page says so.
        }
      },
    }),
    landingLook: build.mutation<LandingResult, string>({
      query: (url) => ({ url: '/api/landing-checks', method: 'POST', body: { url } }),
    }),
  }),
});

export const { useLandingCheckQuery, useLandingCheckNowMutation, useLandingLookMutation } = landingApi;
