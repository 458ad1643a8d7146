import { type ApiError, toApiError } from '@ezdash/store';

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
