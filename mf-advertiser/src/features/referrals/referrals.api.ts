import type {
  ReferralBanners,
  ReferralEarningState,
  ReferralEarnings,
  ReferralFunnel,
  ReferralLink,
  ReferralLinkInput,
  ReferralOverview,
} from '@ezdash/contracts';
import { api, toApiError } from '@ezdash/store';
import type { BannersQuestion, FunnelQuestion, ReferralsApi } from '@ezdash/ui/referrals';

const BASE = '/api/referrals';
const linkAt = (id: string, what = '') => `${BASE}/links/${encodeURIComponent(id)}${what}`;
/** Also after a refusal: what is shown may not be so any more. */
const CHANGED = ['Referral' as const];

const referralsApi = api.injectEndpoints({
  overrideExisting: true,
  endpoints: (build) => ({
    advertiserReferrals: build.query<ReferralOverview, void>({
      query: () => BASE,
      providesTags: CHANGED,
    }),
    advertiserReferralFunnel: build.query<ReferralFunnel, FunnelQuestion>({
      query: (params) => ({ url: `${BASE}/funnel`, params }),
      providesTags: CHANGED,
    }),
    advertiserReferralBanners: build.query<ReferralBanners, BannersQuestion>({
      query: ({ link, locale }) => ({ url: linkAt(link, '/banners'), params: { locale } }),
    }),
    /** Newest first; further pages are older ones. */
    advertiserReferralEarnings: build.infiniteQuery<
      ReferralEarnings,
      ReferralEarningState | null,
      string | null
    >({
      infiniteQueryOptions: {
        initialPageParam: null,
        getNextPageParam: ({ next }) => next ?? undefined,
      },
      query: ({ queryArg, pageParam }) => ({
        url: `${BASE}/earnings`,
        params: { state: queryArg ?? undefined, before: pageParam ?? undefined },
      }),
      providesTags: CHANGED,
    }),
    advertiserJoinReferrals: build.mutation<ReferralOverview, void>({
      query: () => ({ url: `${BASE}/join`, method: 'POST', body: {} }),
      invalidatesTags: CHANGED,
    }),
    advertiserAddReferralLink: build.mutation<ReferralLink, ReferralLinkInput>({
      query: (body) => ({ url: `${BASE}/links`, method: 'POST', body }),
      invalidatesTags: CHANGED,
    }),
    advertiserRenameReferralLink: build.mutation<ReferralLink, ReferralLinkInput & { id: string }>({
      query: ({ id, ...body }) => ({ url: linkAt(id), method: 'PUT', body }),
      invalidatesTags: CHANGED,
    }),
    advertiserArchiveReferralLink: build.mutation<ReferralLink, string>({
      query: (id) => ({ url: linkAt(id, '/archive'), method: 'POST', body: {} }),
      invalidatesTags: CHANGED,
    }),
    advertiserRestoreReferralLink: build.mutation<ReferralLink, string>({
      query: (id) => ({ url: linkAt(id, '/restore'), method: 'POST', body: {} }),
      invalidatesTags: CHANGED,
    }),
  }),
});

/** What the shared page asks and acts by. */
export const advertiserReferrals: ReferralsApi = {
  failureOf: toApiError,
  useOverview: referralsApi.useAdvertiserReferralsQuery,
  useFunnel: referralsApi.useAdvertiserReferralFunnelQuery,
  useBanners: referralsApi.useAdvertiserReferralBannersQuery,
  useEarnings: referralsApi.useAdvertiserReferralEarningsInfiniteQuery,
  useJoin: referralsApi.useAdvertiserJoinReferralsMutation,
  useAddLink: referralsApi.useAdvertiserAddReferralLinkMutation,
  useRenameLink: referralsApi.useAdvertiserRenameReferralLinkMutation,
  useArchiveLink: referralsApi.useAdvertiserArchiveReferralLinkMutation,
  useRestoreLink: referralsApi.useAdvertiserRestoreReferralLinkMutation,
};
