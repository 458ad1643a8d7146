import type { RegisterRequest, VerifyEmailRequest } from '@ezdash/contracts';
import { TERMS_VERSION } from '@ezdash/contracts/constants';
import { z } from 'zod';
import {
  addressKey,
  createLimiter,
  hashPassword,
  passwordProblem,
  verifyPassword,
} from '../../platform/auth';
import { inTransaction, type Trx } from '../../platform/db';
import { type FieldErrors, ValidationError } from '../../platform/errors';
import type { JobQueue } from '../../platform/jobs';
import { grantWelcomeBonus, insertUser, type UserRow } from '../accounts';
import type { Arrival, SignUps } from '../referrals';
import { isWithin } from './isWithin';
import { LinkExpiredError } from './LinkExpiredError';
import { LIMITS } from './limits';
import { tokenSha256 } from './oneTimeTokens';
import {
  deletePendingOf,
  findByToken,
  insertPending,
  lockPendingOf,
  type PendingRow,
  tidyPending,
} from './registration.repo';
import { createRegistrationMail, endOf, type RegistrationMailDeps } from './registrationMail';

export interface RegistrationDeps extends RegistrationMailDeps {
  /** What a new advertiser may spend, 0 outside of demo networks. */
  signupBonusMicros: bigint;
  appName: string;
  /** Notes who brought a new account; nobody unless given. */
  signUps?: Pick<SignUps, 'note'>;
}

/** Who registers, or asks for the mail again. */
export interface Registrant {
  /** Where the call comes from. */
  address: string;
  /** The language of the page. */
  locale: string;
  /** SHA-256 of the browser's cookie, in hex. */
  browser: string;
  /** The link of another account that it came by. */
  arrival?: Arrival | null;
}

/** A mail about a registration that somebody asks for. */
type Wish = Pick<Registrant, 'locale' | 'browser'> & { email: string; door: string };

const TIDY_QUEUE = 'proofs.registration-tidy';
const NOTHING = z.object({});

function passwordError(text: string, code: string): ValidationError {
  return new ValidationError({ password: [text] }, text, code);
}

function refuseBadInput(input: RegisterRequest, appName: string): void {
  const { email, company_name: company, password } = input;
  const weak = passwordProblem(password, { email, company, appName });
  const errors: FieldErrors = {
    ...(input.terms_version !== TERMS_VERSION && {
      terms_version: ['The terms have changed: load the page again to read them'],
    }),
    ...(weak && { password: [weak] }),
  };
  if (Object.keys(errors).length > 0) throw new ValidationError(errors);
}

/** The account that an opened link makes; undefined when its address got one in the meantime. */
async function makeAccount(trx: Trx, row: PendingRow, now: Date): Promise<UserRow | undefined> {
  return insertUser(trx, {
    email: row.email,
    password_hash: row.password_hash,
    role: row.role,
    username: row.email.split('@')[0] || row.company_name,
    company_name: row.company_name,
    country: row.country,
    terms_version: row.terms_version,
    terms_agreed_at: row.created_at,
    locale: row.locale,
    verified: true,
    email_verified_at: now,
    created_at: now,
    updated_at: now,
  });
}

const arrivalOf = ({ referral_link_id, referral_same_device }: PendingRow): Arrival | null =>
  referral_link_id === null ? null : { linkId: referral_link_id, sameDevice: referral_same_device };

/** Clears away what waited in vain, and comes again while something waits. */
function createTidyQueue({ db, clock, jobs }: RegistrationDeps) {
  const tidying: JobQueue<typeof NOTHING> = jobs.queue(TIDY_QUEUE, {
    schema: NOTHING,
    singletonKey: () => 'all',
    handler: async () => {
      const next = await tidyPending(db, clock.now());
      if (next) await sendAt(next);
    },
  });
  /** The queue goes by the time of day, whatever the clock of the app says. */
  const sendAt = (due: Date, trx?: Trx) =>
    tidying.send({}, { trx, startAfter: new Date(Date.now() + due.getTime() - clock.now().getTime()) });
  return { sendAt };
}

/**
 * Accounts by mail. Neither the answer to a registration nor its time tells whether the address has an account: the
 * call does the same for all of them, and a job looks afterwards. An account exists once a mailed link was opened.
 */
export function createRegistration(deps: RegistrationDeps) {
  const { db, clock, signupBonusMicros, appName, signUps } = deps;
  const byAddress = createLimiter(LIMITS.registerAddress);
  const byDoor = createLimiter(LIMITS.register);
  const resendsByAddress = createLimiter(LIMITS.registerResendAddress);
  const resendsByDoor = createLimiter(LIMITS.registerResend);
  const mailsByEmail = createLimiter(LIMITS.registerMails);
  const mailsByDoor = createLimiter(LIMITS.registerMailsDoor);
  const guesses = createLimiter(LIMITS.registrationPassword);
  const queue = createRegistrationMail(deps);
  const tidying = createTidyQueue(deps);

  async function proveBrowser(row: PendingRow, password: string | undefined, browser: string | null) {
    if (row.browser_sha256 === browser) return;
    if (password === undefined)
      throw passwordError('Enter the password that you chose when you registered', 'PASSWORD_NEEDED');
    await guesses.consume(String(row.id));
    if (!(await verifyPassword(row.password_hash, password)))
      throw passwordError('Wrong password', 'WRONG_PASSWORD');
  }

  /** The same for every address: only the job knows whether it has an account, and what waits for it. */
  async function sendMail({ email, locale, browser, door }: Wish, trx?: Trx): Promise<void> {
    const isWithinAll = await isWithin(mailsByEmail.consume(email));
    if (isWithinAll || (await isWithin(mailsByDoor.consume(door))))
      await queue.send({ email, locale, browser, first_only: !isWithinAll }, { trx });
  }

  return {
    /** Keeps the registration until its mailed link is opened. Throws 422, 429; says nothing of the address. */
    async register(input: RegisterRequest, registrant: Registrant): Promise<void> {
      const { email, role, company_name, country, terms_version } = input;
      const { address, locale, browser, arrival } = registrant;
      refuseBadInput(input, appName);
      const origin = addressKey(address);
      await byAddress.consume(origin);
      const door = `${email} ${origin}`;
      await byDoor.consume(door);
      const password_hash = await hashPassword(input.password);
      await inTransaction(db, async (trx) => {
        const now = clock.now();
        const expires_at = endOf(now);
        await insertPending(trx, {
          ...{ email, password_hash, role, company_name, country, terms_version, locale },
          browser_sha256: browser,
          referral_link_id: arrival?.linkId ?? null,
          referral_same_device: arrival?.sameDevice ?? false,
          created_at: now,
          expires_at,
        });
        await tidying.sendAt(expires_at, trx);
        await sendMail({ email, locale, browser, door }, trx);
      });
    },

    /** The mail once more, whoever asks and whatever there is. Throws 429. */
    async resend(email: string, { address, locale, browser }: Registrant): Promise<void> {
      const origin = addressKey(address);
      await resendsByAddress.consume(origin);
      const door = `${email} ${origin}`;
      await resendsByDoor.consume(door);
      await sendMail({ email, locale, browser, door });
    },

    /**
     * Makes the account of an opened link; null when the link is none of a registration. Throws 422 LINK_EXPIRED,
     * PASSWORD_NEEDED and WRONG_PASSWORD (in another browser than it was asked for in), 429.
     */
    async finish(
      { token, password }: VerifyEmailRequest,
      browser: string | null,
    ): Promise<{ userId: number; role: UserRow['role'] } | null> {
      const sha256 = tokenSha256(token);
      const found = await findByToken(db, sha256, clock.now());
      if (!found) return null;
      await proveBrowser(found, password, browser);
      const made = await inTransaction(db, async (trx) => {
        const now = clock.now();
        const rows = await lockPendingOf(trx, found.email, now);
        const row = rows.find((each) => each.token_sha256 === sha256);
        if (!row) return;
        const user = await makeAccount(trx, row, now);
        await deletePendingOf(trx, row.email);
        if (!user) return;
        await grantWelcomeBonus(trx, user, signupBonusMicros, now);
        await signUps?.note(trx, arrivalOf(row), user);
        return user;
      });
      if (!made) throw new LinkExpiredError();
      return { userId: made.id, role: made.role };
    },
  };
}

export type Registration = ReturnType<typeof createRegistration>;
