import { type ApiError, failureOf, useAppDispatch } from '@ezdash/store';
import { useId, useState } from 'react';
import { useXeroPopup } from '../../money/accounting/useXeroPopup';
import {
  refreshXero,
  useDebugXeroAuthMutation,
  useDebugXeroClearMutation,
  useDebugXeroInvoiceMutation,
} from '../debugTool.api';
import { type Failure, logFailure } from '../followCall';
import { useDebugProof } from '../proof/useDebugProof';
import { writeLog } from '../writeLog';
import { DownloadError, downloadInvoice, invoiceFileName } from './downloadInvoice';

/** What is under way: the connection's own, or an invoice's with its payment. */
export type XeroTask = 'connect' | 'clear' | `create ${string}` | `pdf ${string}`;
interface Problem {
  failure: Failure;
  error: ApiError;
}

function problemOf(failure: Failure, thrown: unknown): Problem | null {
  if (thrown instanceof DownloadError)
    return { failure: thrown.kind === 'broken' ? 'pdf' : 'invoicePdf', error: thrown.error };
  const error = failureOf(thrown);
  return error && { failure, error };
}

/** The actions of the Xero tab, one at a time. */
export function useXero() {
  const { run } = useDebugProof();
  const dispatch = useAppDispatch();
  const [begin] = useDebugXeroAuthMutation();
  const [clearAll] = useDebugXeroClearMutation();
  const [create] = useDebugXeroInvoiceMutation();
  const popup = useXeroPopup();
  const [busy, setBusy] = useState<XeroTask | null>(null);
  const waitingId = useId();
  const [problem, setProblem] = useState<Problem | null>(null);

  const act = async (task: XeroTask, failure: Failure, action: () => Promise<unknown>) => {
    if (busy) return;
    setBusy(task);
    setProblem(null);
    try {
      await action();
    } catch (thrown) {
      setProblem(problemOf(failure, thrown));
    } finally {
      setBusy(null);
    }
  };
  /** No call of the API slice, so it writes its own line. */
  const save = async (paymentId: string) => {
    const call = 'GET /debug-tool/xero/invoice/{id}/pdf';
    try {
      await downloadInvoice(paymentId);
      writeLog(dispatch, 'info', call, { file: invoiceFileName(paymentId) });
    } catch (thrown) {
      const known = problemOf('invoicePdf', thrown);
      if (known) logFailure(dispatch, { call, ...known });
      throw thrown;
    }
  };
  return {
    popup,
    busy,
    problem,
    /** Of the words that say what other actions wait for, which are there while one runs. */
    waitingId,
    /** What the task has to wait for: nothing when it is the one that runs. */
    waitsFor: (task: XeroTask) => (busy && busy !== task ? waitingId : undefined),
    connect: () =>
      act('connect', 'xeroAuth', () =>
        run(() =>
          popup.open(
            async () => {
              const { success, auth_url: url } = await begin().unwrap();
              // An empty answer counts as {}: there is nowhere to go.
              if (!success || !url) throw new Error('');
              return url;
            },
            () => refreshXero(dispatch),
          ),
        ),
      ),
    clear: () =>
      act('clear', 'xeroClear', async () => {
        await run(() => clearAll().unwrap());
        popup.forget();
      }),
    createInvoice: (paymentId: string) =>
      act(`create ${paymentId}`, 'xeroInvoice', () => run(() => create(paymentId).unwrap())),
    savePdf: (paymentId: string) => act(`pdf ${paymentId}`, 'invoicePdf', () => save(paymentId)),
  };
}
export type Xero = ReturnType<typeof useXero>;
