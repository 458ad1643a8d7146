import type { CompleteProfileRequest, CompleteRegistrationRequest } from '@ezdash/contracts';
import { TERMS_VERSION } from '@ezdash/contracts/constants';
import type { Clock } from '../../platform/clock';
import { type Db, inTransaction, type Trx } from '../../platform/db';
import { ConflictError, ForbiddenError, ValidationError } from '../../platform/errors';
import { grantWelcomeBonus } from '../accounts';
import type { Arrival, SignUps } from '../referrals';
import { findPerson, storeProfile, storeRegistration } from './proofs.repo';

export interface CompleteAccountDeps {
  db: Db;
  clock: Clock;
  /** What a new advertiser may spend, 0 outside of demo networks. */
  signupBonusMicros: bigint;
  /** Notes who brought the account; nobody unless given. */
  signUps?: Pick<SignUps, 'note'>;
}

async function whyNot(trx: Trx, userId: number): Promise<Error> {
  const { status, terms_version } = (await findPerson(trx, userId)) ?? {};
  if (terms_version === null && (status === 'suspended' || status === 'ADK rejected'))
    return new ForbiddenError('Your account is not active, so nothing can be changed', 'ACCOUNT_NOT_ACTIVE');
  return new ConflictError('This registration is complete already', 'REGISTRATION_COMPLETE');
}

/** What an account still owes after it was made elsewhere (role, terms), and after its address was verified. */
export function createCompleteAccount({ db, clock, signupBonusMicros, signUps }: CompleteAccountDeps) {
  return {
    /**
     * Once: what the role is stands for good, since money will be booked under it. A pending account that waited for
     * this alone becomes active. Throws 409 REGISTRATION_COMPLETE, 403 when an operator has closed the account.
     */
    async registration(
      userId: number,
      { referral_code: _code, ...input }: CompleteRegistrationRequest,
      arrival: Arrival | null = null,
    ): Promise<void> {
      if (input.terms_version !== TERMS_VERSION)
        throw new ValidationError({
          terms_version: ['The terms have changed: load the page again to read them'],
        });
      await inTransaction(db, async (trx) => {
        const now = clock.now();
        if (!(await storeRegistration(trx, userId, { ...input, updated_at: now })))
          throw await whyNot(trx, userId);
        await grantWelcomeBonus(trx, { id: userId, role: input.role }, signupBonusMicros, now);
        await signUps?.note(trx, arrival, { id: userId, role: input.role });
      });
    },

    /** All of it or nothing; also again, to correct it. */
    async profile(userId: number, profile: CompleteProfileRequest): Promise<void> {
      await storeProfile(db, userId, profile, clock.now());
    },
  };
}
