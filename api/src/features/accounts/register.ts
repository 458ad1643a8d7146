import type { RegisterRequest } from '@ezdash/contracts';
import { TERMS_VERSION } from '@ezdash/contracts/constants';
import { type AuthUser, addressKey, createLimiter, hashPassword } from '../../platform/auth';
import type { Clock } from '../../platform/clock';
import { type Db, inTransaction, type Trx } from '../../platform/db';
import { ValidationError } from '../../platform/errors';
import { grantBonus } from '../ledger';
import { insertUser, type UserRow } from './accounts.repo';
import { toAuthUser } from './user.presenter';

export interface RegisterDeps {
  db: Db;
  clock: Clock;
  /** What a new advertiser may spend, 0 outside of demo networks. */
  signupBonusMicros: bigint;
  /** In the transaction that makes an account; `pageLocale` is the language it was asked for in. */
  onRegistered?(trx: Trx, user: UserRow, pageLocale: string): Promise<void>;
}

const HOUR_SECONDS = 3_600;
const REGISTRATIONS_PER_HOUR = 20;

/** What a new advertiser may spend; once an account, however often it is asked for. */
export async function grantWelcomeBonus(
  trx: Trx,
  user: Pick<UserRow, 'id' | 'role'>,
  amountMicros: bigint,
  now: Date,
): Promise<void> {
  if (user.role !== 'advertiser' || amountMicros <= 0n) return;
  await grantBonus(trx, {
    advertiserId: user.id,
    amountMicros,
    occasion: `signup:${user.id}`,
    occurredAt: now,
    description: 'Welcome bonus',
  });
}

/** Makes an account. It and its bonus exist together or not at all. */
export function createRegister({ db, clock, signupBonusMicros, onRegistered }: RegisterDeps) {
  const limiter = createLimiter({
    name: 'register',
    points: REGISTRATIONS_PER_HOUR,
    durationSeconds: HOUR_SECONDS,
  });

  return async (input: RegisterRequest, address: string, pageLocale: string): Promise<AuthUser> => {
    if (input.terms_version !== TERMS_VERSION)
      throw new ValidationError({
        terms_version: ['The terms have changed: load the page again to read them'],
      });
    await limiter.consume(addressKey(address));
    const passwordHash = await hashPassword(input.password);
    const now = clock.now();
    return inTransaction(db, async (trx) => {
      const user = await insertUser(trx, {
        email: input.email,
        password_hash: passwordHash,
        role: input.role,
        username: input.email.split('@')[0] || input.company_name,
        company_name: input.company_name,
        country: input.country,
        terms_version: input.terms_version,
        created_at: now,
        updated_at: now,
        last_login_at: now,
      });
      if (!user)
        throw new ValidationError({ email: ['There is an account with this address: sign in instead'] });
      await grantWelcomeBonus(trx, user, signupBonusMicros, now);
      await onRegistered?.(trx, user, pageLocale);
      return toAuthUser(user);
    });
  };
}
