import { createCipheriv, createDecipheriv, hkdfSync, randomBytes } from 'node:crypto';

const CIPHER = 'aes-256-gcm';
const VERSION = 1;
const NONCE_BYTES = 12;
const TAG_BYTES = 16;
const KEY_BYTES = 32;
const HEAD_BYTES = 1 + NONCE_BYTES + TAG_BYTES;

/** A key of its own for each use, out of the one secret that the server keeps. */
export function deriveKey(secret: string, use: string): Buffer {
  return Buffer.from(hkdfSync('sha256', secret, '', `ezdash ${use}`, KEY_BYTES));
}

/** Keeps texts so that the database alone does not tell them, nor what is one row's open for another. */
export interface SecretBox {
  /** `row` names what the text belongs to: `totp 17`. */
  seal(text: string, row: string): Buffer;
  /** Throws when the text was sealed for another row, with another key, or changed since. */
  open(sealed: Buffer, row: string): string;
}

/** AES-256-GCM under a key of its own for each use; a sealed text is version (1 byte), nonce (12), tag (16), text. */
export function createSecretBox(secret: string, use: string): SecretBox {
  const key = deriveKey(secret, use);
  return {
    seal(text, row) {
      const nonce = randomBytes(NONCE_BYTES);
      const cipher = createCipheriv(CIPHER, key, nonce).setAAD(Buffer.from(row));
      const body = Buffer.concat([cipher.update(text, 'utf8'), cipher.final()]);
      return Buffer.concat([Buffer.of(VERSION), nonce, cipher.getAuthTag(), body]);
    },
    open(sealed, row) {
      if (sealed[0] !== VERSION) throw new Error('This was sealed in a way that is not known');
      const nonce = sealed.subarray(1, 1 + NONCE_BYTES);
      const decipher = createDecipheriv(CIPHER, key, nonce, { authTagLength: TAG_BYTES })
        .setAAD(Buffer.from(row))
        .setAuthTag(sealed.subarray(1 + NONCE_BYTES, HEAD_BYTES));
      return Buffer.concat([decipher.update(sealed.subarray(HEAD_BYTES)), decipher.final()]).toString('utf8');
    },
  };
}
