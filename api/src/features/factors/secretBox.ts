import { createCipheriv, createDecipheriv, hkdfSync, randomBytes } from 'node:crypto';

const CIPHER = 'aes-256-gcm';
const NONCE_BYTES = 12;
const TAG_BYTES = 16;
const KEY_BYTES = 32;

/** A key of its own for each use, out of the one secret that the server keeps. */
export function deriveKey(secret: string, use: string): Buffer {
  return Buffer.from(hkdfSync('sha256', secret, '', `ezdash ${use}`, KEY_BYTES));
}

/** Keeps texts so that the database alone does not tell them, nor one account's row open for another. */
export interface SecretBox {
  seal(text: string, userId: number): Buffer;
  /** Throws when the text was sealed for another account, with another key, or changed since. */
  open(sealed: Buffer, userId: number): string;
}

const owner = (userId: number) => Buffer.from(`user ${userId}`);

/** AES-256-GCM; a sealed text is nonce, tag, text. */
export function createSecretBox(secret: string, use: string): SecretBox {
  const key = deriveKey(secret, use);
  return {
    seal(text, userId) {
      const nonce = randomBytes(NONCE_BYTES);
      const cipher = createCipheriv(CIPHER, key, nonce).setAAD(owner(userId));
      const body = Buffer.concat([cipher.update(text, 'utf8'), cipher.final()]);
      return Buffer.concat([nonce, cipher.getAuthTag(), body]);
    },
    open(sealed, userId) {
      const nonce = sealed.subarray(0, NONCE_BYTES);
      const decipher = createDecipheriv(CIPHER, key, nonce, { authTagLength: TAG_BYTES })
        .setAAD(owner(userId))
        .setAuthTag(sealed.subarray(NONCE_BYTES, NONCE_BYTES + TAG_BYTES));
      const body = decipher.update(sealed.subarray(NONCE_BYTES + TAG_BYTES));
      return Buffer.concat([body, decipher.final()]).toString('utf8');
    },
  };
}
