import type { ConfirmPasswordAnswer, PasskeyOptions } from '@ezdash/contracts';
import { api } from '@ezdash/store';
import type { AuthenticationResponseJSON } from '@simplewebauthn/browser';

export const proofApi = api.injectEndpoints({
  overrideExisting: true,
  endpoints: (build) => ({
    /** 422 WRONG_PASSWORD, 409 NO_PASSWORD, 429. */
    settingsConfirmPassword: build.mutation<ConfirmPasswordAnswer, string>({
      query: (password) => ({ url: '/api/auth/confirm-password', method: 'POST', body: { password } }),
    }),
    settingsPasskeyChallenge: build.mutation<PasskeyOptions, void>({
      query: () => ({ url: '/api/auth/passkey/options', method: 'POST', body: {} }),
    }),
    /** 422 WRONG_PASSKEY, 409 NO_CHALLENGE. */
    settingsConfirmPasskey: build.mutation<ConfirmPasswordAnswer, AuthenticationResponseJSON>({
      query: (response) => ({ url: '/api/auth/confirm-passkey', method: 'POST', body: { response } }),
    }),
  }),
});

export const {
  useSettingsConfirmPasswordMutation,
  useSettingsPasskeyChallengeMutation,
  useSettingsConfirmPasskeyMutation,
} = proofApi;
