/** SHA-256's round constants (FIPS 180-4, 4.2.2). */
const K = Int32Array.of(
  0x428a2f98,
  0x71374491,
  0xb5c0fbcf,
  0xe9b5dba5,
  0x3956c25b,
  0x59f111f1,
  0x923f82a4,
  0xab1c5ed5,
  0xd807aa98,
  0x12835b01,
  0x243185be,
  0x550c7dc3,
  0x72be5d74,
  0x80deb1fe,
  0x9bdc06a7,
  0xc19bf174,
  0xe49b69c1,
  0xefbe4786,
  0x0fc19dc6,
  0x240ca1cc,
  0x2de92c6f,
  0x4a7484aa,
  0x5cb0a9dc,
  0x76f988da,
  0x983e5152,
  0xa831c66d,
  0xb00327c8,
  0xbf597fc7,
  0xc6e00bf3,
  0xd5a79147,
  0x06ca6351,
  0x14292967,
  0x27b70a85,
  0x2e1b2138,
  0x4d2c6dfc,
  0x53380d13,
  0x650a7354,
  0x766a0abb,
  0x81c2c92e,
  0x92722c85,
  0xa2bfe8a1,
  0xa81a664b,
  0xc24b8b70,
  0xc76c51a3,
  0xd192e819,
  0xd6990624,
  0xf40e3585,
  0x106aa070,
  0x19a4c116,
  0x1e376c08,
  0x2748774c,
  0x34b0bcb5,
  0x391c0cb3,
  0x4ed8aa4a,
  0x5b9cca4f,
  0x682e6ff3,
  0x748f82ee,
  0x78a5636f,
  0x84c87814,
  0x8cc70208,
  0x90befffa,
  0xa4506ceb,
  0xbef9a3f7,
  0xc67178f2,
);
const INITIAL = Int32Array.of(
  0x6a09e667,
  0xbb67ae85,
  0x3c6ef372,
  0xa54ff53a,
  0x510e527f,
  0x9b05688c,
  0x1f83d9ab,
  0x5be0cd19,
);
const BLOCK_BYTES = 64;
const BLOCK_WORDS = 16;
const HASH_WORDS = 8;
/** What fits into one block beside the end mark and the length. */
const MAX_MESSAGE_BYTES = 55;

/** Words of the block that is compressed, and what follows from them. */
const w = new Int32Array(BLOCK_BYTES);

/** One compression of the block in `w`, from one state to another. */
function compress(from: Int32Array, to: Int32Array): void {
  for (let index = BLOCK_WORDS; index < BLOCK_BYTES; index += 1) {
    const x = w[index - 15];
    const y = w[index - 2];
    const s0 = ((x >>> 7) | (x << 25)) ^ ((x >>> 18) | (x << 14)) ^ (x >>> 3);
    const s1 = ((y >>> 17) | (y << 15)) ^ ((y >>> 19) | (y << 13)) ^ (y >>> 10);
    w[index] = (w[index - 16] + s0 + w[index - 7] + s1) | 0;
  }
  let a = from[0];
  let b = from[1];
  let c = from[2];
  let d = from[3];
  let e = from[4];
  let f = from[5];
  let g = from[6];
  let h = from[7];
  for (let index = 0; index < BLOCK_BYTES; index += 1) {
    const s1 = ((e >>> 6) | (e << 26)) ^ ((e >>> 11) | (e << 21)) ^ ((e >>> 25) | (e << 7));
    const t1 = (h + s1 + ((e & f) ^ (~e & g)) + K[index] + w[index]) | 0;
    const s0 = ((a >>> 2) | (a << 30)) ^ ((a >>> 13) | (a << 19)) ^ ((a >>> 22) | (a << 10));
    const t2 = (s0 + ((a & b) ^ (a & c) ^ (b & c))) | 0;
    h = g;
    g = f;
    f = e;
    e = (d + t1) | 0;
    d = c;
    c = b;
    b = a;
    a = (t1 + t2) | 0;
  }
  to[0] = from[0] + a;
  to[1] = from[1] + b;
  to[2] = from[2] + c;
  to[3] = from[3] + d;
  to[4] = from[4] + e;
  to[5] = from[5] + f;
  to[6] = from[6] + g;
  to[7] = from[7] + h;
}

/** The state behind a whole block: the key's bytes against a pad. */
function stateBehind(key: Uint8Array, pad: number): Int32Array {
  for (let word = 0; word < BLOCK_WORDS; word += 1) {
    const at = word * 4;
    const byte = (offset: number) => (key[at + offset] ?? 0) ^ pad;
    w[word] = (byte(0) << 24) | (byte(1) << 16) | (byte(2) << 8) | byte(3);
  }
  const state = new Int32Array(HASH_WORDS);
  compress(INITIAL, state);
  return state;
}

/**
 * HMAC-SHA256 of messages of one short length (up to 55 bytes) with one key (up to 64 bytes), in JavaScript.
 *
 * node:crypto is quicker in a loop, but between two requests its code and tables have left the processor's caches,
 * and bringing them back costs several times the hash. Here the key's two blocks are compressed once, a message costs
 * two compressions, and all of it is a page of memory (docs/adr/0006). Tests hold it equal to `createHmac`.
 */
export function createShortHmac(key: Uint8Array, messageBytes: number) {
  if (key.length > BLOCK_BYTES) throw new RangeError(`A key has at most ${BLOCK_BYTES} bytes`);
  if (messageBytes > MAX_MESSAGE_BYTES)
    throw new RangeError(`A message has at most ${MAX_MESSAGE_BYTES} bytes`);
  const inner = stateBehind(key, 0x36);
  const outer = stateBehind(key, 0x5c);
  const digest = new Int32Array(HASH_WORDS);
  const padded = new Uint8Array(BLOCK_BYTES);
  padded[messageBytes] = 0x80;
  const innerBits = (BLOCK_BYTES + messageBytes) * 8;
  const outerBits = (BLOCK_BYTES + HASH_WORDS * 4) * 8;

  /** Puts the first `count` bytes of the code of `message` into `target`. */
  return (message: Uint8Array, target: Uint8Array, offset: number, count: number): void => {
    for (let index = 0; index < messageBytes; index += 1) padded[index] = message[index] ?? 0;
    for (let word = 0; word < BLOCK_WORDS - 1; word += 1) {
      const at = word * 4;
      w[word] = (padded[at] << 24) | (padded[at + 1] << 16) | (padded[at + 2] << 8) | padded[at + 3];
    }
    w[BLOCK_WORDS - 1] = innerBits;
    compress(inner, digest);
    for (let word = 0; word < HASH_WORDS; word += 1) w[word] = digest[word];
    w[HASH_WORDS] = 0x8000_0000;
    for (let word = HASH_WORDS + 1; word < BLOCK_WORDS - 1; word += 1) w[word] = 0;
    w[BLOCK_WORDS - 1] = outerBits;
    compress(outer, digest);
    for (let index = 0; index < count; index += 1)
      target[offset + index] = digest[index >>> 2] >>> (24 - (index & 3) * 8);
  };
}
