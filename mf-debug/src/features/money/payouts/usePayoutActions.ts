import type { OperatorPayout, PayoutBatch } from '@ezdash/contracts';
import { type ApiError, failureOf, ProofCancelled, useWithProof } from '@ezdash/store';
import { useState } from 'react';
import { useSentId } from '../useSentId';
import {
  useDebugDecidePayoutMutation,
  useDebugMakeBatchMutation,
  useDebugSettlePayoutMutation,
} from './payouts.api';

export type PayoutAct = 'approve' | 'refuse' | 'paid' | 'failed';

/** What came of something done to several. */
export interface ActOutcome {
  act: PayoutAct;
  done: OperatorPayout[];
  refused: { payout: OperatorPayout; error: ApiError }[];
}

/** Decisions and the bank's answers, for one payout or several. What one of them is refused stops none of the others. */
export function usePayoutActions() {
  const { run } = useWithProof();
  const [decide] = useDebugDecidePayoutMutation();
  const [settle] = useDebugSettlePayoutMutation();
  const [make] = useDebugMakeBatchMutation();
  const { idFor, done: sent } = useSentId();
  const [busy, setBusy] = useState(false);
  const [outcome, setOutcome] = useState<ActOutcome | null>(null);
  const [batch, setBatch] = useState<PayoutBatch | null>(null);
  const [batchFailure, setBatchFailure] = useState<unknown>(null);

  const call = ({ id }: OperatorPayout, act: PayoutAct, text: string) => {
    if (act === 'approve') return decide({ id, decision: 'approve' }).unwrap();
    if (act === 'refuse') return decide({ id, decision: 'refuse', reason: text }).unwrap();
    if (act === 'paid') return settle({ id, outcome: 'paid', bank_reference: text }).unwrap();
    return settle({ id, outcome: 'failed', reason: text }).unwrap();
  };

  /** `text`: the reason, or the bank's reference. Answers whether anything was done. */
  const doAll = async (payouts: readonly OperatorPayout[], act: PayoutAct, text = ''): Promise<boolean> => {
    const result: ActOutcome = { act, done: [], refused: [] };
    setBusy(true);
    forget();
    try {
      for (const payout of payouts) {
        try {
          result.done.push(await run(() => call(payout, act, text)));
        } catch (error) {
          if (error instanceof ProofCancelled) break;
          const known = failureOf(error);
          if (known) result.refused.push({ payout, error: known });
        }
      }
    } finally {
      setBusy(false);
    }
    if (result.done.length + result.refused.length > 0) setOutcome(result);
    return result.done.length > 0;
  };

  /** Sends approved ones together; pressed again after a lost answer, it is the same batch. */
  const send = async (payouts: readonly OperatorPayout[]): Promise<boolean> => {
    const ids = payouts.map(({ id }) => id).sort();
    setBusy(true);
    forget();
    try {
      setBatch(await run(() => make({ batch_id: idFor(ids), payouts: ids }).unwrap()));
      sent();
      return true;
    } catch (error) {
      setBatchFailure(error);
      return false;
    } finally {
      setBusy(false);
    }
  };

  function forget() {
    setOutcome(null);
    setBatch(null);
    setBatchFailure(null);
  }

  return { doAll, send, busy, outcome, batch, batchFailure, forget };
}
export type PayoutActions = ReturnType<typeof usePayoutActions>;
