import type {
  Campaign,
  CampaignBids,
  CampaignBidsAnswer,
  CampaignBidsUndo,
  CampaignBudgets,
  CampaignBudgetsAnswer,
  CampaignBudgetsUndo,
  CampaignIds,
  CampaignImportAnswer,
  CampaignImportPreview,
  CampaignSavedView,
  CampaignViewInput,
  CampaignViews,
} from '@ezdash/contracts';
import { api } from '@ezdash/store';
import type { CampaignSetArgs } from './campaigns.api';

/** A file of campaigns, and under which key and plan it is carried out. */
export interface ImportArgs {
  file: string;
  plan: string;
  key: string;
}

/** A change of budgets or bids, and under which key: sent again, nothing is changed twice. */
export type AmountsArgs = (CampaignBudgets | CampaignBids) & { key: string };

/** A thousand campaigns are changed one by one. */
const IMPORT_TIMEOUT_MS = 120_000;
const VIEWS = { type: 'CampaignView', id: 'LIST' } as const;
const CSV = { 'Content-Type': 'text/csv' };
/** What shows a campaign's amounts, or follows from them. */
const CHANGED = ['Campaign', 'CampaignFacts', 'AdvertiserDashboard'] as const;
/** Hundreds of them, changed one by one. */
const ofMany = (url: string, body: object, headers?: Record<string, string>) => ({
  url,
  method: 'POST',
  body,
  headers,
  timeout: IMPORT_TIMEOUT_MS,
});
const viewUrl = (id: string) => `/api/campaigns/views/${encodeURIComponent(id)}`;

const campaignListApi = api.injectEndpoints({
  overrideExisting: true,
  endpoints: (build) => ({
    campaignListIds: build.query<CampaignIds, CampaignSetArgs>({
      query: (params) => ({ url: '/api/campaigns/ids', params }),
      keepUnusedDataFor: 0,
    }),
    campaignListBudgets: build.mutation<CampaignBudgetsAnswer, AmountsArgs>({
      query: ({ key, ...body }) => ofMany('/api/campaigns/budgets', body, { 'Idempotency-Key': key }),
      invalidatesTags: CHANGED,
    }),
    campaignListUndoBudgets: build.mutation<CampaignBudgetsAnswer, CampaignBudgetsUndo>({
      query: (body) => ofMany('/api/campaigns/budgets/undo', body),
      invalidatesTags: CHANGED,
    }),
    campaignListBids: build.mutation<CampaignBidsAnswer, AmountsArgs>({
      query: ({ key, ...body }) => ofMany('/api/campaigns/bids', body, { 'Idempotency-Key': key }),
      invalidatesTags: CHANGED,
    }),
    campaignListUndoBids: build.mutation<CampaignBidsAnswer, CampaignBidsUndo>({
      query: (body) => ofMany('/api/campaigns/bids/undo', body),
      invalidatesTags: CHANGED,
    }),
    campaignListClone: build.mutation<Campaign, { id: string; name: string; key: string }>({
      query: ({ id, name, key }) => ({
        url: `/api/campaigns/${encodeURIComponent(id)}/clone`,
        method: 'POST',
        body: { name },
        headers: { 'Idempotency-Key': key },
      }),
      invalidatesTags: (_answer, error) => (error ? [] : CHANGED),
    }),
    campaignListPreview: build.mutation<CampaignImportPreview, string>({
      query: (file) => ({
        url: '/api/campaigns/import/preview',
        method: 'POST',
        body: file,
        headers: CSV,
        timeout: IMPORT_TIMEOUT_MS,
      }),
    }),
    campaignListImport: build.mutation<CampaignImportAnswer, ImportArgs>({
      query: ({ file, plan, key }) => ({
        url: '/api/campaigns/import',
        params: { plan },
        method: 'POST',
        body: file,
        headers: { ...CSV, 'Idempotency-Key': key },
        timeout: IMPORT_TIMEOUT_MS,
      }),
      invalidatesTags: CHANGED,
    }),
    campaignListViews: build.query<CampaignViews, void>({
      query: () => '/api/campaigns/views',
      providesTags: [VIEWS],
    }),
    campaignListAddView: build.mutation<CampaignSavedView, CampaignViewInput>({
      query: (body) => ({ url: '/api/campaigns/views', method: 'POST', body }),
      invalidatesTags: [VIEWS],
    }),
    campaignListReplaceView: build.mutation<CampaignSavedView, CampaignSavedView>({
      query: ({ id, ...body }) => ({ url: viewUrl(id), method: 'PUT', body }),
      invalidatesTags: [VIEWS],
    }),
    campaignListDeleteView: build.mutation<void, string>({
      query: (id) => ({ url: viewUrl(id), method: 'DELETE' }),
      invalidatesTags: [VIEWS],
    }),
  }),
});

export const {
  useLazyCampaignListIdsQuery,
  useCampaignListBudgetsMutation,
  useCampaignListUndoBudgetsMutation,
  useCampaignListBidsMutation,
  useCampaignListUndoBidsMutation,
  useCampaignListCloneMutation,
  useCampaignListPreviewMutation,
  useCampaignListImportMutation,
  useCampaignListViewsQuery,
  useCampaignListAddViewMutation,
  useCampaignListReplaceViewMutation,
  useCampaignListDeleteViewMutation,
} = campaignListApi;
