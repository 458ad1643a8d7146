import { useMemo } from 'react';
import { type ApiError, decodeError, toApiError } from './apiError';
import { useSession } from './session';

const REAUTH_REQUIRED = 'REAUTH_REQUIRED';
/** A dialog that closes gives the focus back some 10 ms later: before that none is opened, and nothing removed. */
const FOCUS_SETTLES_MS = 30;
/** A proof that is over within this time is not worth a try. */
const LEAST_LEFT_MS = 20_000;

/** The person was asked to prove who they are and did not want to: nothing was done, and nothing failed. */
export class ProofCancelled extends Error {
  constructor() {
    super('The proof was not given');
    this.name = 'ProofCancelled';
  }
}

/** What to show of an error that `run` of `useWithProof` threw; null for a proof that was not given. */
export function failureOf(error: unknown): ApiError | null {
  return error instanceof ProofCancelled ? null : toApiError(error);
}

/** Somebody waits for a proof. */
export interface AskedProof {
  /** `until`: when the proof is over, epoch milliseconds; null: it was not given. */
  answer: (until: number | null) => void;
  /** It cannot be asked for: what wanted it fails as a call does that finds no server. */
  fail: () => void;
}

let asked: AskedProof | null = null;
const listeners = new Set<() => void>();
/** Who proved it, and until when it holds. */
let given: { userId: number | undefined; until: number } = { userId: undefined, until: 0 };
let open: Promise<boolean> | null = null;

function change(next: AskedProof | null): void {
  asked = next;
  for (const listener of listeners) listener();
}

/** For the one dialog of the page. */
export const currentProof = (): AskedProof | null => asked;
export function subscribeToProof(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

const settled = () => new Promise((resolve) => setTimeout(resolve, FOCUS_SETTLES_MS));

async function askNow(userId: number | undefined): Promise<boolean> {
  await settled();
  let mine: AskedProof | null = null;
  try {
    const until = await new Promise<number | null>((resolve, reject) => {
      mine = { answer: resolve, fail: () => reject(decodeError('network', null)) };
      change(mine);
    });
    if (until !== null) given = { userId, until };
    return until !== null;
  } finally {
    if (asked === mine) change(null);
    await settled();
  }
}

/** Two that ask at once get the same answer. */
function ask(userId: number | undefined): Promise<boolean> {
  if (open) return open;
  const mine = askNow(userId).finally(() => {
    if (open === mine) open = null;
  });
  open = mine;
  return mine;
}

/** For tests: nobody waits, and nothing was proved. */
export function forgetProofs(): void {
  asked?.answer(null);
  open = null;
  given = { userId: undefined, until: 0 };
  change(null);
}

export interface WithProof {
  /**
   * Runs `action` (usually `() => mutate(…).unwrap()`). When the server answers 403 REAUTH_REQUIRED, the person is
   * asked to prove who they are in a dialog over the page, and `action` runs once more: what was typed stays.
   * Rejects with what `action` threw, or with `ProofCancelled` when the person did not want to; `failureOf(error)`
   * gives what is to be shown of either (null for the latter).
   */
  run: <Answer>(action: () => Promise<Answer>) => Promise<Answer>;
  /**
   * For what is no call of ours, a download by an address: asks for the proof beforehand unless one was given on
   * this page within the last minutes. Resolves to false when the person did not want to.
   */
  ensureProof: () => Promise<boolean>;
}

/**
 * Dangerous actions, with the dialog "Confirm that it is you" when the last proof is too old. The shell shows it over
 * whatever page asks.
 *
 * @example
 * const { run } = useWithProof();
 * const revoke = async () => {
 *   try {
 *     await run(() => revokeToken(id).unwrap());
 *   } catch (error) {
 *     setFailure(failureOf(error));
 *   }
 * };
 */
export function useWithProof(): WithProof {
  const userId = useSession().user?.id;
  return useMemo<WithProof>(
    () => ({
      run: async (action) => {
        try {
          return await action();
        } catch (error) {
          if (toApiError(error)?.code !== REAUTH_REQUIRED) throw error;
        }
        if (!(await ask(userId))) throw new ProofCancelled();
        return action();
      },
      ensureProof: async () =>
        (given.userId === userId && given.until - LEAST_LEFT_MS > Date.now()) || ask(userId),
    }),
    [userId],
  );
}
