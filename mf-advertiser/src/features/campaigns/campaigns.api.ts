import type {
  Campaign,
  CampaignAction,
  CampaignActionAnswer,
  CampaignInput,
  CampaignPage,
  CampaignSetQuery,
  CampaignUpdate,
  ChangedCampaign,
  DateRange,
} from '@ezdash/contracts';
import { api } from '@ezdash/store';

/** One campaign with its figures of the days asked for. */
export interface CampaignQuery extends DateRange {
  id: string;
}
export interface CampaignChange {
  id: string;
  change: CampaignUpdate;
}

/** Which campaigns, in which order; what is left out is not filtered. */
export type CampaignSetArgs = DateRange &
  Pick<CampaignSetQuery, 'group' | 'sort' | 'direction'> &
  Partial<Pick<CampaignSetQuery, 'pricing' | 'state' | 'format' | 'q'>>;
/** A window of them. */
export type CampaignPageArgs = CampaignSetArgs & { offset: number; limit: number };

/** Sent again under its key, it is made once. */
interface NewCampaign {
  input: CampaignInput;
  key: string;
}

/** Every list of campaigns, whatever its days. */
const LIST = { type: 'Campaign', id: 'LIST' } as const;
/** Lists of more are heavy to add up. */
export const MANY_CAMPAIGNS = 500;

const campaignsApi = api.injectEndpoints({
  overrideExisting: true,
  endpoints: (build) => ({
    advertiserCampaigns: build.query<CampaignPage, CampaignPageArgs>({
      query: (params) => ({ url: '/api/campaigns/page', params }),
      // Spending comes without pause: it asks again for short lists alone, others keep to their own rhythm.
      providesTags: (answer) =>
        answer && answer.total > MANY_CAMPAIGNS ? ['CampaignFacts'] : [LIST, 'CampaignFacts'],
    }),
    advertiserCampaign: build.query<Campaign, CampaignQuery>({
      query: ({ id, from, to }) => ({
        url: `/api/campaigns/${encodeURIComponent(id)}`,
        params: { from, to },
      }),
      providesTags: (_answer, _error, { id }) => [{ type: 'Campaign', id }],
    }),
    advertiserCreateCampaign: build.mutation<Campaign, NewCampaign>({
      query: ({ input, key }) => ({
        url: '/api/campaigns',
        method: 'POST',
        body: input,
        headers: { 'Idempotency-Key': key },
      }),
      invalidatesTags: (_answer, error) => (error ? [] : [LIST, 'CampaignFacts', 'AdvertiserDashboard']),
    }),
    advertiserUpdateCampaign: build.mutation<ChangedCampaign, CampaignChange>({
      query: ({ id, change }) => ({
        url: `/api/campaigns/${encodeURIComponent(id)}`,
        method: 'PATCH',
        body: change,
      }),
      // Also after a refusal: it may say that what the page shows is no longer true.
      invalidatesTags: (_answer, _error, { id }) => [
        LIST,
        'CampaignFacts',
        { type: 'Campaign', id },
        'AdvertiserDashboard',
      ],
    }),
    advertiserActOnCampaigns: build.mutation<CampaignActionAnswer, CampaignAction>({
      query: (body) => ({ url: '/api/campaigns/actions', method: 'POST', body }),
      invalidatesTags: (_answer, _error, { ids }) => [
        LIST,
        'CampaignFacts',
        'AdvertiserDashboard',
        ...ids.map((id) => ({ type: 'Campaign' as const, id })),
      ],
    }),
  }),
});

export const {
  useAdvertiserCampaignsQuery,
  useAdvertiserCampaignQuery,
  useAdvertiserCreateCampaignMutation,
  useAdvertiserUpdateCampaignMutation,
  useAdvertiserActOnCampaignsMutation,
} = campaignsApi;
