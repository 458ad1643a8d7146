import type {
  AutoTopUp,
  AutoTopUpInput,
  CreditDetail,
  DepositRequest,
  DocumentList,
  Funds,
  OfferedPromoList,
  Payment,
  PromoPreview,
  PromoPreviewRequest,
  PromoRedeemed,
  PromoRedeemRequest,
  TransactionDetail,
  TransactionFilter,
  TransactionList,
} from '@ezdash/contracts';
import { api } from '@ezdash/store';

/** One page of the ledger: `before` is the cursor of the page above it, null for the newest. */
export interface TransactionsQuery {
  filter: TransactionFilter;
  before: string | null;
}

const fundsApi = api.injectEndpoints({
  overrideExisting: true,
  endpoints: (build) => ({
    advertiserFunds: build.query<Funds, void>({
      query: () => '/api/advertiser/funds',
      providesTags: ['Funds'],
    }),
    advertiserTransactions: build.query<TransactionList, TransactionsQuery>({
      query: ({ filter, before }) => ({ url: '/api/advertiser/transactions', params: { filter, before } }),
      providesTags: ['Funds'],
    }),
    advertiserTransaction: build.query<TransactionDetail, string>({
      query: (id) => `/api/advertiser/transactions/${encodeURIComponent(id)}`,
      providesTags: ['Funds'],
    }),
    advertiserDocuments: build.infiniteQuery<DocumentList, void, string | null>({
      infiniteQueryOptions: {
        initialPageParam: null,
        getNextPageParam: ({ next }) => next ?? undefined,
      },
      query: ({ pageParam }) => ({ url: '/api/documents', params: { before: pageParam } }),
      providesTags: ['Funds'],
    }),
    /** 404 or null without a line: it is asked for only where the funds name one. */
    advertiserCredit: build.query<CreditDetail | null, void>({
      query: () => '/api/advertiser/credit',
      providesTags: ['Funds'],
    }),
    /** Whatever came of it, what the page shows of payments may be old: a time-out may have made one. */
    advertiserDeposit: build.mutation<Payment, DepositRequest>({
      query: (body) => ({ url: '/api/advertiser/deposits', method: 'POST', body, timeout: 30_000 }),
      invalidatesTags: ['Funds', 'Payment'],
    }),
    advertiserCancelPayment: build.mutation<Payment, string>({
      query: (id) => ({ url: `/api/payments/${encodeURIComponent(id)}/cancel`, method: 'POST', body: {} }),
      invalidatesTags: ['Funds', 'Payment'],
    }),
    advertiserPromoCodes: build.query<OfferedPromoList, void>({
      query: () => '/api/advertiser/promo-codes',
      providesTags: ['Funds'],
    }),
    /** Uses nothing up, so it is a query; how often codes can be tried is the server's to limit. */
    advertiserPromoPreview: build.query<PromoPreview, PromoPreviewRequest>({
      query: (body) => ({ url: '/api/advertiser/promo-codes/preview', method: 'POST', body }),
      keepUnusedDataFor: 30,
    }),
    advertiserRedeemPromo: build.mutation<PromoRedeemed, PromoRedeemRequest>({
      query: (body) => ({ url: '/api/advertiser/promo-codes/redeem', method: 'POST', body }),
      invalidatesTags: ['Funds', 'AdvertiserDashboard'],
    }),
    advertiserSaveTopUp: build.mutation<AutoTopUp, AutoTopUpInput>({
      query: (body) => ({ url: '/api/advertiser/auto-top-up', method: 'PUT', body }),
      invalidatesTags: ['Funds'],
    }),
    advertiserStopTopUp: build.mutation<unknown, void>({
      query: () => ({ url: '/api/advertiser/auto-top-up', method: 'DELETE' }),
      invalidatesTags: ['Funds'],
    }),
  }),
});

export const {
  useAdvertiserFundsQuery,
  useAdvertiserTransactionsQuery,
  useAdvertiserTransactionQuery,
  useAdvertiserDocumentsInfiniteQuery,
  useAdvertiserCreditQuery,
  useAdvertiserDepositMutation,
  useAdvertiserCancelPaymentMutation,
  useAdvertiserPromoCodesQuery,
  useAdvertiserPromoPreviewQuery,
  useAdvertiserRedeemPromoMutation,
  useAdvertiserSaveTopUpMutation,
  useAdvertiserStopTopUpMutation,
} = fundsApi;
