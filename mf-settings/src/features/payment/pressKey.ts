const BYTES = 16;

/** 128 random bits for `Idempotency-Key`; also where the page came over plain http, which knows no randomUUID. */
export function pressKey(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(BYTES));
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('');
}
