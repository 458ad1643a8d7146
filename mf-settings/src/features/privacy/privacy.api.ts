import type { DataExport, DeletionRequest, PrivacyState } from '@ezdash/contracts';
import { api } from '@ezdash/store';

const PRIVACY = '/api/settings/privacy';
/** What an account that is to be deleted has at a stand-still. */
const STOPPED = [
  'Session',
  'Campaign',
  'CampaignFacts',
  'AdvertiserDashboard',
  'Property',
  'Zone',
  'PublisherDashboard',
] as const;

export const archiveAddress = (id: string) => `${PRIVACY}/exports/${encodeURIComponent(id)}/archive`;

export const privacyApi = api.injectEndpoints({
  overrideExisting: true,
  endpoints: (build) => ({
    settingsPrivacy: build.query<PrivacyState, void>({ query: () => PRIVACY, providesTags: ['Privacy'] }),
    settingsAskExport: build.mutation<DataExport, void>({
      query: () => ({ url: `${PRIVACY}/exports`, method: 'POST' }),
      // Also a refusal tells of a state that is not the one on the page.
      invalidatesTags: ['Privacy'],
    }),
    settingsAskDeletion: build.mutation<PrivacyState, DeletionRequest>({
      query: (body) => ({ url: `${PRIVACY}/deletion`, method: 'POST', body }),
      invalidatesTags: (asked, error) =>
        asked ? ['Privacy', ...STOPPED] : error?.status === 409 ? ['Privacy'] : [],
    }),
    settingsKeepAccount: build.mutation<PrivacyState, void>({
      query: () => ({ url: `${PRIVACY}/deletion`, method: 'DELETE' }),
      invalidatesTags: (kept) => (kept ? ['Privacy', ...STOPPED] : []),
    }),
  }),
});

export const {
  useSettingsPrivacyQuery,
  useSettingsAskExportMutation,
  useSettingsAskDeletionMutation,
  useSettingsKeepAccountMutation,
} = privacyApi;
