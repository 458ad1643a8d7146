import type { LimiterOptions } from '../../platform/auth';

const MINUTE = 60;
const QUARTER = 15 * MINUTE;
const HOUR = 60 * MINUTE;
/** From so many seconds, twice as long with each further excess, up to four hours. */
const growing = (firstDelaySeconds: number) => ({ firstDelaySeconds, longestDelaySeconds: 4 * HOUR });

/**
 * How often what proves somebody may be tried. `docs/accounts.md` lists them for people. A door is an e-mail address
 * together with where the calls for it come from. No limit depends on whether an account exists.
 */
export const LIMITS = {
  /** By address. Whole offices share one, and a registration costs a row that is gone after a day. */
  registerAddress: { name: 'register-address', points: 60, durationSeconds: HOUR, ...growing(QUARTER) },
  /** By door. */
  register: { name: 'register', points: 5, durationSeconds: QUARTER, ...growing(QUARTER) },
  registerResendAddress: { name: 'register-resend-address', points: 20, durationSeconds: QUARTER },
  /** By door. */
  registerResend: { name: 'register-resend', points: 3, durationSeconds: QUARTER, ...growing(QUARTER) },
  /** Mails about registrations that one mailbox gets, whoever asks. Beyond it the answer stays the same, and: */
  registerMails: { name: 'register-mails', points: 6, durationSeconds: HOUR },
  /**
   * By door: the first mail of a registration that got none, so that strangers who use up the others keep nobody from
   * signing up.
   */
  registerMailsDoor: { name: 'register-mails-door', points: 1, durationSeconds: HOUR },
  /** Guesses of the password of one registration, in other browsers than its own. */
  registrationPassword: {
    name: 'registration-password',
    points: 5,
    durationSeconds: QUARTER,
    ...growing(5 * MINUTE),
  },
  /** Links that one address may try. None can be guessed; this keeps the guesses cheap. */
  links: { name: 'link', points: 30, durationSeconds: QUARTER },
  /** By account. */
  verifyEmailResend: {
    name: 'verify-email-resend',
    points: 3,
    durationSeconds: QUARTER,
    ...growing(QUARTER),
  },
  /** By door, for accounts that do not exist too. */
  forgot: { name: 'forgot', points: 3, durationSeconds: QUARTER, ...growing(QUARTER) },
  forgotAddress: { name: 'forgot-address', points: 20, durationSeconds: QUARTER },
  /** Mails an account gets, whoever asks. Nobody is locked out by it: the last link still works. */
  forgotMails: { name: 'forgot-account', points: 6, durationSeconds: HOUR },
  /** Whoever sits at an open session of somebody else. By account. */
  passwordCheck: { name: 'password-check', points: 5, durationSeconds: QUARTER, ...growing(5 * MINUTE) },
} satisfies Record<string, LimiterOptions>;
