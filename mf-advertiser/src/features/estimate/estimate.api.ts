import type { CampaignEstimate, EstimateRequest } from '@ezdash/contracts';
import { api } from '@ezdash/store';

const estimateApi = api.injectEndpoints({
  overrideExisting: true,
  endpoints: (build) => ({
    /** Changes nothing: it is a POST because a targeting is longer than an address may be. */
    campaignEstimate: build.query<CampaignEstimate, EstimateRequest>({
      query: (body) => ({ url: '/api/campaigns/estimate', method: 'POST', body }),
      keepUnusedDataFor: 60,
    }),
  }),
});

export const { useLazyCampaignEstimateQuery } = estimateApi;
