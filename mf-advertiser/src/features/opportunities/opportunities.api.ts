import type { OpportunityList } from '@ezdash/contracts';
import { api } from '@ezdash/store';

const opportunitiesApi = api.injectEndpoints({
  overrideExisting: true,
  endpoints: (build) => ({
    /** GET /api/opportunities: what would do the running campaigns good. What changes one of them changes the list. */
    advertiserOpportunities: build.query<OpportunityList, void>({
      query: () => '/api/opportunities',
      providesTags: (answer) => [
        'CampaignFacts',
        ...(answer?.opportunities ?? []).map(
          ({ campaign: { id } }) => ({ type: 'CampaignFacts', id }) as const,
        ),
      ],
    }),
  }),
});

export const { useAdvertiserOpportunitiesQuery } = opportunitiesApi;
