import type { ChangePasswordRequest, PasswordChanged, SetPasswordRequest } from '@ezdash/contracts';
import { api } from '@ezdash/store';

export const passwordApi = api.injectEndpoints({
  overrideExisting: true,
  endpoints: (build) => ({
    /** 422 WRONG_PASSWORD (of `current_password`), 409 NO_PASSWORD, 429. */
    settingsChangePassword: build.mutation<PasswordChanged, ChangePasswordRequest>({
      query: (body) => ({ url: '/api/settings/password', method: 'PUT', body }),
      invalidatesTags: (answer) => (answer ? ['OwnSession', 'ApiToken'] : []),
    }),
    /** Recent proof; 409 PASSWORD_EXISTS. The account then has a password (`standing.has_password`). */
    settingsSetPassword: build.mutation<PasswordChanged, SetPasswordRequest>({
      query: (body) => ({ url: '/api/settings/set-password', method: 'POST', body }),
      invalidatesTags: (answer) => (answer ? ['OwnSession', 'SocialConnection', 'Session', 'ApiToken'] : []),
    }),
  }),
});

export const { useSettingsChangePasswordMutation, useSettingsSetPasswordMutation } = passwordApi;
