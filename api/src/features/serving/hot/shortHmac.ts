const BLOCK_BYTES = 64;
const ROUNDS = 64;
/** Longest message that fits into one block with its padding. */
export const SHORT_HMAC_MAX_BYTES = 55;

/** Fractional parts of the roots of the first primes, as FIPS 180-4 §4.2.2 and §5.3.3 define the constants. */
function rootFractions(count: number, root: (value: number) => number): Int32Array {
  const fractions = new Int32Array(count);
  let found = 0;
  for (let candidate = 2; found < count; candidate += 1) {
    let prime = true;
    for (let divisor = 2; divisor * divisor <= candidate; divisor += 1)
      if (candidate % divisor === 0) prime = false;
    if (!prime) continue;
    fractions[found] = (root(candidate) % 1) * 4_294_967_296;
    found += 1;
  }
  return fractions;
}
const K = rootFractions(ROUNDS, Math.cbrt);
const INITIAL = rootFractions(8, Math.sqrt);

const words = new Int32Array(ROUNDS);

/** One compression of SHA-256 (FIPS 180-4 §6.2.2) over the first 16 of `words`; `state` becomes the next state. */
function compress(state: Int32Array, w: Int32Array): void {
  for (let i = 16; i < ROUNDS; i += 1) {
    const x = w[i - 15];
    const y = w[i - 2];
    const s0 = ((x >>> 7) | (x << 25)) ^ ((x >>> 18) | (x << 14)) ^ (x >>> 3);
    const s1 = ((y >>> 17) | (y << 15)) ^ ((y >>> 19) | (y << 13)) ^ (y >>> 10);
    w[i] = (s0 + s1 + w[i - 16] + w[i - 7]) | 0;
  }
  let a = state[0];
  let b = state[1];
  let c = state[2];
  let d = state[3];
  let e = state[4];
  let f = state[5];
  let g = state[6];
  let h = state[7];
  for (let i = 0; i < ROUNDS; i += 1) {
    const s1 = ((e >>> 6) | (e << 26)) ^ ((e >>> 11) | (e << 21)) ^ ((e >>> 25) | (e << 7));
    const t1 = (h + s1 + ((e & f) ^ (~e & g)) + K[i] + w[i]) | 0;
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
  state[0] = (state[0] + a) | 0;
  state[1] = (state[1] + b) | 0;
  state[2] = (state[2] + c) | 0;
  state[3] = (state[3] + d) | 0;
  state[4] = (state[4] + e) | 0;
  state[5] = (state[5] + f) | 0;
  state[6] = (state[6] + g) | 0;
  state[7] = (state[7] + h) | 0;
}

/** The state after the first block, key XOR pad: it is the same for every message. */
function padState(key: Buffer, pad: number): Int32Array {
  for (let i = 0; i < 16; i += 1) {
    let word = 0;
    for (let byte = i * 4; byte < i * 4 + 4; byte += 1) word = (word << 8) | ((key[byte] ?? 0) ^ pad);
    words[i] = word;
  }
  const state = Int32Array.from(INITIAL);
  compress(state, words);
  return state;
}

/** Writes the first 16 bytes of a message's code into `target`. */
export type ShortHmac = (message: Buffer, target: Buffer, offset: number) => void;

/**
 * HMAC-SHA256 (RFC 2104) of messages of one short length, truncated to 128 bits: with the pads' states prepared it is
 * two compressions and no allocation. Beside the rest of a request it takes less than half of what two one-shot
 * `crypto.hash` calls do, whose way into the native code is cold each time. Every operation takes the same time
 * whatever the key is. A test holds it equal to `createHmac`.
 */
export function createShortHmac(key: Buffer, length: number): ShortHmac {
  if (key.length > BLOCK_BYTES || length > SHORT_HMAC_MAX_BYTES)
    throw new Error('Key or message is too long');
  const inner = padState(key, 0x36);
  const outer = padState(key, 0x5c);
  const state = new Int32Array(8);
  const w = words;
  /** The message's one block: its bytes, a one bit, zeros, the length in bits with the pad's block before it. */
  const fillBlock = (message: Buffer) => {
    w.fill(0, 0, 16);
    for (let i = 0; i < length; i += 1) w[i >>> 2] |= message[i] << (24 - (i & 3) * 8);
    w[length >>> 2] |= 0x80 << (24 - (length & 3) * 8);
    w[15] = (BLOCK_BYTES + length) * 8;
  };
  return (message, target, offset) => {
    fillBlock(message);
    state.set(inner);
    compress(state, w);
    for (let i = 0; i < 8; i += 1) w[i] = state[i];
    w[8] = 0x80000000 | 0;
    for (let i = 9; i < 15; i += 1) w[i] = 0;
    w[15] = (BLOCK_BYTES + 32) * 8;
    state.set(outer);
    compress(state, w);
    for (let i = 0; i < 4; i += 1) {
      const word = state[i];
      target[offset + i * 4] = word >>> 24;
      target[offset + i * 4 + 1] = word >>> 16;
      target[offset + i * 4 + 2] = word >>> 8;
      target[offset + i * 4 + 3] = word;
    }
  };
}
