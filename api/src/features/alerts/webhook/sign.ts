import { createHmac, randomBytes } from 'node:crypto';

/** Lets people and scanners of leaked code tell what it is. */
const PREFIX = 'whsec_';
const RANDOM_BYTES = 32;
export const HINT_LENGTH = 4;

export const makeSecret = (): string => PREFIX + randomBytes(RANDOM_BYTES).toString('base64url');

/**
 * `t=SECONDS,v1=HEX`: HMAC-SHA256 under the secret of the time, a full stop and the body. The time is signed too, so
 * that a receiver can refuse what somebody recorded.
 */
export function signatureOf(secret: string, body: string, at: Date): string {
  const seconds = Math.floor(at.getTime() / 1_000);
  const digest = createHmac('sha256', secret).update(`${seconds}.${body}`).digest('hex');
  return `t=${seconds},v1=${digest}`;
}
