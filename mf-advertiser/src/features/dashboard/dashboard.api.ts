import type { AdvertiserDashboard, CallOutDismissed, CallOutKey, DateRange } from '@ezdash/contracts';
import { api } from '@ezdash/store';

const dashboardApi = api.injectEndpoints({
  overrideExisting: true,
  endpoints: (build) => ({
    /** GET /api/advertiser/dashboard: figures of the days asked for, of as many before, and of today. */
    advertiserDashboard: build.query<AdvertiserDashboard, DateRange>({
      query: ({ from, to }) => ({ url: '/api/advertiser/dashboard', params: { from, to } }),
      providesTags: ['AdvertiserDashboard'],
    }),
    /** Puts a call-out away for a day. */
    advertiserDismissCallOut: build.mutation<CallOutDismissed, CallOutKey>({
      query: (body) => ({ url: '/api/advertiser/call-outs/dismiss', method: 'POST', body }),
      invalidatesTags: (_, error) => (error ? [] : ['AdvertiserDashboard']),
    }),
    advertiserRestoreCallOut: build.mutation<unknown, CallOutKey>({
      query: (body) => ({ url: '/api/advertiser/call-outs/restore', method: 'POST', body }),
      invalidatesTags: (_, error) => (error ? [] : ['AdvertiserDashboard']),
    }),
  }),
});

export const {
  useAdvertiserDashboardQuery,
  useAdvertiserDismissCallOutMutation,
  useAdvertiserRestoreCallOutMutation,
} = dashboardApi;
