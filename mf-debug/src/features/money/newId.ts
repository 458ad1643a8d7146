const VERSION_4 = 0x40;
const VARIANT = 0x80;

/** A UUID of version 4; also where the page came over plain http, which knows no randomUUID. */
export function newId(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(16));
  bytes[6] = ((bytes[6] ?? 0) & 0x0f) | VERSION_4;
  bytes[8] = ((bytes[8] ?? 0) & 0x3f) | VARIANT;
  const hex = [...bytes].map((byte) => byte.toString(16).padStart(2, '0')).join('');
  return [hex.slice(0, 8), hex.slice(8, 12), hex.slice(12, 16), hex.slice(16, 20), hex.slice(20)].join('-');
}
