import type { PaymentDetail } from '@ezdash/contracts';
import { api } from '@ezdash/store';

const paymentResultApi = api.injectEndpoints({
  overrideExisting: true,
  endpoints: (build) => ({
    /** The server asks the gateway when the payment is open, so asking again is worth it also without a message. */
    shellPayment: build.query<PaymentDetail, string>({
      query: (id) => `/api/payments/${encodeURIComponent(id)}`,
      providesTags: ['Payment'],
    }),
  }),
});

export const { useShellPaymentQuery } = paymentResultApi;
