import type { AdvertiserDashboard, CampaignList, DateRange, ReviewQueue } from '@ezdash/contracts';
import { api } from '@ezdash/store';

/** What the frame around every page asks for itself. */
const frameApi = api.injectEndpoints({
  overrideExisting: true,
  endpoints: (build) => ({
    /** Campaigns for the palette. */
    shellCampaigns: build.query<CampaignList, DateRange>({
      query: (range) => ({ url: '/api/campaigns', params: range }),
      providesTags: ['Campaign'],
    }),
    /** Balance and how long it lasts; the least range, since its figures are not shown here. */
    shellAdvertiserFunds: build.query<AdvertiserDashboard, DateRange>({
      query: (range) => ({ url: '/api/advertiser/dashboard', params: range }),
      providesTags: ['AdvertiserDashboard'],
    }),
    /** How many creatives wait for the operator; null when the answer says nothing of it. */
    shellWaitingCreatives: build.query<number | null, void>({
      query: () => '/api/operator/reviews',
      transformResponse: ({ reviews }: Partial<ReviewQueue>) =>
        reviews ? reviews.reduce((sum, { campaign }) => sum + campaign.creatives.length, 0) : null,
      providesTags: ['Review'],
    }),
  }),
});

export const { useLazyShellCampaignsQuery, useShellAdvertiserFundsQuery, useShellWaitingCreativesQuery } =
  frameApi;

/** Today in UTC as a range of days. */
export function today(): DateRange {
  const day = new Date().toISOString().slice(0, 10);
  return { from: day, to: day };
}
