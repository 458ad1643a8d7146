import type { ChangePasswordRequest, EndedSessions } from '@ezdash/contracts';
import { api } from '@ezdash/store';

export const passwordApi = api.injectEndpoints({
  overrideExisting: true,
  endpoints: (build) => ({
    /** 422 WRONG_PASSWORD (of `current_password`), 409 NO_PASSWORD, 429. */
    settingsChangePassword: build.mutation<EndedSessions, ChangePasswordRequest>({
      query: (body) => ({ url: '/api/settings/password', method: 'PUT', body }),
      invalidatesTags: (answer) => (answer ? ['OwnSession'] : []),
    }),
    /** Recent proof; 409 PASSWORD_EXISTS. The account then has a password (`standing.has_password`). */
    settingsSetPassword: build.mutation<EndedSessions, string>({
      query: (password) => ({ url: '/api/settings/set-password', method: 'POST', body: { password } }),
      invalidatesTags: (answer) => (answer ? ['OwnSession', 'SocialConnection', 'Session'] : []),
    }),
  }),
});

export const { useSettingsChangePasswordMutation, useSettingsSetPasswordMutation } = passwordApi;
