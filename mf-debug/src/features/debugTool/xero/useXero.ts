import { type ApiError, failureOf, useAppDispatch } from '@ezdash/store';
import { useState } from 'react';
import { useXeroPopup } from '../../money/accounting/useXeroPopup';
import {
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

/** The actions of the Xero tab, one at a time. `refresh` is called a second after the sign-in's window has closed. */
export function useXero(refresh: () => void) {
  const { run } = useDebugProof();
  const dispatch = useAppDispatch();
  const [begin] = useDebugXeroAuthMutation();
  const [clearAll] = useDebugXeroClearMutation();
  const [create] = useDebugXeroInvoiceMutation();
  const popup = useXeroPopup(refresh);
  const [busy, setBusy] = useState<XeroTask | null>(null);
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
    connect: () =>
      act('connect', 'xeroAuth', async () => {
        const { success, auth_url: url } = await run(() => begin().unwrap());
        // An empty answer counts as {}: there is nowhere to go.
        if (!success || !url) throw new Error('');
        popup.open(url);
      }),
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
