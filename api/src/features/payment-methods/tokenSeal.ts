import { createCipheriv, createDecipheriv, hkdfSync, randomBytes } from 'node:crypto';

const CIPHER = 'aes-256-gcm';
const VERSION = 1;
const NONCE_BYTES = 12;
const TAG_BYTES = 16;
const KEY_BYTES = 32;
const HEAD_BYTES = 1 + NONCE_BYTES + TAG_BYTES;
const USE = 'ezdash payment method tokens';

/** Keeps gateways' tokens so that the database alone does not tell them, nor one row open for another. */
export interface TokenSeal {
  seal(token: string, methodId: string): Buffer;
  /** Throws when it was sealed for another row, under another key, or changed since. */
  open(sealed: Buffer, methodId: string): string;
}

/** AES-256-GCM under a key of its own, derived from the server's secret; version (1 byte), nonce, tag, text. */
export function createTokenSeal(secret: string): TokenSeal {
  const key = Buffer.from(hkdfSync('sha256', secret, '', USE, KEY_BYTES));
  const row = (methodId: string) => Buffer.from(`payment_method ${methodId}`);
  return {
    seal(token, methodId) {
      const nonce = randomBytes(NONCE_BYTES);
      const cipher = createCipheriv(CIPHER, key, nonce).setAAD(row(methodId));
      const body = Buffer.concat([cipher.update(token, 'utf8'), cipher.final()]);
      return Buffer.concat([Buffer.of(VERSION), nonce, cipher.getAuthTag(), body]);
    },
    open(sealed, methodId) {
      if (sealed[0] !== VERSION) throw new Error('This was sealed in a way that is not known');
      const decipher = createDecipheriv(CIPHER, key, sealed.subarray(1, 1 + NONCE_BYTES), {
        authTagLength: TAG_BYTES,
      })
        .setAAD(row(methodId))
        .setAuthTag(sealed.subarray(1 + NONCE_BYTES, HEAD_BYTES));
      return Buffer.concat([decipher.update(sealed.subarray(HEAD_BYTES)), decipher.final()]).toString('utf8');
    },
  };
}
