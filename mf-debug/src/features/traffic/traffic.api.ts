import type {
  Reversal,
  ReversalList,
  ReversalPreview,
  ReversalPreviewRequest,
  ReversalRequest,
} from '@ezdash/contracts';
import { api } from '@ezdash/store';
import { afterMoney } from '../money/money.api';

/** While one is carried out, this is how often the page looks. */
export const PROGRESS_POLL_MS = 2_000;
/** A day's traffic of a large publisher is counted in seconds, not in one. */
const PREVIEW_TIMEOUT_MS = 60_000;

const trafficApi = api.injectEndpoints({
  overrideExisting: true,
  endpoints: (build) => ({
    /** Newest first; further pages are older ones. */
    debugReversals: build.infiniteQuery<ReversalList, void, number | null>({
      infiniteQueryOptions: {
        initialPageParam: null,
        getNextPageParam: ({ next }) => next ?? undefined,
      },
      query: ({ pageParam }) => ({
        url: '/api/operator/reversals',
        params: { before: pageParam ?? undefined },
      }),
      providesTags: ['OperatorMoney'],
    }),
    /** Changes nothing; a POST, since a list of decisions is too long for an address. */
    debugReversalPreview: build.mutation<ReversalPreview, ReversalPreviewRequest>({
      query: (body) => ({
        url: '/api/operator/reversals/preview',
        method: 'POST',
        body,
        timeout: PREVIEW_TIMEOUT_MS,
      }),
    }),
    debugReverse: build.mutation<Reversal, ReversalRequest & { key: string }>({
      query: ({ key, ...body }) => ({
        url: '/api/operator/reversals',
        method: 'POST',
        body,
        headers: { 'Idempotency-Key': key },
        timeout: PREVIEW_TIMEOUT_MS,
      }),
      invalidatesTags: afterMoney,
    }),
  }),
});

export const { useDebugReversalsInfiniteQuery, useDebugReversalPreviewMutation, useDebugReverseMutation } =
  trafficApi;
