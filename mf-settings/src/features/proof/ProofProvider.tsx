import { toApiError, useSession } from '@ezdash/store';
import { type ReactNode, useCallback, useMemo, useRef, useState } from 'react';
import { ProofCancelled } from './ProofCancelled';
import { ProofDialog } from './ProofDialog';
import { useConfirmedReturn } from './useConfirmedReturn';
import { ProofContext, type WithProof } from './useWithProof';

const REAUTH_REQUIRED = 'REAUTH_REQUIRED';
/** A dialog that closes gives the focus back some 10 ms later: before that none is opened, and nothing removed. */
const FOCUS_SETTLES_MS = 30;
/** A proof that is over within this time is not worth a try. */
const LEAST_LEFT_MS = 20_000;

const settled = () => new Promise((resolve) => setTimeout(resolve, FOCUS_SETTLES_MS));

/** Who proved it, and until when (epoch milliseconds) it holds. */
interface Given {
  userId: number | undefined;
  until: number;
}

/** Holds the one dialog of the remote that asks for a proof. */
export function ProofProvider({ children }: { children: ReactNode }) {
  useConfirmedReturn();
  const { user } = useSession();
  const userId = user?.id;
  const given = useRef<Given>({ userId, until: 0 });
  const [answer, setAnswer] = useState<((until: number | null) => void) | null>(null);
  const open = useRef<Promise<boolean> | null>(null);

  /** Two that ask at once get the same answer. */
  const ask = useCallback(() => {
    open.current ??= (async () => {
      await settled();
      const until = await new Promise<number | null>((resolve) => setAnswer(() => resolve));
      setAnswer(null);
      if (until !== null) given.current = { userId, until };
      await settled();
      open.current = null;
      return until !== null;
    })();
    return open.current;
  }, [userId]);

  const proof = useMemo<WithProof>(
    () => ({
      run: async (action) => {
        try {
          return await action();
        } catch (error) {
          if (toApiError(error)?.code !== REAUTH_REQUIRED) throw error;
        }
        if (!(await ask())) throw new ProofCancelled();
        return action();
      },
      ensureProof: async () => {
        const { userId: prover, until } = given.current;
        return (prover === userId && until - LEAST_LEFT_MS > Date.now()) || ask();
      },
    }),
    [ask, userId],
  );

  return (
    <ProofContext value={proof}>
      {children}
      <ProofDialog
        opened={answer !== null}
        onProved={(until) => answer?.(until)}
        onCancel={() => answer?.(null)}
      />
    </ProofContext>
  );
}
