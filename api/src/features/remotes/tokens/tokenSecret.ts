import { createHash, randomBytes } from 'node:crypto';

/** Lets people and scanners of leaked code tell what it is. */
const PREFIX = 'rel_';
const RANDOM_BYTES = 32;
const FORM = /^rel_[\w-]{43}$/;

/** A new token: prefix and 256 random bits. */
export const makeSecret = (): string => PREFIX + randomBytes(RANDOM_BYTES).toString('base64url');

/** Whether the text has the form of a token; what has not is not looked up. */
export const isSecret = (text: string): boolean => FORM.test(text);

/** What is stored of a token, in hex. */
export const hashSecret = (secret: string): string => createHash('sha256').update(secret).digest('hex');
