import type { SecondFactor, SecondFactorRequest } from '@ezdash/contracts';
import { type Actor, createLimiter } from '../../platform/auth';
import type { RecoveryCodes } from './recoveryCodes';
import type { TotpFactor } from './totpFactor';
import { WrongCodeError } from './WrongCodeError';

/**
 * Whoever guesses has the password already. Counted by account alone, so that neither another address nor a new
 * log-in gives more guesses; its owner may wait with them, and comes in by a passkey meanwhile.
 */
const GUESSES = {
  name: 'second-factor',
  points: 5,
  durationSeconds: 15 * 60,
  firstDelaySeconds: 5 * 60,
  longestDelaySeconds: 4 * 3_600,
};

const REFUSALS: Readonly<Record<SecondFactor, string>> = {
  totp: 'This code is wrong or was used already. Wait for the next one',
  recovery: 'This recovery code is wrong or was used already',
};

/** The second step of a log-in. */
export function createSecondFactor({ totp, codes }: { totp: TotpFactor; codes: RecoveryCodes }) {
  const guesses = createLimiter(GUESSES);

  return {
    /** What may follow the password; empty when the password is enough. */
    async of(userId: number): Promise<SecondFactor[]> {
      if ((await totp.enabledAt(userId)) === null) return [];
      return (await codes.left(userId)) > 0 ? ['totp', 'recovery'] : ['totp'];
    },

    /** Throws 422 WRONG_CODE, 429. Each code passes once. */
    async pass(actor: Actor, { method, code }: SecondFactorRequest): Promise<void> {
      const { id } = actor.user;
      await guesses.consume(String(id));
      const passed = method === 'totp' ? await totp.take(id, code) : await codes.take(actor, code);
      if (!passed) throw new WrongCodeError(REFUSALS[method]);
      await guesses.reset(String(id));
    },

    /** They were made behind a password that is none any more. */
    forgetGuesses: (userId: number): Promise<void> => guesses.reset(String(userId)),
  };
}
