import type { DeadLetterList } from '@ezdash/contracts';
import { type ApiError, failureOf, ProofCancelled, useWithProof } from '@ezdash/store';
import { useState } from 'react';
import { useDebugReplayJobMutation } from '../money.api';

export type DeadLetter = DeadLetterList['dead'][number];

const NOT_FOUND = 404;

/** Sends jobs anew, one after the other. One that somebody else has sent meanwhile counts as sent. */
export function useReplay() {
  const { run } = useWithProof();
  const [replay] = useDebugReplayJobMutation();
  const [busy, setBusy] = useState(false);
  const [sent, setSent] = useState(0);
  const [failure, setFailure] = useState<ApiError | null>(null);

  const replayAll = async (letters: readonly DeadLetter[]): Promise<boolean> => {
    let done = 0;
    setBusy(true);
    setSent(0);
    setFailure(null);
    try {
      for (const { queue, id } of letters) {
        try {
          await run(() => replay({ queue, id }).unwrap());
        } catch (error) {
          if (error instanceof ProofCancelled) return done > 0;
          const known = failureOf(error);
          if (known && known.status !== NOT_FOUND) {
            setFailure(known);
            return done > 0;
          }
        }
        done += 1;
      }
      return true;
    } finally {
      setBusy(false);
      setSent(done);
    }
  };
  return { replayAll, busy, sent, failure };
}
