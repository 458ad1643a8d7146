import type {
  Campaign,
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

/** A change of budgets, and under which key: sent again, nothing is changed twice. */
export type BudgetsArgs = CampaignBudgets & { key: string };

/** A thousand campaigns are changed one by one. */
const IMPORT_TIMEOUT_MS = 120_000;
const VIEWS = { type: 'CampaignView', id: 'LIST' } as const;
const CSV = { 'Content-Type': 'text/csv' };
const viewUrl = (id: string) => `/api/campaigns/views/${encodeURIComponent(id)}`;

const campaignListApi = api.injectEndpoints({
  overrideExisting: true,
  endpoints: (build) => ({
    campaignListIds: build.query<CampaignIds, CampaignSetArgs>({
      query: (params) => ({ url: '/api/campaigns/ids', params }),
      keepUnusedDataFor: 0,
    }),
    campaignListBudgets: build.mutation<CampaignBudgetsAnswer, BudgetsArgs>({
      query: ({ key, ...body }) => ({
        url: '/api/campaigns/budgets',
        method: 'POST',
        body,
        headers: { 'Idempotency-Key': key },
        timeout: IMPORT_TIMEOUT_MS,
      }),
      invalidatesTags: ['Campaign', 'AdvertiserDashboard'],
    }),
    campaignListUndoBudgets: build.mutation<CampaignBudgetsAnswer, CampaignBudgetsUndo>({
      query: (body) => ({
        url: '/api/campaigns/budgets/undo',
        method: 'POST',
        body,
        timeout: IMPORT_TIMEOUT_MS,
      }),
      invalidatesTags: ['Campaign', 'AdvertiserDashboard'],
    }),
    campaignListClone: build.mutation<Campaign, { id: string; name: string; key: string }>({
      query: ({ id, name, key }) => ({
        url: `/api/campaigns/${encodeURIComponent(id)}/clone`,
        method: 'POST',
        body: { name },
        headers: { 'Idempotency-Key': key },
      }),
      invalidatesTags: (_answer, error) => (error ? [] : ['Campaign', 'AdvertiserDashboard']),
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
      invalidatesTags: ['Campaign', 'AdvertiserDashboard'],
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
  useCampaignListCloneMutation,
  useCampaignListPreviewMutation,
  useCampaignListImportMutation,
  useCampaignListViewsQuery,
  useCampaignListAddViewMutation,
  useCampaignListReplaceViewMutation,
  useCampaignListDeleteViewMutation,
} = campaignListApi;
