import type { DateRange, Earnings, FloorAdvice, PublisherDashboard } from '@ezdash/contracts';
import { api } from '@ezdash/store';

export const dashboardApi = api.injectEndpoints({
  overrideExisting: true,
  endpoints: (build) => ({
    publisherDashboard: build.query<PublisherDashboard, DateRange>({
      query: ({ from, to }) => ({ url: '/api/publisher/dashboard', params: { from, to } }),
      providesTags: ['PublisherDashboard'],
    }),
    /** Without a tag: what every event that is paid for would have read again is worth a look now and then here. */
    publisherNextPayout: build.query<Earnings, void>({
      query: () => '/api/publisher/earnings',
    }),
    /** Without a tag for the same reason: auctions of days do not turn with one of them. */
    publisherTopFloor: build.query<FloorAdvice, string>({
      query: (zoneId) => `/api/zones/${encodeURIComponent(zoneId)}/floor-advice`,
    }),
  }),
});

export const { usePublisherDashboardQuery, usePublisherNextPayoutQuery, usePublisherTopFloorQuery } =
  dashboardApi;
