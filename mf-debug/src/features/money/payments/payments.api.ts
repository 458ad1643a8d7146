import type {
  BankTransfer,
  OperatorDeposit,
  OperatorPayment,
  OperatorPaymentDetail,
  OperatorPaymentList,
  PaymentState,
  PaymentType,
  RefundRequest,
} from '@ezdash/contracts';
import { api } from '@ezdash/store';
import { afterMoney } from '../money.api';

export interface PaymentFilter {
  state?: PaymentState;
  type?: PaymentType;
  gateway?: string;
  search?: string;
}

/** The gateway whose payments an operator matches. */
export const BANK_TRANSFER = 'bank-transfer';

const paymentsApi = api.injectEndpoints({
  overrideExisting: true,
  endpoints: (build) => ({
    /** Newest first; further pages are older ones. */
    debugPayments: build.infiniteQuery<OperatorPaymentList, PaymentFilter, string | null>({
      infiniteQueryOptions: {
        initialPageParam: null,
        getNextPageParam: ({ next }) => next ?? undefined,
      },
      query: ({ queryArg, pageParam }) => ({
        url: '/api/operator/payments',
        params: { ...queryArg, before: pageParam ?? undefined },
      }),
      providesTags: ['OperatorMoney'],
    }),
    debugPayment: build.query<OperatorPaymentDetail, string>({
      query: (id) => `/api/operator/payments/${encodeURIComponent(id)}`,
      providesTags: ['OperatorMoney'],
    }),
    /** What a reference of a bank transfer names, if anything. */
    debugReference: build.query<OperatorPaymentList, string>({
      query: (search) => ({ url: '/api/operator/payments', params: { search } }),
      providesTags: ['OperatorMoney'],
      keepUnusedDataFor: 10,
    }),
    debugMatchTransfer: build.mutation<OperatorPayment, BankTransfer>({
      query: (body) => ({ url: '/api/operator/bank-transfers', method: 'POST', body }),
      invalidatesTags: afterMoney,
    }),
    debugBookTransfer: build.mutation<OperatorPayment, OperatorDeposit & { key: string }>({
      query: ({ key, ...body }) => ({
        url: '/api/operator/deposits',
        method: 'POST',
        body,
        headers: { 'Idempotency-Key': key },
      }),
      invalidatesTags: afterMoney,
    }),
    debugRefund: build.mutation<OperatorPayment, RefundRequest & { id: string }>({
      query: ({ id, ...body }) => ({
        url: `/api/operator/payments/${encodeURIComponent(id)}/refunds`,
        method: 'POST',
        body,
        timeout: 30_000,
      }),
      invalidatesTags: afterMoney,
    }),
  }),
});

export const {
  useDebugPaymentsInfiniteQuery,
  useDebugPaymentQuery,
  useDebugReferenceQuery,
  useDebugMatchTransferMutation,
  useDebugBookTransferMutation,
  useDebugRefundMutation,
} = paymentsApi;
