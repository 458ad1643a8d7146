import type { LoginRequest } from '@ezdash/contracts';
import { type AuthUser, createLimiter, verifyPassword } from '../../platform/auth';
import type { Clock } from '../../platform/clock';
import type { Db } from '../../platform/db';
import { AppError } from '../../platform/errors';
import { findUserByEmail, updateUser } from './accounts.repo';
import { toAuthUser } from './user.presenter';

/** Deliberately no 401, and without the words the specification reserves. */
class WrongCredentialsError extends AppError {
  constructor() {
    super(422, 'WRONG_CREDENTIALS', 'Wrong e-mail or password');
  }
}

const QUARTER_SECONDS = 15 * 60;
const LONGEST_DELAY_SECONDS = 4 * 3_600;

/** Checks a password. Takes as long for an address nobody has as for a wrong password, and says the same. */
export function createLogIn({ db, clock }: { db: Db; clock: Clock }) {
  const byAccount = createLimiter({
    name: 'login',
    points: 10,
    durationSeconds: QUARTER_SECONDS,
    firstDelaySeconds: QUARTER_SECONDS,
    longestDelaySeconds: LONGEST_DELAY_SECONDS,
  });
  // One address that tries one password on many accounts.
  const byAddress = createLimiter({ name: 'login-address', points: 100, durationSeconds: QUARTER_SECONDS });

  /** `address` is where the call comes from. Every try counts; a success forgets the account's. */
  return async ({ email, password }: LoginRequest, address: string): Promise<AuthUser> => {
    const key = `${email} ${address}`;
    await byAddress.consume(address);
    await byAccount.consume(key);
    const user = await findUserByEmail(db, email);
    const matches = await verifyPassword(user?.password_hash ?? null, password);
    if (!matches || !user) throw new WrongCredentialsError();
    await byAccount.reset(key);
    await updateUser(db, user.id, { last_login_at: clock.now() }, clock.now());
    return toAuthUser(user);
  };
}
