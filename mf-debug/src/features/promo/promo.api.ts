import type { OperatorPromoCode, OperatorPromoCodeList, PromoCodeInput } from '@ezdash/contracts';
import { api } from '@ezdash/store';

export const promoApi = api.injectEndpoints({
  overrideExisting: true,
  endpoints: (build) => ({
    debugPromoCodes: build.query<OperatorPromoCodeList, void>({
      query: () => '/api/operator/promo-codes',
      providesTags: ['OperatorMoney'],
    }),
    debugCreatePromoCode: build.mutation<OperatorPromoCode, PromoCodeInput>({
      query: (body) => ({ url: '/api/operator/promo-codes', method: 'POST', body }),
      invalidatesTags: (_, error) => (error ? [] : ['OperatorMoney']),
    }),
    debugUpdatePromoCode: build.mutation<OperatorPromoCode, { id: string; input: PromoCodeInput }>({
      query: ({ id, input }) => ({
        url: `/api/operator/promo-codes/${encodeURIComponent(id)}`,
        method: 'PUT',
        body: input,
      }),
      invalidatesTags: (_, error) => (error ? [] : ['OperatorMoney']),
    }),
  }),
});

export const { useDebugPromoCodesQuery, useDebugCreatePromoCodeMutation, useDebugUpdatePromoCodeMutation } =
  promoApi;
