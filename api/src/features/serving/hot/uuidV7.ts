import { randomFillSync } from 'node:crypto';

export const UUID_BYTES = 16;

/** Fills a buffer with random bytes; a seeded one makes the demo's history the same every time. */
export type RandomSource = (bytes: Buffer) => void;
export const cryptoRandom: RandomSource = (bytes) => {
  randomFillSync(bytes);
};

const POOL_BYTES = 8_192;
const RANDOM_BYTES = 10;

/** Random bytes in large draughts: one system call serves some 800 decisions. */
export function createRandomPool(source: RandomSource) {
  const pool = Buffer.alloc(POOL_BYTES);
  let at = POOL_BYTES;
  return {
    /** Offset in `pool` of fresh bytes, good until the next call. */
    take(count: number): number {
      if (at + count > POOL_BYTES) {
        source(pool);
        at = 0;
      }
      const offset = at;
      at += count;
      return offset;
    },
    pool,
  };
}
export type RandomPool = ReturnType<typeof createRandomPool>;

/** Writes a UUIDv7 (RFC 9562): 48 bits of epoch milliseconds, then random bits. */
export function writeUuidV7(target: Buffer, offset: number, timeMs: number, random: RandomPool): void {
  target.writeUIntBE(timeMs, offset, 6);
  const from = random.take(RANDOM_BYTES);
  // Ten bytes by hand: Buffer.copy makes a view first, which costs more than the copy.
  for (let index = 0; index < RANDOM_BYTES; index += 1)
    target[offset + 6 + index] = random.pool[from + index] ?? 0;
  target[offset + 6] = ((target[offset + 6] ?? 0) & 0x0f) | 0x70;
  target[offset + 8] = ((target[offset + 8] ?? 0) & 0x3f) | 0x80;
}

/** Epoch milliseconds of a UUIDv7. */
export function uuidTimeMs(bytes: Buffer, offset: number): number {
  return bytes.readUIntBE(offset, 6);
}

/** `01890a5d-ac96-774b-bcce-b302099a8057` */
export function uuidText(bytes: Buffer, offset: number): string {
  const hex = bytes.toString('hex', offset, offset + UUID_BYTES);
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-${hex.slice(12, 16)}-${hex.slice(16, 20)}-${hex.slice(20)}`;
}
