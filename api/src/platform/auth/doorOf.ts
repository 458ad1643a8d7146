import { createHmac } from 'node:crypto';
import { addressKey } from './addressKey';
import { deriveKey } from './secretBox';

/**
 * What a sign-in remembers of where it came from: a keyed hash over the e-mail address and the network address together.
 * It tells whether somebody comes back to the same account from the same place, and nothing else: without the key not
 * even that, and never the same for two accounts.
 */
export function createDoorOf(secret: string): (email: string, address: string | undefined) => string {
  const key = deriveKey(secret, 'door');
  return (email, address) =>
    createHmac('sha256', key)
      .update(`${email.toLowerCase()} ${addressKey(address)}`)
      .digest('base64url');
}
