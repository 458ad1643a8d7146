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
    publisherReferrals: build.query<ReferralOverview, void>({
      query: () => BASE,
      providesTags: CHANGED,
    }),
    publisherReferralFunnel: build.query<ReferralFunnel, FunnelQuestion>({
      query: (params) => ({ url: `${BASE}/funnel`, params }),
      providesTags: CHANGED,
    }),
    publisherReferralBanners: build.query<ReferralBanners, BannersQuestion>({
      query: ({ link, locale }) => ({ url: linkAt(link, '/banners'), params: { locale } }),
    }),
    /** Newest first; further pages are older ones. */
    publisherReferralEarnings: build.infiniteQuery<
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
    publisherJoinReferrals: build.mutation<ReferralOverview, void>({
      query: () => ({ url: `${BASE}/join`, method: 'POST', body: {} }),
      invalidatesTags: CHANGED,
    }),
    publisherAddReferralLink: build.mutation<ReferralLink, ReferralLinkInput>({
      query: (body) => ({ url: `${BASE}/links`, method: 'POST', body }),
      invalidatesTags: CHANGED,
    }),
    publisherRenameReferralLink: build.mutation<ReferralLink, ReferralLinkInput & { id: string }>({
      query: ({ id, ...body }) => ({ url: linkAt(id), method: 'PUT', body }),
      invalidatesTags: CHANGED,
    }),
    publisherArchiveReferralLink: build.mutation<ReferralLink, string>({
      query: (id) => ({ url: linkAt(id, '/archive'), method: 'POST', body: {} }),
      invalidatesTags: CHANGED,
    }),
    publisherRestoreReferralLink: build.mutation<ReferralLink, string>({
      query: (id) => ({ url: linkAt(id, '/restore'), method: 'POST', body: {} }),
      invalidatesTags: CHANGED,
    }),
  }),
});

/** What the shared page asks and acts by. */
export const publisherReferrals: ReferralsApi = {
  failureOf: toApiError,
  useOverview: referralsApi.usePublisherReferralsQuery,
  useFunnel: referralsApi.usePublisherReferralFunnelQuery,
  useBanners: referralsApi.usePublisherReferralBannersQuery,
  useEarnings: referralsApi.usePublisherReferralEarningsInfiniteQuery,
  useJoin: referralsApi.usePublisherJoinReferralsMutation,
  useAddLink: referralsApi.usePublisherAddReferralLinkMutation,
  useRenameLink: referralsApi.usePublisherRenameReferralLinkMutation,
  useArchiveLink: referralsApi.usePublisherArchiveReferralLinkMutation,
  useRestoreLink: referralsApi.usePublisherRestoreReferralLinkMutation,
};
