import { createHmac, randomBytes } from 'node:crypto';

/** Lets people and scanners of leaked code tell what it is. */
const PREFIX = 'ezps_';
const RANDOM_BYTES = 32;

export const makeSecret = (): string => PREFIX + randomBytes(RANDOM_BYTES).toString('base64url');

/**
 * `t=SECONDS,v1=HEX`: HMAC-SHA256 under the secret of the time, the id of the call and what is sent (the body of a POST,
 * the whole address of a GET), with full stops between them. The time is signed so that a recording can be refused.
 */
export function signCall(secret: string, { id, sent, at }: { id: string; sent: string; at: Date }): string {
  const seconds = Math.floor(at.getTime() / 1_000);
  const digest = createHmac('sha256', secret).update(`${seconds}.${id}.${sent}`).digest('hex');
  return `t=${seconds},v1=${digest}`;
}
