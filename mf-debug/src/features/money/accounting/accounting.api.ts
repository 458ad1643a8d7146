import type { XeroAuthAnswer, XeroInvoiceAnswer, XeroSettings, XeroStatus } from '@ezdash/contracts';
import { type AppDispatch, api } from '@ezdash/store';
import { afterMoney } from '../money.api';

const accountingApi = api.injectEndpoints({
  overrideExisting: true,
  endpoints: (build) => ({
    debugAccounting: build.query<XeroStatus, void>({
      query: () => '/api/operator/xero',
      providesTags: ['OperatorMoney'],
    }),
    debugSaveAccounting: build.mutation<XeroStatus, XeroSettings>({
      query: (body) => ({ url: '/api/operator/xero', method: 'PUT', body }),
      invalidatesTags: afterMoney,
    }),
    /** Begins a sign-in to Xero; nothing that is shown changes before its window has been to Xero and back. */
    debugBeginAccounting: build.mutation<XeroAuthAnswer, void>({
      query: () => ({ url: '/api/operator/xero/auth', method: 'POST', body: {} }),
    }),
    debugClearAccounting: build.mutation<XeroStatus, void>({
      query: () => ({ url: '/api/operator/xero/disconnect', method: 'POST', body: {} }),
      invalidatesTags: afterMoney,
    }),
    debugCreateInvoice: build.mutation<XeroInvoiceAnswer, string>({
      query: (paymentId) => ({
        url: `/api/operator/xero/invoices/${encodeURIComponent(paymentId)}`,
        method: 'POST',
        body: {},
        timeout: 60_000,
      }),
      invalidatesTags: afterMoney,
    }),
  }),
});

export const {
  useDebugAccountingQuery,
  useDebugSaveAccountingMutation,
  useDebugBeginAccountingMutation,
  useDebugClearAccountingMutation,
  useDebugCreateInvoiceMutation,
} = accountingApi;

/** How Xero stands, asked for again whether or not its page is open. */
export function refreshAccounting(dispatch: AppDispatch): void {
  const again = { forceRefetch: true, subscribe: false } as const;
  void dispatch(accountingApi.endpoints.debugAccounting.initiate(undefined, again));
}
