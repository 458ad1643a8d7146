import type {
  AdvertiserDashboard,
  CampaignPage,
  ConversationList,
  DateRange,
  NewsPage,
  OperatorConversationList,
  Registry,
  ReviewQueue,
} from '@ezdash/contracts';
import { api } from '@ezdash/store';

/** More than the palette shows, for its words may come in another order than the server looks for them. */
const OFFERED = 25;

/** What the frame around every page asks for itself. */
export const frameApi = api.injectEndpoints({
  overrideExisting: true,
  endpoints: (build) => ({
    /** A few campaigns for the palette, of those that match what is typed: an account may have thousands. */
    shellCampaigns: build.query<CampaignPage, DateRange & { q: string }>({
      query: (wanted) => ({
        url: '/api/campaigns/page',
        params: { ...wanted, sort: 'spend', limit: OFFERED },
      }),
      providesTags: ['CampaignFacts'],
    }),
    /** Balance and how long it lasts; the least range, since its figures are not shown here. */
    shellAdvertiserFunds: build.query<AdvertiserDashboard, DateRange>({
      query: (range) => ({ url: '/api/advertiser/dashboard', params: range }),
      providesTags: ['AdvertiserDashboard'],
    }),
    /** How many creatives wait for the operator; null when the answer says nothing of it. */
    shellWaitingCreatives: build.query<number | null, void>({
      query: () => '/api/operator/reviews',
      transformResponse: ({ reviews, waiting_creatives }: Partial<ReviewQueue>) =>
        waiting_creatives ??
        (reviews ? reviews.reduce((sum, { campaign }) => sum + campaign.creatives.length, 0) : null),
      providesTags: ['Review'],
    }),
    /** Unread news; the least page of them, since they are not shown here. */
    shellUnreadNews: build.query<number | null, void>({
      query: () => ({ url: '/api/news', params: { limit: 1 } }),
      transformResponse: ({ unread }: Partial<NewsPage>) => unread ?? null,
      providesTags: ['News'],
    }),
    /** The list of the help page, and the number at its link: one answer, so that they never disagree. */
    shellConversations: build.query<ConversationList, void>({
      query: () => '/api/support/conversations',
      providesTags: ['Conversation'],
    }),
    /** Conversations that wait for an operator. */
    shellOpenConversations: build.query<number | null, void>({
      query: () => ({ url: '/api/operator/conversations', params: { state: 'open' } }),
      transformResponse: ({ counts }: Partial<OperatorConversationList>) => counts?.open ?? null,
      providesTags: ['OperatorConversation'],
    }),
    /** Releases of remotes as the server offers them now; it has seen the change of this revision before it answers. */
    shellRegistry: build.query<Registry, number | undefined>({
      query: (revision) => ({ url: '/remotes/registry.json', params: { revision } }),
    }),
  }),
});

export const {
  useShellCampaignsQuery,
  useShellAdvertiserFundsQuery,
  useShellWaitingCreativesQuery,
  useShellUnreadNewsQuery,
  useShellConversationsQuery,
  useShellOpenConversationsQuery,
} = frameApi;

/** Today in UTC as a range of days. */
export function today(): DateRange {
  const day = new Date().toISOString().slice(0, 10);
  return { from: day, to: day };
}
