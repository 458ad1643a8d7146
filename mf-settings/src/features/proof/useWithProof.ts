import { createContext, use } from 'react';

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

export const ProofContext = createContext<WithProof | null>(null);

/**
 * Dangerous actions, with the dialog "Confirm that it is you" when the last proof is too old.
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
  const proof = use(ProofContext);
  if (!proof) throw new Error('useWithProof belongs under ProofProvider');
  return proof;
}
