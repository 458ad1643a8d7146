import { type AppDispatch, toApiError } from '@ezdash/store';
import { getI18n } from 'react-i18next';
import { writeLog } from './writeLog';

/** Calls with a text of their own (`failure.<name>`) for when the server answers without one. */
export type Failure =
  | 'activate'
  | 'verify'
  | 'deactivate'
  | 'pageData'
  | 'currentUser'
  | 'updateProperty'
  | 'promoCodes'
  | 'xeroStatus'
  | 'xeroAuth'
  | 'xeroClear'
  | 'xeroInvoice'
  | 'invoicePdf'
  | 'recentPayments'
  | 'accountTypes'
  | 'features'
  | 'pdf'
  | 'users'
  | 'changes'
  | 'undo'
  | 'view'
  | 'endView'
  | 'prove'
  | 'sessions'
  | 'endSession'
  | 'remotes'
  | 'override';

/** The server's text, or the call's own. */
export function textOf(failure: Failure, error: unknown): string {
  return toApiError(error)?.message || getI18n().t(`debug:failure.${failure}`);
}

/** Writes a call that failed to the log. */
export function logFailure(
  dispatch: AppDispatch,
  {
    call,
    failure,
    error,
    durationMs,
  }: { call: string; failure: Failure; error: unknown; durationMs?: number },
): void {
  const { status, code, requestId } = toApiError(error) ?? {};
  writeLog(dispatch, 'error', textOf(failure, error), { call, status, code, requestId, durationMs });
}

/** What RTK Query gives a starting call, as far as the log needs it. */
export interface Started<Answer> {
  dispatch: AppDispatch;
  queryFulfilled: Promise<{ data: Answer }>;
}

/** RTK Query wraps what the base query says; anything else was thrown on the way. */
function errorOf(rejected: unknown): unknown {
  if (typeof rejected !== 'object' || rejected === null || !('error' in rejected)) return rejected;
  return rejected.error ?? rejected;
}

/** Writes the call's outcome to the log and hands the answer on; a failure is the caller's to show. */
export async function followed<Answer>(
  { dispatch, queryFulfilled }: Started<Answer>,
  call: string,
  failure: Failure,
  then: (answer: Answer, dispatch: AppDispatch) => void = () => {},
): Promise<void> {
  const startedAtMs = performance.now();
  const durationMs = () => Math.round(performance.now() - startedAtMs);
  try {
    const { data } = await queryFulfilled;
    then(data, dispatch);
    writeLog(dispatch, 'info', call, { durationMs: durationMs() });
  } catch (rejected) {
    logFailure(dispatch, { call, failure, error: errorOf(rejected), durationMs: durationMs() });
  }
}

/** `onQueryStarted` of a call that is followed and nothing else. */
export const follows =
  (call: string, failure: Failure) =>
  (_: unknown, started: Started<unknown>): Promise<void> =>
    followed(started, call, failure);
