import type {
  OperatorReferralDecision,
  OperatorReferralDetail,
  OperatorReferralQuery,
  OperatorReferrals,
} from '@ezdash/contracts';
import { api } from '@ezdash/store';
import { afterMoney } from '../money/money.api';

const BASE = '/api/operator/referrals';
const at = (id: string, what = '') => `${BASE}/${encodeURIComponent(id)}${what}`;

export type ReferralFilter = Pick<OperatorReferralQuery, 'state' | 'reason' | 'search'>;
export type ReferralDecision = 'refuse' | 'allow';

const referralsApi = api.injectEndpoints({
  overrideExisting: true,
  endpoints: (build) => ({
    /** Newest first; further pages are older ones. */
    debugReferrals: build.infiniteQuery<OperatorReferrals, ReferralFilter, string | null>({
      infiniteQueryOptions: {
        initialPageParam: null,
        getNextPageParam: ({ next }) => next ?? undefined,
      },
      query: ({ queryArg, pageParam }) => ({
        url: BASE,
        params: { ...queryArg, before: pageParam ?? undefined },
      }),
      providesTags: ['OperatorMoney'],
    }),
    debugReferral: build.query<OperatorReferralDetail, string>({
      query: (id) => at(id),
      providesTags: ['OperatorMoney'],
    }),
    debugDecideReferral: build.mutation<
      OperatorReferralDetail,
      OperatorReferralDecision & { id: string; decision: ReferralDecision }
    >({
      query: ({ id, decision, ...body }) => ({ url: at(id, `/${decision}`), method: 'POST', body }),
      invalidatesTags: afterMoney,
    }),
  }),
});

export const { useDebugReferralsInfiniteQuery, useDebugReferralQuery, useDebugDecideReferralMutation } =
  referralsApi;
