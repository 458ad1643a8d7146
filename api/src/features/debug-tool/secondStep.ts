import { type SecondFactorRequest, secondFactorRequest } from '@ezdash/contracts';
import type { AuthUser, Visitor } from '../../platform/auth';
import { AppError } from '../../platform/errors';
import type { FactorsService } from '../factors';

export interface SecondStepDeps {
  /** What admins give beside their password; without it nobody has such a thing. */
  factors?: Pick<FactorsService, 'secondFactorsOf' | 'passSecondFactor'> & {
    loadUser(id: number): Promise<AuthUser | null>;
  };
  /** Admins without an authenticator app are not let in. */
  factorRequired?: boolean;
}

/** A code of the app or a recovery code, by its form; undefined when it has neither. */
function readCode(code: string): SecondFactorRequest | undefined {
  const methods = ['totp', 'recovery'] as const;
  return methods.map((method) => secondFactorRequest.safeParse({ method, code })).find((each) => each.success)
    ?.data;
}

const wrongCode = () =>
  new AppError(422, 'CODE_WRONG', 'This code is wrong or was used already. Wait for the next one');

export type SecondStep = (adminId: number, code: string | undefined, visitor: Visitor) => Promise<void>;

/**
 * What follows an admin's right password. A passkey is none of it: it opens the page without a password, and the tool asks for
 * the password. Throws 422 CODE_NEEDED, CODE_WRONG, SECOND_FACTOR_MISSING, 429; each code passes once, here and at the log-in.
 */
export function createSecondStep({ factors, factorRequired = false }: SecondStepDeps): SecondStep {
  return async (adminId, code, visitor) => {
    const expected = (await factors?.secondFactorsOf(adminId)) ?? [];
    if (expected.length === 0) {
      if (!factorRequired) return;
      throw new AppError(
        422,
        'SECOND_FACTOR_MISSING',
        'This network asks its admins for an authenticator app. Set one up in the settings of your account first',
      );
    }
    if (!code) throw new AppError(422, 'CODE_NEEDED', 'Enter the six digits of your authenticator app');
    const user = await factors?.loadUser(adminId);
    const read = readCode(code);
    if (!factors || !user || !read) throw wrongCode();
    try {
      await factors.passSecondFactor({ user, visitor }, read);
    } catch (error) {
      throw error instanceof AppError && error.code === 'WRONG_CODE' ? wrongCode() : error;
    }
  };
}
