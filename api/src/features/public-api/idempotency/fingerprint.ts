import { createHash } from 'node:crypto';

/** What is still to be written: a value, or signs between values. */
type Part = { value: unknown } | { signs: string };

/** The parts of a list or an object, in the order in which they are written. */
function partsOf(value: object): Part[] {
  if (Array.isArray(value))
    return [
      { signs: '[true' },
      ...value.flatMap((each) => [{ signs: ',' }, { value: each }]),
      { signs: ']' },
    ];
  const fields = Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1));
  return [
    { signs: '[false' },
    ...fields.flatMap(([name, part]) => [
      { signs: `,[${JSON.stringify(name)},` },
      { value: part },
      { signs: ']' },
    ]),
    { signs: ']' },
  ];
}

/**
 * JSON as lists alone, the fields of every object in one order: whoever writes them in another sends the same call. Without
 * a function that calls itself: a body may be as deep as it is long, and would end the stack.
 */
function inOrder(body: unknown): string {
  const written: string[] = [];
  const waiting: Part[] = [{ value: body }];
  for (let part = waiting.pop(); part; part = waiting.pop()) {
    if ('signs' in part) written.push(part.signs);
    else if (typeof part.value === 'object' && part.value !== null) {
      for (const each of partsOf(part.value).reverse()) waiting.push(each);
    } else written.push(JSON.stringify(part.value) ?? 'null');
  }
  return written.join('');
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
  hash.update(Buffer.isBuffer(body) ? body : inOrder(body ?? {}));
  return hash.digest('hex');
}
