import type { Campaign, CampaignHistory } from '@ezdash/contracts';
import { api } from '@ezdash/store';

interface HistoryQuery {
  id: string;
  cursor?: string;
}
interface UndoCall {
  id: string;
  change: string;
}

const historyApi = api.injectEndpoints({
  overrideExisting: true,
  endpoints: (build) => ({
    advertiserCampaignHistory: build.query<CampaignHistory, HistoryQuery>({
      query: ({ id, cursor }) => ({
        url: `/api/campaigns/${encodeURIComponent(id)}/history`,
        params: cursor ? { cursor } : {},
      }),
      // Whatever changes a campaign adds to its history.
      providesTags: (_answer, _error, { id }) => [{ type: 'Campaign', id }],
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
        { type: 'Campaign', id },
        'AdvertiserDashboard',
      ],
    }),
  }),
});

export const { useAdvertiserCampaignHistoryQuery, useAdvertiserUndoChangeMutation } = historyApi;
