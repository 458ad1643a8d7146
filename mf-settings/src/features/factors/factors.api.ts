import type { FactorList, RecoveryCodes, TotpSetup } from '@ezdash/contracts';
import { api } from '@ezdash/store';

/** Two-step verification of the own account. All but the list and the code's check ask for a recent proof. */
export const factorsApi = api.injectEndpoints({
  overrideExisting: true,
  endpoints: (build) => ({
    settingsFactors: build.query<FactorList, void>({
      query: () => '/api/settings/factors',
      providesTags: ['Factor'],
    }),
    /** A secret that counts once `settingsConfirmTotp` has seen a code of it. */
    settingsBeginTotp: build.mutation<TotpSetup, void>({
      query: () => ({ url: '/api/settings/factors/totp', method: 'POST', body: {} }),
    }),
    /** 422 WRONG_CODE, 409 NO_SETUP. */
    settingsConfirmTotp: build.mutation<RecoveryCodes, string>({
      query: (code) => ({ url: '/api/settings/factors/totp/confirm', method: 'POST', body: { code } }),
      invalidatesTags: (answer) => (answer ? ['Factor'] : []),
    }),
    settingsRenewRecoveryCodes: build.mutation<RecoveryCodes, void>({
      query: () => ({ url: '/api/settings/factors/recovery-codes', method: 'POST', body: {} }),
      invalidatesTags: (answer) => (answer ? ['Factor'] : []),
    }),
    settingsEndTotp: build.mutation<unknown, void>({
      query: () => ({ url: '/api/settings/factors/totp', method: 'DELETE' }),
      invalidatesTags: (_answer, error) => (error ? [] : ['Factor']),
    }),
  }),
});

export const {
  useSettingsFactorsQuery,
  useSettingsBeginTotpMutation,
  useSettingsConfirmTotpMutation,
  useSettingsRenewRecoveryCodesMutation,
  useSettingsEndTotpMutation,
} = factorsApi;
