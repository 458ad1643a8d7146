import { ProofCancelled, toApiError } from '@ezdash/store';
import { askProof } from './askedProof';

const REAUTH_REQUIRED = 'REAUTH_REQUIRED';

/**
 * Runs an action of the debug tool or the console. When the server answers 403 REAUTH_REQUIRED the admin is asked for the
 * password (and the code) in a dialog of the tool, and the action runs once more. Rejects with what the action threw, or with
 * `ProofCancelled` (`@ezdash/store`; its `failureOf` is null) when the admin did not want to: then nothing was done.
 */
async function run<Answer>(action: () => Promise<Answer>): Promise<Answer> {
  try {
    return await action();
  } catch (error) {
    if (toApiError(error)?.code !== REAUTH_REQUIRED) throw error;
    const isProven = await askProof();
    // Nobody is there to ask: the refusal is what there is to say.
    if (isProven === null) throw error;
    if (!isProven) throw new ProofCancelled();
  }
  return action();
}

const PROOF = { run };

/**
 * Dangerous actions of the debug tool, asked for again with a fresh proof when the last one is too old.
 *
 * @example
 * const { run } = useDebugProof();
 * try {
 *   await run(() => endSession(id).unwrap());
 * } catch (error) {
 *   setFailure(failureOf(error));
 * }
 */
export const useDebugProof = (): typeof PROOF => PROOF;
