import type {
  OperatorPayout,
  OperatorPayoutList,
  PayoutBatch,
  PayoutBatchList,
  PayoutBatchRequest,
  PayoutDecision,
  PayoutOutcome,
  PayoutState,
  PayoutTerms,
  PayoutTermsState,
} from '@ezdash/contracts';
import { api } from '@ezdash/store';
import { afterMoney } from '../money.api';

const at = (id: string, what: string) => `/api/operator/payouts/${encodeURIComponent(id)}/${what}`;
const termsOf = (userId: string) => `/api/operator/publishers/${encodeURIComponent(userId)}/payout-terms`;

/** The file for the bank. */
export const bankFileUrl = (batchId: string) =>
  `/api/operator/payout-batches/${encodeURIComponent(batchId)}.csv`;

const payoutsApi = api.injectEndpoints({
  overrideExisting: true,
  endpoints: (build) => ({
    /** Newest first; further pages are older ones. */
    debugPayouts: build.infiniteQuery<OperatorPayoutList, PayoutState, string | null>({
      infiniteQueryOptions: {
        initialPageParam: null,
        getNextPageParam: ({ next }) => next ?? undefined,
      },
      query: ({ queryArg, pageParam }) => ({
        url: '/api/operator/payouts',
        params: { state: queryArg, before: pageParam ?? undefined },
      }),
      providesTags: ['OperatorMoney'],
    }),
    debugDecidePayout: build.mutation<OperatorPayout, PayoutDecision & { id: string }>({
      query: ({ id, ...body }) => ({ url: at(id, 'decision'), method: 'POST', body }),
      invalidatesTags: afterMoney,
    }),
    debugSettlePayout: build.mutation<OperatorPayout, PayoutOutcome & { id: string }>({
      query: ({ id, ...body }) => ({ url: at(id, 'outcome'), method: 'POST', body }),
      invalidatesTags: afterMoney,
    }),
    debugPayoutBatches: build.query<PayoutBatchList, void>({
      query: () => '/api/operator/payout-batches',
      providesTags: ['OperatorMoney'],
    }),
    debugMakeBatch: build.mutation<PayoutBatch, PayoutBatchRequest>({
      query: (body) => ({ url: '/api/operator/payout-batches', method: 'POST', body }),
      invalidatesTags: afterMoney,
    }),
    debugPayoutTerms: build.query<PayoutTermsState, string>({
      query: (userId) => termsOf(userId),
      providesTags: ['OperatorMoney'],
    }),
    debugSavePayoutTerms: build.mutation<PayoutTermsState, PayoutTerms & { userId: string }>({
      query: ({ userId, ...body }) => ({ url: termsOf(userId), method: 'PUT', body }),
      invalidatesTags: afterMoney,
    }),
  }),
});

export const {
  useDebugPayoutsInfiniteQuery,
  useDebugDecidePayoutMutation,
  useDebugSettlePayoutMutation,
  useDebugPayoutBatchesQuery,
  useDebugMakeBatchMutation,
  useDebugPayoutTermsQuery,
  useDebugSavePayoutTermsMutation,
} = payoutsApi;
