import { createHash } from 'node:crypto';

/** JSON as lists alone, the fields of every object in one order: whoever writes them in another sends the same call. */
function inOrder(value: unknown): unknown {
  if (Array.isArray(value)) return [true, ...value.map(inOrder)];
  if (typeof value !== 'object' || value === null) return value;
  const fields = Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1));
  return [false, ...fields.map(([name, part]) => [name, inOrder(part)])];
}

export interface CallContent {
  method: string;
  /** With its query, as it was asked for. */
  address: string;
  /** Bytes of a file, what JSON said, or nothing. */
  body: unknown;
}

/** SHA-256 in hex; the same for the same call and for no other. */
export function fingerprint({ method, address, body }: CallContent): string {
  const hash = createHash('sha256').update(JSON.stringify([method, address, Buffer.isBuffer(body)]));
  hash.update(Buffer.isBuffer(body) ? body : (JSON.stringify(inOrder(body ?? {})) ?? ''));
  return hash.digest('hex');
}
