import { randomFillSync } from 'node:crypto';

export const UUID_BYTES = 16;

/** Fills a buffer with random bytes; a seeded one makes the demo's history the same every time. */
export type RandomSource = (bytes: Buffer) => void;
export const cryptoRandom: RandomSource = (bytes) => {
  randomFillSync(bytes);
};

const POOL_BYTES = 8_192;
const RANDOM_BYTES = 10;
const UINT32 = 4_294_967_296;

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
  // By hand, as the random bytes below.
  const high = Math.floor(timeMs / UINT32);
  target[offset] = high >>> 8;
  target[offset + 1] = high;
  target[offset + 2] = timeMs >>> 24;
  target[offset + 3] = timeMs >>> 16;
  target[offset + 4] = timeMs >>> 8;
  target[offset + 5] = timeMs;
  const from = random.take(RANDOM_BYTES);
  // Ten bytes by hand: Buffer.copy makes a view first, which costs more than the copy.
  for (let index = 0; index < RANDOM_BYTES; index += 1)
    target[offset + 6 + index] = random.pool[from + index] ?? 0;
  target[offset + 6] = ((target[offset + 6] ?? 0) & 0x0f) | 0x70;
  target[offset + 8] = ((target[offset + 8] ?? 0) & 0x3f) | 0x80;
}

/** Epoch milliseconds of a UUIDv7. */
export function uuidTimeMs(bytes: Uint8Array, offset: number): number {
  const byte = (index: number) => bytes[offset + index] ?? 0;
  return (
    ((byte(0) << 8) | byte(1)) * UINT32 +
    (((byte(2) << 24) | (byte(3) << 16) | (byte(4) << 8) | byte(5)) >>> 0)
  );
}

const DASH = 45;
/** Where a dash stands before a byte. */
const DASHES = new Set([4, 6, 8, 10]);
const hexCode = (nibble: number) => (nibble < 10 ? 48 + nibble : 87 + nibble);
const HEX_HIGH = Uint8Array.from({ length: 256 }, (_, byte) => hexCode(byte >>> 4));
const HEX_LOW = Uint8Array.from({ length: 256 }, (_, byte) => hexCode(byte & 15));
const textCodes = new Array<number>(36).fill(DASH);
/** Where the two digits of each byte stand in the text. */
const PLACES = Array.from(
  { length: UUID_BYTES },
  (_, byte) => byte * 2 + [...DASHES].filter((dash) => dash <= byte).length,
);

/** `01890a5d-ac96-774b-bcce-b302099a8057` */
export function uuidText(bytes: Uint8Array, offset: number): string {
  for (let index = 0; index < UUID_BYTES; index += 1) {
    const byte = bytes[offset + index] ?? 0;
    const place = PLACES[index] ?? 0;
    textCodes[place] = HEX_HIGH[byte] ?? 0;
    textCodes[place + 1] = HEX_LOW[byte] ?? 0;
  }
  return String.fromCharCode.apply(null, textCodes);
}
