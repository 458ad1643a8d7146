import type { Trx } from '../../platform/db';
import { markVerified } from './proofs.repo';

export interface FirstVerificationDeps {
  /**
   * Takes away what signs in to an account beside its password: linked accounts, passkeys, second factors. Asked when
   * the account's address is verified for the first time: whoever set them up may have been somebody else.
   */
  dropWaysIn?(trx: Trx, userId: number): Promise<unknown>;
  /** Revokes every API token of an account. */
  revokeTokens?(trx: Trx, userId: number): Promise<unknown>;
}

/**
 * Notes that the address reaches its owner; whether that is new. If so, what was set up before opens the account no
 * more, in the same transaction: who made it need not be who reads its mail.
 */
export function createFirstVerification({ dropWaysIn, revokeTokens }: FirstVerificationDeps) {
  return async (trx: Trx, userId: number, now: Date): Promise<boolean> => {
    const isFirst = await markVerified(trx, userId, now);
    if (!isFirst) return false;
    await dropWaysIn?.(trx, userId);
    await revokeTokens?.(trx, userId);
    return true;
  };
}
