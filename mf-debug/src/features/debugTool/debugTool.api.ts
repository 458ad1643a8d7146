import type {
  DebugAccountTypes,
  DebugActivateRequest,
  DebugFeatures,
  DebugFoundUsers,
  DebugPageData,
  DebugPropertyAnswer,
  DebugPropertyChanges,
  DebugPropertyUpdate,
  DebugProveAnswer,
  DebugSession,
  DebugSessions,
  DebugUserAnswer,
  DebugVerify,
  DebugViewAnswer,
  PromoCodeList,
  XeroAuthAnswer,
  XeroInvoiceAnswer,
  XeroPaymentList,
  XeroStatus,
} from '@ezdash/contracts';
import { STORAGE_KEYS } from '@ezdash/contracts/constants';
import { type AppDispatch, api, storage, toApiError } from '@ezdash/store';
import { debugSlice } from './debugSlice';
import { followed, follows } from './followCall';

/** Nothing of the session stays in this browser. */
export function forgetSession(dispatch: AppDispatch): void {
  storage.remove(STORAGE_KEYS.debugToken);
  dispatch(debugSlice.actions.sessionEnded());
}

/** The page a server's page data belongs to; another one means another call. */
export interface PageDataRequest {
  /** Path with query. */
  path: string;
  /** Reached within the app, without a full load. */
  isSpa: boolean;
}

type Part = 'user' | 'features' | 'changes' | 'sessions' | 'xero';
const tag = (id: Part) => ({ type: 'Debug' as const, id });
/** What has to be read again after a change, also after a refusal: it may not be as shown. Not while a proof is asked for. */
const changes =
  (...parts: Part[]) =>
  (_: unknown, error: unknown) =>
    toApiError(error)?.code === 'REAUTH_REQUIRED' ? [] : parts.map(tag);
const post = (url: string, body: unknown = {}) => ({ url, method: 'POST', body });
/** Xero may take its time. */
const XERO_TIMEOUT_MS = 60_000;

export const debugToolApi = api.injectEndpoints({
  overrideExisting: true,
  endpoints: (build) => ({
    debugActivate: build.mutation<DebugSession, DebugActivateRequest>({
      query: (body) => post('/debug-tool/activate', body),
      onQueryStarted: async (_, started) => {
        await followed(started, 'POST /debug-tool/activate', 'activate', (session, dispatch) => {
          if (!session.session_token) return;
          storage.set(STORAGE_KEYS.debugToken, session.session_token);
          storage.set(STORAGE_KEYS.debugVisible, 'true');
          const { admin, expires_at: expiresAt } = session;
          dispatch(debugSlice.actions.sessionConfirmed({ adminEmail: admin.email, expiresAt }));
        });
      },
    }),
    debugVerify: build.query<DebugVerify, void>({
      query: () => '/debug-tool/verify',
      keepUnusedDataFor: 0,
      onQueryStarted: async (_, started) => {
        await followed(started, 'GET /debug-tool/verify', 'verify', (answer, dispatch) => {
          if (!answer.valid) return;
          const { admin, expires_at: expiresAt } = answer;
          dispatch(debugSlice.actions.sessionConfirmed({ adminEmail: admin.email, expiresAt }));
        });
      },
    }),
    debugDeactivate: build.mutation<unknown, void>({
      query: () => ({ url: '/debug-tool/deactivate', method: 'POST' }),
      onQueryStarted: async (_, started) => {
        // Before it is written to the log: with the token of a session that is over, the log would be refused.
        await followed(started, 'POST /debug-tool/deactivate', 'deactivate', (_, dispatch) =>
          forgetSession(dispatch),
        );
      },
    }),
    debugProve: build.mutation<DebugProveAnswer, { password: string; code?: string }>({
      query: (body) => post('/debug-tool/prove', body),
      onQueryStarted: follows('POST /debug-tool/prove', 'prove'),
    }),
    debugSessions: build.query<DebugSessions, void>({
      query: () => '/debug-tool/sessions',
      providesTags: [tag('sessions')],
      onQueryStarted: follows('GET /debug-tool/sessions', 'sessions'),
    }),
    debugEndSession: build.mutation<unknown, number>({
      query: (id) => post(`/debug-tool/sessions/${id}/end`),
      invalidatesTags: changes('sessions'),
      onQueryStarted: follows('POST /debug-tool/sessions/{id}/end', 'endSession'),
    }),

    debugPageData: build.query<DebugPageData, PageDataRequest>({
      query: ({ isSpa }) => ({
        url: '/debug-tool/page-data',
        headers: { 'X-Page-Load': isSpa ? 'spa' : 'full' },
      }),
      keepUnusedDataFor: 0,
      onQueryStarted: follows('GET /debug-tool/page-data', 'pageData'),
    }),

    debugCurrentUser: build.query<DebugUserAnswer, void>({
      query: () => '/debug-tool/user/current',
      providesTags: [tag('user'), 'Session'],
      onQueryStarted: follows('GET /debug-tool/user/current', 'currentUser'),
    }),
    debugAccountTypes: build.query<DebugAccountTypes, void>({
      query: () => '/debug-tool/account-types',
      onQueryStarted: follows('GET /debug-tool/account-types', 'accountTypes'),
    }),
    debugFeatures: build.query<DebugFeatures, void>({
      query: () => '/debug-tool/user/features',
      providesTags: [tag('features')],
      onQueryStarted: follows('GET /debug-tool/user/features', 'features'),
    }),
    /** The account type changes what is allowed: its features are asked for again. */
    debugUpdateProperty: build.mutation<DebugPropertyAnswer, DebugPropertyUpdate>({
      query: (body) => post('/debug-tool/user/update-property', body),
      invalidatesTags: changes('user', 'changes', 'features'),
      onQueryStarted: follows('POST /debug-tool/user/update-property', 'updateProperty'),
    }),
    debugChanges: build.query<DebugPropertyChanges, void>({
      query: () => '/debug-tool/user/changes',
      providesTags: [tag('changes')],
      onQueryStarted: follows('GET /debug-tool/user/changes', 'changes'),
    }),
    debugUndo: build.mutation<DebugPropertyAnswer, number>({
      query: (changeId) => post('/debug-tool/user/undo', { change_id: changeId }),
      invalidatesTags: changes('user', 'changes', 'features'),
      onQueryStarted: follows('POST /debug-tool/user/undo', 'undo'),
    }),
    debugFindUsers: build.query<DebugFoundUsers, string>({
      query: (search) => ({ url: '/debug-tool/users', params: { search } }),
      keepUnusedDataFor: 0,
      onQueryStarted: follows('GET /debug-tool/users', 'users'),
    }),
    /** Whoever asked for it loads the page anew: every answer in it belongs to somebody else. */
    debugStartView: build.mutation<DebugViewAnswer, number>({
      query: (userId) => post('/debug-tool/view', { user_id: userId }),
      onQueryStarted: follows('POST /debug-tool/view', 'view'),
    }),
    debugEndView: build.mutation<DebugViewAnswer, void>({
      query: () => post('/debug-tool/view/stop'),
      onQueryStarted: follows('POST /debug-tool/view/stop', 'endView'),
    }),

    debugToolPromoCodes: build.query<PromoCodeList, void>({
      query: () => '/debug-tool/promo-codes',
      onQueryStarted: follows('GET /debug-tool/promo-codes', 'promoCodes'),
    }),

    debugXeroStatus: build.query<XeroStatus, void>({
      query: () => '/debug-tool/xero/status',
      providesTags: [tag('xero')],
      onQueryStarted: follows('GET /debug-tool/xero/status', 'xeroStatus'),
    }),
    debugRecentPayments: build.query<XeroPaymentList, void>({
      query: () => '/debug-tool/xero/recent-payments',
      providesTags: [tag('xero')],
      onQueryStarted: follows('GET /debug-tool/xero/recent-payments', 'recentPayments'),
    }),
    debugXeroAuth: build.mutation<XeroAuthAnswer, void>({
      query: () => post('/debug-tool/xero/auth'),
      onQueryStarted: follows('POST /debug-tool/xero/auth', 'xeroAuth'),
    }),
    debugXeroClear: build.mutation<unknown, void>({
      query: () => post('/debug-tool/xero/clear-credentials'),
      invalidatesTags: changes('xero'),
      onQueryStarted: follows('POST /debug-tool/xero/clear-credentials', 'xeroClear'),
    }),
    debugXeroInvoice: build.mutation<XeroInvoiceAnswer, string>({
      query: (paymentId) => ({
        ...post(`/debug-tool/xero/invoice/${encodeURIComponent(paymentId)}`),
        timeout: XERO_TIMEOUT_MS,
      }),
      invalidatesTags: changes('xero'),
      onQueryStarted: follows('POST /debug-tool/xero/invoice/{id}', 'xeroInvoice'),
    }),
  }),
});

export const {
  useDebugActivateMutation,
  useDebugDeactivateMutation,
  useDebugProveMutation,
  useDebugSessionsQuery,
  useDebugEndSessionMutation,
  useDebugPageDataQuery,
  useDebugCurrentUserQuery,
  useDebugAccountTypesQuery,
  useDebugFeaturesQuery,
  useDebugUpdatePropertyMutation,
  useDebugChangesQuery,
  useDebugUndoMutation,
  useDebugFindUsersQuery,
  useDebugStartViewMutation,
  useDebugEndViewMutation,
  useDebugToolPromoCodesQuery,
  useDebugXeroStatusQuery,
  useDebugRecentPaymentsQuery,
  useDebugXeroAuthMutation,
  useDebugXeroClearMutation,
  useDebugXeroInvoiceMutation,
} = debugToolApi;

/** How Xero stands, and its payments, asked for again whether or not their tab is seen. Nothing without a session. */
export function refreshXero(dispatch: AppDispatch): void {
  if (storage.get(STORAGE_KEYS.debugToken) === null) return;
  const again = { forceRefetch: true, subscribe: false } as const;
  const { debugXeroStatus, debugRecentPayments } = debugToolApi.endpoints;
  void dispatch(debugXeroStatus.initiate(undefined, again));
  void dispatch(debugRecentPayments.initiate(undefined, again));
}

async function askServer(dispatch: AppDispatch): Promise<boolean> {
  const asked = storage.get(STORAGE_KEYS.debugToken);
  if (asked === null) return false;
  const { data, error } = await dispatch(
    debugToolApi.endpoints.debugVerify.initiate(undefined, { forceRefetch: true, subscribe: false }),
  );
  if (data?.valid) return true;
  const isRefused = data !== undefined || typeof toApiError(error)?.status === 'number';
  // One that came meanwhile is not the one that was asked about.
  if (isRefused && storage.get(STORAGE_KEYS.debugToken) === asked) forgetSession(dispatch);
  return false;
}

let asking: Promise<boolean> | null = null;

/**
 * Asks the server whether the stored token still stands. Any answer but a yes removes it; without an answer it stays, since
 * nothing is known. The tool and the console's gate, which ask at the same moment, get the answer of one call.
 */
export function verifySession(dispatch: AppDispatch): Promise<boolean> {
  asking ??= askServer(dispatch).finally(() => {
    asking = null;
  });
  return asking;
}
