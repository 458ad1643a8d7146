import type { Earnings, EarningsDeductionList, Payout, PayoutList, PayoutRequest } from '@ezdash/contracts';
import { api } from '@ezdash/store';

export const earningsApi = api.injectEndpoints({
  overrideExisting: true,
  endpoints: (build) => ({
    publisherEarnings: build.query<Earnings, void>({
      query: () => '/api/publisher/earnings',
      providesTags: ['Earnings'],
    }),
    /** Newest first; further pages are older ones. */
    publisherPayouts: build.infiniteQuery<PayoutList, void, string | null>({
      infiniteQueryOptions: {
        initialPageParam: null,
        getNextPageParam: ({ next }) => next ?? undefined,
      },
      query: ({ pageParam }) => ({
        url: '/api/publisher/payouts',
        params: { before: pageParam ?? undefined },
      }),
      providesTags: ['Earnings'],
    }),
    /** Newest first; further pages are older ones. */
    publisherDeductions: build.infiniteQuery<EarningsDeductionList, void, string | null>({
      infiniteQueryOptions: {
        initialPageParam: null,
        getNextPageParam: ({ next }) => next ?? undefined,
      },
      query: ({ pageParam }) => ({
        url: '/api/publisher/deductions',
        params: { before: pageParam ?? undefined },
      }),
      providesTags: ['Earnings'],
    }),
    /** Also after a refusal: what was shown is not so any more. */
    publisherRequestPayout: build.mutation<Payout, PayoutRequest>({
      query: (body) => ({ url: '/api/publisher/payouts', method: 'POST', body }),
      invalidatesTags: ['Earnings', 'Session'],
    }),
  }),
});

export const {
  usePublisherEarningsQuery,
  usePublisherDeductionsInfiniteQuery,
  usePublisherPayoutsInfiniteQuery,
  usePublisherRequestPayoutMutation,
} = earningsApi;
