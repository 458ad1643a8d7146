import { createHmac, hkdfSync, randomBytes } from 'node:crypto';
import { addressKey } from '../../platform/auth';
import type { Log } from '../../platform/log';

export interface FailedLogIn {
  /** `limited`: there were too many tries, so the password was not looked at. */
  reason: 'credentials' | 'limited';
  /** Whose password it was not; null when the e-mail is nobody's or was not looked for. */
  userId: number | null;
  email: string;
  /** Where the call comes from. */
  address: string;
}

const SHOWN_BYTES = 12;

/**
 * Writes failed log-ins down so that tries from one address, or on one e-mail, can be counted together without either
 * being in the log: both are keyed hashes, the same for as long as the key is. Without a key one is made up.
 */
export function createFailedLogInLog(key: string | undefined) {
  const secret = Buffer.from(hkdfSync('sha256', key ?? randomBytes(32), '', 'ezdash failed log-ins', 32));
  const pseudonym = (kind: string, value: string) =>
    createHmac('sha256', secret)
      .update(`${kind}\0${value}`)
      .digest()
      .subarray(0, SHOWN_BYTES)
      .toString('base64url');

  return (log: Log, { reason, userId, email, address }: FailedLogIn): void => {
    log.warn(
      {
        event: 'auth.login_failed',
        reason,
        userId,
        account: pseudonym('account', email),
        address: pseudonym('address', addressKey(address)),
      },
      'A log-in failed',
    );
  };
}
