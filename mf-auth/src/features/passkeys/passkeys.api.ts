import type { ConfirmPasswordAnswer, FactorList, PasskeyProof } from '@ezdash/contracts';
import { api, type CallArgs } from '@ezdash/store';
import type { PublicKeyCredentialRequestOptionsJSON } from '@simplewebauthn/browser';

const passkeysApi = api.injectEndpoints({
  overrideExisting: true,
  endpoints: (build) => ({
    /** A challenge, good for one try: never cached. `quiet` when nobody asked for it. */
    authPasskeyOptions: build.mutation<
      { options: PublicKeyCredentialRequestOptionsJSON },
      Pick<CallArgs, 'quiet'>
    >({
      query: ({ quiet }) => ({ url: '/api/auth/passkey/options', method: 'POST', quiet }),
    }),
    authConfirmPasskey: build.mutation<ConfirmPasswordAnswer, PasskeyProof>({
      query: (body) => ({ url: '/api/auth/confirm-passkey', method: 'POST', body }),
    }),
    authFactors: build.query<FactorList, void>({
      query: () => '/api/settings/factors',
      providesTags: ['Factor'],
    }),
  }),
});

export const { useAuthPasskeyOptionsMutation, useAuthConfirmPasskeyMutation, useAuthFactorsQuery } =
  passkeysApi;
