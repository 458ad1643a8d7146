import type { ApiTokenInput, ApiTokenList, CreatedApiToken } from '@ezdash/contracts';
import { api } from '@ezdash/store';

export const API_PATH = '/api/v1';
export const DESCRIPTION_PATH = `${API_PATH}/openapi.json`;

export const apiTokensApi = api.injectEndpoints({
  overrideExisting: true,
  endpoints: (build) => ({
    settingsApiTokens: build.query<ApiTokenList, void>({
      query: () => '/api/settings/api-tokens',
      providesTags: ['ApiToken'],
    }),
    settingsCreateApiToken: build.mutation<CreatedApiToken, ApiTokenInput>({
      query: (body) => ({ url: '/api/settings/api-tokens', method: 'POST', body }),
      invalidatesTags: (created) => (created ? ['ApiToken'] : []),
    }),
    /** Also one that is gone already makes the list be asked for again. */
    settingsRevokeApiToken: build.mutation<unknown, string>({
      query: (id) => ({ url: `/api/settings/api-tokens/${encodeURIComponent(id)}`, method: 'DELETE' }),
      invalidatesTags: ['ApiToken'],
    }),
    /** The API as it describes itself (OpenAPI 3.1), in the language of the page. */
    settingsApiDescription: build.query<unknown, string>({ query: () => DESCRIPTION_PATH }),
  }),
});

export const {
  useSettingsApiTokensQuery,
  useSettingsCreateApiTokenMutation,
  useSettingsRevokeApiTokenMutation,
  useSettingsApiDescriptionQuery,
} = apiTokensApi;
