import type { EndedSessions, OwnSessionList } from '@ezdash/contracts';
import { api } from '@ezdash/store';

export const sessionsApi = api.injectEndpoints({
  overrideExisting: true,
  endpoints: (build) => ({
    settingsSessions: build.query<OwnSessionList, void>({
      query: () => '/api/settings/sessions',
      providesTags: ['OwnSession'],
    }),
    /** 404 when it is over already: the list is read again in any case. */
    settingsEndSession: build.mutation<unknown, string>({
      query: (id) => ({ url: `/api/settings/sessions/${encodeURIComponent(id)}`, method: 'DELETE' }),
      invalidatesTags: ['OwnSession'],
    }),
    settingsEndOtherSessions: build.mutation<EndedSessions, void>({
      query: () => ({ url: '/api/settings/sessions', method: 'DELETE' }),
      invalidatesTags: ['OwnSession'],
    }),
  }),
});

export const {
  useSettingsSessionsQuery,
  useSettingsEndSessionMutation,
  useSettingsEndOtherSessionsMutation,
} = sessionsApi;
