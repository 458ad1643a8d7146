import { webcrypto } from 'node:crypto';

/** A hash of bytes that somebody else has sent, made on another thread: 20 MB take up to 100 ms. */
export async function digest(algorithm: 'SHA-256' | 'SHA-384', bytes: Uint8Array): Promise<Buffer> {
  return Buffer.from(await webcrypto.subtle.digest(algorithm, bytes as Uint8Array<ArrayBuffer>));
}
