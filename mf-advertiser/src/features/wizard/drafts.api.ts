import type {
  DraftInput,
  DraftList,
  DraftSummary,
  DraftUpdate,
  StoredCampaignDraft,
} from '@ezdash/contracts';
import { api } from '@ezdash/store';

const LIST = { type: 'CampaignFacts', id: 'DRAFTS' } as const;
const addressOf = (id: string) => `/api/campaign-drafts/${encodeURIComponent(id)}`;

const draftsApi = api.injectEndpoints({
  overrideExisting: true,
  endpoints: (build) => ({
    wizardDrafts: build.query<DraftList, void>({
      query: () => '/api/campaign-drafts',
      providesTags: [LIST],
    }),
    // Never from the cache: another device may have written since.
    wizardDraft: build.query<StoredCampaignDraft, string>({ query: addressOf, keepUnusedDataFor: 0 }),
    /** Sent again under its key, it is made once, and the first one is answered as it is now. */
    wizardCreateDraft: build.mutation<DraftSummary, DraftInput & { key: string }>({
      query: ({ key, ...body }) => ({
        url: '/api/campaign-drafts',
        method: 'POST',
        body,
        headers: { 'Idempotency-Key': key },
      }),
      invalidatesTags: [LIST],
    }),
    wizardSaveDraft: build.mutation<DraftSummary, DraftUpdate & { id: string }>({
      query: ({ id, ...body }) => ({ url: addressOf(id), method: 'PUT', body }),
      invalidatesTags: [LIST],
    }),
    /** Only of the version that this page knows: what another device has saved since is not thrown away. */
    wizardDropDraft: build.mutation<void, { id: string; version: number | null }>({
      query: ({ id, version }) => ({
        url: addressOf(id),
        method: 'DELETE',
        params: version === null ? undefined : { version },
      }),
      invalidatesTags: [LIST],
    }),
  }),
});

export const {
  useWizardDraftsQuery,
  useWizardDraftQuery,
  useLazyWizardDraftQuery,
  useWizardCreateDraftMutation,
  useWizardSaveDraftMutation,
  useWizardDropDraftMutation,
} = draftsApi;
