import type { DebugActivateRequest, DebugPageData, DebugSession, DebugVerify } from '@ezdash/contracts';
import { STORAGE_KEYS } from '@ezdash/contracts/constants';
import { type AppDispatch, api, storage, toApiError } from '@ezdash/store';
import { getI18n } from 'react-i18next';
import { debugSlice } from './debugSlice';
import { writeLog } from './writeLog';

/** Texts of the specification for calls that fail without a text of the server. */
type Failure = 'activate' | 'verify' | 'deactivate' | 'pageData';

function textOf(failure: Failure, error: unknown): string {
  return toApiError(error)?.message || getI18n().t(`debug:failure.${failure}`);
}

/** What RTK Query gives a starting call, as far as the log needs it. */
interface Started<Answer> {
  dispatch: unknown;
  queryFulfilled: Promise<{ data: Answer }>;
}

/** Writes the call's outcome to the log and hands the answer on; a failure is the caller's to show. */
async function followed<Answer>(
  { dispatch: anyDispatch, queryFulfilled }: Started<Answer>,
  call: string,
  failure: Failure,
  then: (answer: Answer, dispatch: AppDispatch) => void = () => {},
): Promise<boolean> {
  const dispatch = anyDispatch as AppDispatch;
  const startedAtMs = performance.now();
  const durationMs = () => Math.round(performance.now() - startedAtMs);
  try {
    const { data } = await queryFulfilled;
    then(data, dispatch);
    writeLog(dispatch, 'info', call, { durationMs: durationMs() });
    return true;
  } catch (rejected) {
    const error = (rejected as { error?: unknown }).error ?? rejected;
    const { status, code, requestId } = toApiError(error) ?? {};
    writeLog(dispatch, 'error', textOf(failure, error), {
      call,
      status,
      code,
      requestId,
      durationMs: durationMs(),
    });
    return false;
  }
}

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

export const debugToolApi = api.injectEndpoints({
  overrideExisting: true,
  endpoints: (build) => ({
    debugActivate: build.mutation<DebugSession, DebugActivateRequest>({
      query: (body) => ({ url: '/debug-tool/activate', method: 'POST', body }),
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
        await followed(started, 'POST /debug-tool/deactivate', 'deactivate');
      },
    }),
    debugPageData: build.query<DebugPageData, PageDataRequest>({
      query: ({ isSpa }) => ({
        url: '/debug-tool/page-data',
        headers: { 'X-Page-Load': isSpa ? 'spa' : 'full' },
      }),
      keepUnusedDataFor: 0,
      onQueryStarted: async (_, started) => {
        await followed(started, 'GET /debug-tool/page-data', 'pageData');
      },
    }),
  }),
});

export const { useDebugActivateMutation, useDebugDeactivateMutation, useDebugPageDataQuery } = debugToolApi;

/**
 * Asks the server whether the stored token still stands.
 * Any answer but a yes removes it; without an answer it stays, since nothing is known.
 */
export async function verifySession(dispatch: AppDispatch): Promise<boolean> {
  if (storage.get(STORAGE_KEYS.debugToken) === null) return false;
  const call = dispatch(
    debugToolApi.endpoints.debugVerify.initiate(undefined, { forceRefetch: true, subscribe: false }),
  );
  const { data, error } = await call;
  if (data?.valid) return true;
  const unanswered = error !== undefined && typeof toApiError(error)?.status !== 'number';
  if (!unanswered) forgetSession(dispatch);
  return false;
}
