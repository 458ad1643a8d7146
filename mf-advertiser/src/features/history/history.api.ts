import type { Campaign, CampaignHistory } from '@ezdash/contracts';
import { api } from '@ezdash/store';

interface UndoCall {
  id: string;
  change: string;
}

const historyApi = api.injectEndpoints({
  overrideExisting: true,
  endpoints: (build) => ({
    // One chain of pages: when the first changes, the others are asked for anew from where it ends by then.
    advertiserCampaignHistory: build.infiniteQuery<CampaignHistory, string, string | null>({
      infiniteQueryOptions: {
        initialPageParam: null,
        getNextPageParam: ({ next_cursor }) => next_cursor ?? undefined,
      },
      query: ({ queryArg: id, pageParam }) => ({
        url: `/api/campaigns/${encodeURIComponent(id)}/history`,
        params: pageParam ? { cursor: pageParam } : {},
      }),
      // Whatever changes a campaign adds to its history.
      providesTags: (_answer, _error, id) => [{ type: 'CampaignFacts', id }],
    }),
    advertiserUndoChange: build.mutation<Campaign, UndoCall>({
      query: ({ id, change }) => ({
        url: `/api/campaigns/${encodeURIComponent(id)}/history/${encodeURIComponent(change)}/undo`,
        method: 'POST',
        body: {},
      }),
      // Also after a refusal: it says that what the page shows is no longer true.
      invalidatesTags: (_answer, _error, { id }) => [
        { type: 'Campaign', id: 'LIST' },
        'CampaignFacts',
        { type: 'Campaign', id },
        'AdvertiserDashboard',
      ],
    }),
  }),
});

export const { useAdvertiserCampaignHistoryInfiniteQuery, useAdvertiserUndoChangeMutation } = historyApi;
