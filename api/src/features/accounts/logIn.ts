import type { LoginRequest } from '@ezdash/contracts';
import { type AuthUser, addressKey, createDoorOf, createLimiter, verifyPassword } from '../../platform/auth';
import type { Db } from '../../platform/db';
import { AppError } from '../../platform/errors';
import type { Log } from '../../platform/log';
import { findUserByEmail, hasDoor } from './accounts.repo';
import { createFailedLogInLog } from './failedLogIn';
import { toAuthUser } from './user.presenter';

export interface LogInDeps {
  db: Db;
  /** Keys the pseudonyms of failed log-ins in the log; by default one of this process alone. */
  logKey?: string;
  /** That of the sessions, which remember by it where they were begun from; by default no session is asked. */
  secret?: string;
}

/** Deliberately no 401, and without the words the specification reserves. */
class WrongCredentialsError extends AppError {
  constructor() {
    super(422, 'WRONG_CREDENTIALS', 'Wrong e-mail or password');
  }
}

const MINUTE_SECONDS = 60;
const QUARTER_SECONDS = 15 * MINUTE_SECONDS;
const LONGEST_DELAY_SECONDS = 4 * 3_600;
/** Addresses that accounts were signed in to from, in this process; the oldest go first. */
const REMEMBERED_DOORS = 20_000;

/** A set that forgets its oldest entries when it is full. */
function createMemory(most: number) {
  const entries = new Set<string>();
  return {
    has: (entry: string): boolean => entries.has(entry),
    add(entry: string): void {
      entries.delete(entry);
      entries.add(entry);
      const [oldest] = entries;
      if (entries.size > most && oldest !== undefined) entries.delete(oldest);
    },
  };
}

/** Checks a password. Takes as long for an address nobody has as for a wrong password, and says the same. */
export function createLogIn({ db, logKey, secret }: LogInDeps) {
  const noteFailure = createFailedLogInLog(logKey);
  const byDoor = createLimiter({
    name: 'login',
    points: 10,
    durationSeconds: QUARTER_SECONDS,
    firstDelaySeconds: QUARTER_SECONDS,
    longestDelaySeconds: LONGEST_DELAY_SECONDS,
  });
  // One address that tries one password on many accounts.
  const byAddress = createLimiter({ name: 'login-address', points: 100, durationSeconds: QUARTER_SECONDS });
  // Many addresses that try passwords on one account. Its owner waits with them, so the delays stay short, and
  // whoever signed in from where they are does not wait at all.
  const byAccount = createLimiter({
    name: 'login-account',
    points: 50,
    durationSeconds: QUARTER_SECONDS,
    firstDelaySeconds: MINUTE_SECONDS,
    longestDelaySeconds: QUARTER_SECONDS,
  });
  const doors = createMemory(REMEMBERED_DOORS);
  const doorOf = secret === undefined ? null : createDoorOf(secret);
  /** Whether the account was signed in to from there: in this process, or by a sign-in that still lasts. */
  const isKnown = async (door: string, account: string, address: string): Promise<boolean> =>
    doors.has(door) || (doorOf !== null && (await hasDoor(db, account, doorOf(account, address))));

  /** `address` is where the call comes from. Every try counts; a success forgets the account's. Throws 422, 429. */
  return async ({ email, password }: LoginRequest, address: string, log: Log): Promise<AuthUser> => {
    const origin = addressKey(address);
    const account = email.toLowerCase();
    const door = `${account} ${origin}`;
    try {
      await byAddress.consume(origin);
      await byDoor.consume(door);
      if (!(await isKnown(door, account, address))) await byAccount.consume(account);
    } catch (error) {
      noteFailure(log, { reason: 'limited', userId: null, email: account, address });
      throw error;
    }
    const user = await findUserByEmail(db, account);
    const matches = await verifyPassword(user?.password_hash ?? null, password);
    if (!matches || !user) {
      noteFailure(log, { reason: 'credentials', userId: user?.id ?? null, email: account, address });
      throw new WrongCredentialsError();
    }
    await byDoor.reset(door);
    await byAccount.reset(account);
    doors.add(door);
    return toAuthUser(user);
  };
}
