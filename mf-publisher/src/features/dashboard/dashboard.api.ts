import type { DateRange, PublisherDashboard } from '@ezdash/contracts';
import { api } from '@ezdash/store';

export const dashboardApi = api.injectEndpoints({
  overrideExisting: true,
  endpoints: (build) => ({
    publisherDashboard: build.query<PublisherDashboard, DateRange>({
      query: ({ from, to }) => ({ url: '/api/publisher/dashboard', params: { from, to } }),
      providesTags: ['PublisherDashboard'],
    }),
  }),
});

export const { usePublisherDashboardQuery } = dashboardApi;
