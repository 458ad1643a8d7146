import type { HoldCase, HoldCaseList, HoldDecision } from '@ezdash/contracts';
import { api } from '@ezdash/store';
import { afterMoney } from '../money/money.api';

const holdsApi = api.injectEndpoints({
  overrideExisting: true,
  endpoints: (build) => ({
    /** Newest first; further pages are older ones. */
    debugHoldCases: build.infiniteQuery<HoldCaseList, 'open' | 'decided', number | null>({
      infiniteQueryOptions: {
        initialPageParam: null,
        getNextPageParam: ({ next }) => next ?? undefined,
      },
      query: ({ queryArg: state, pageParam }) => ({
        url: '/api/operator/hold-cases',
        params: { state, before: pageParam ?? undefined },
      }),
      providesTags: ['OperatorMoney'],
    }),
    debugDecideHold: build.mutation<HoldCase, HoldDecision & { id: number }>({
      query: ({ id, ...body }) => ({
        url: `/api/operator/hold-cases/${id}/decision`,
        method: 'POST',
        body,
      }),
      invalidatesTags: afterMoney,
    }),
  }),
});

export const { useDebugHoldCasesInfiniteQuery, useDebugDecideHoldMutation } = holdsApi;
