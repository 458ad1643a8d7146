import { addressKey, createLimiter, type Visitor, verifyPassword } from '../../platform/auth';
import type { Db } from '../../platform/db';
import type { AppError } from '../../platform/errors';
import { type Admin, findAdmin } from './debugTool.repo';
import type { SecondStep } from './secondStep';

const QUARTER_SECONDS = 15 * 60;
/** Tries on one account from one address. */
const TRIES = {
  points: 5,
  durationSeconds: QUARTER_SECONDS,
  firstDelaySeconds: QUARTER_SECONDS,
  longestDelaySeconds: 4 * 3_600,
};
/** Tries on one account from everywhere: its admin waits with the others, so the delays stay short. */
const TRIES_OF_ACCOUNT = {
  points: 30,
  durationSeconds: QUARTER_SECONDS,
  firstDelaySeconds: 60,
  longestDelaySeconds: QUARTER_SECONDS,
};
/** Tries from one address, on whatever accounts. */
const TRIES_OF_ADDRESS = { points: 20, durationSeconds: QUARTER_SECONDS };

/** What somebody says who wants to be taken for an admin. */
export interface Credentials {
  email: string;
  password: string;
  code?: string;
}
/** Where they say it from. */
export interface Origin {
  address: string;
  visitor: Visitor;
}

export interface CredentialsDeps {
  db: Db;
  secondStep: SecondStep;
}

/**
 * Who an admin's password and code belong to. Nothing is told of the second step before the password is right, and every try
 * counts, whatever was wrong. Throws 422 (`wrong` for the password; CODE_NEEDED, CODE_WRONG, SECOND_FACTOR_MISSING), 429.
 */
export function createCredentialsCheck({ db, secondStep }: CredentialsDeps) {
  const byDoor = createLimiter({ name: 'debug', ...TRIES });
  const byAccount = createLimiter({ name: 'debug-account', ...TRIES_OF_ACCOUNT });
  const byAddress = createLimiter({ name: 'debug-address', ...TRIES_OF_ADDRESS });

  return async (
    { email, password, code }: Credentials,
    { address, visitor }: Origin,
    wrong: AppError,
  ): Promise<Admin> => {
    const account = email.toLowerCase();
    const origin = addressKey(address);
    const door = `${account} ${origin}`;
    await byAddress.consume(origin);
    await byDoor.consume(door);
    await byAccount.consume(account);
    const admin = await findAdmin(db, account);
    if (!(await verifyPassword(admin?.passwordHash ?? null, password)) || !admin) throw wrong;
    await secondStep(admin.id, code, visitor);
    await byAddress.reset(origin);
    await byDoor.reset(door);
    await byAccount.reset(account);
    return { id: admin.id, email: admin.email };
  };
}
