import { createHash, randomBytes } from 'node:crypto';

/** Lets people and scanners of leaked code tell what it is. */
const PREFIX = 'ezt_';
const RANDOM_BYTES = 32;
const HINT_LENGTH = 4;
const FORM = /^ezt_[\w-]{43}$/;

/** A new token: prefix and 256 random bits. */
export function makeSecret(): string {
  return PREFIX + randomBytes(RANDOM_BYTES).toString('base64url');
}

/** Whether the text has the form of a token; what has not is not looked up. */
export const isSecret = (text: string): boolean => FORM.test(text);

/** What is stored of a token, in hex. */
export const hashSecret = (secret: string): string => createHash('sha256').update(secret).digest('hex');

export const hintOf = (secret: string): string => secret.slice(-HINT_LENGTH);
