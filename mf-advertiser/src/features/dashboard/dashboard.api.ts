import type { AdvertiserDashboard, DateRange } from '@ezdash/contracts';
import { api } from '@ezdash/store';

const dashboardApi = api.injectEndpoints({
  overrideExisting: true,
  endpoints: (build) => ({
    /** GET /api/advertiser/dashboard: figures of the days asked for, of as many before, and of today. */
    advertiserDashboard: build.query<AdvertiserDashboard, DateRange>({
      query: ({ from, to }) => ({ url: '/api/advertiser/dashboard', params: { from, to } }),
      providesTags: ['AdvertiserDashboard'],
    }),
  }),
});

export const { useAdvertiserDashboardQuery } = dashboardApi;
