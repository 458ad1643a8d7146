import type {
  PaymentMethod,
  PaymentMethodInput,
  PaymentMethodList,
  PaymentSetup,
  PaymentSetupRequest,
} from '@ezdash/contracts';
import { api } from '@ezdash/store';

const LIST = '/api/settings/payment-methods';

interface SetupPress extends PaymentSetupRequest {
  /** One a press: a repeated try of the same press makes no second visit. */
  key: string;
}

export const paymentApi = api.injectEndpoints({
  overrideExisting: true,
  endpoints: (build) => ({
    settingsPaymentMethods: build.query<PaymentMethodList, void>({
      query: () => LIST,
      providesTags: ['PaymentMethod'],
    }),
    settingsPaymentSetup: build.mutation<PaymentSetup, SetupPress>({
      query: ({ key, ...body }) => ({
        url: `${LIST}/setups`,
        method: 'POST',
        headers: { 'Idempotency-Key': key },
        body,
      }),
    }),
    settingsTakePaymentMethod: build.mutation<PaymentMethod, PaymentMethodInput>({
      query: (body) => ({ url: LIST, method: 'POST', body }),
      invalidatesTags: (taken) => (taken ? ['PaymentMethod'] : []),
    }),
    settingsDefaultPaymentMethod: build.mutation<PaymentMethodList, string>({
      query: (id) => ({
        url: `${LIST}/${encodeURIComponent(id)}`,
        method: 'PATCH',
        body: { is_default: true },
      }),
      invalidatesTags: ['PaymentMethod'],
    }),
    /** Also one that is gone already makes the list be asked for again. */
    settingsRemovePaymentMethod: build.mutation<unknown, string>({
      query: (id) => ({ url: `${LIST}/${encodeURIComponent(id)}`, method: 'DELETE' }),
      invalidatesTags: ['PaymentMethod'],
    }),
  }),
});

export const {
  useSettingsPaymentMethodsQuery,
  useSettingsPaymentSetupMutation,
  useSettingsTakePaymentMethodMutation,
  useSettingsDefaultPaymentMethodMutation,
  useSettingsRemovePaymentMethodMutation,
} = paymentApi;
