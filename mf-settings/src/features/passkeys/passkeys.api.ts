import type { Passkey, PasskeyOptions } from '@ezdash/contracts';
import { api } from '@ezdash/store';
import type { RegistrationResponseJSON } from '@simplewebauthn/browser';

interface NewPasskey {
  name: string;
  response: RegistrationResponseJSON;
}

/** The list is part of `settingsFactors`. */
export const passkeysApi = api.injectEndpoints({
  overrideExisting: true,
  endpoints: (build) => ({
    /** Recent proof. What the browser is asked with, good for one passkey and five minutes. */
    settingsPasskeyOptions: build.mutation<PasskeyOptions, void>({
      query: () => ({ url: '/api/settings/passkeys/options', method: 'POST', body: {} }),
    }),
    /** 422 WRONG_PASSKEY, 409 NO_CHALLENGE. */
    settingsAddPasskey: build.mutation<Passkey, NewPasskey>({
      query: (body) => ({ url: '/api/settings/passkeys', method: 'POST', body }),
      invalidatesTags: (answer) => (answer ? ['Factor'] : []),
    }),
    settingsRenamePasskey: build.mutation<Passkey, { id: string; name: string }>({
      query: ({ id, name }) => ({
        url: `/api/settings/passkeys/${encodeURIComponent(id)}`,
        method: 'PATCH',
        body: { name },
      }),
      invalidatesTags: ['Factor'],
    }),
    /** Recent proof. */
    settingsRemovePasskey: build.mutation<unknown, string>({
      query: (id) => ({ url: `/api/settings/passkeys/${encodeURIComponent(id)}`, method: 'DELETE' }),
      invalidatesTags: ['Factor', 'SocialConnection'],
    }),
  }),
});

export const {
  useSettingsPasskeyOptionsMutation,
  useSettingsAddPasskeyMutation,
  useSettingsRenamePasskeyMutation,
  useSettingsRemovePasskeyMutation,
} = passkeysApi;
