const ALPHABET = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_';
const NONE = 255;

const codes = Uint8Array.from(ALPHABET, (letter) => letter.charCodeAt(0));
/** What six bits a character stands for; NONE for all that are not of the alphabet. */
const bits = new Uint8Array(256).fill(NONE);
for (const [value, code] of codes.entries()) bits[code] = value;

/**
 * base64url without padding, of bytes whose number is a multiple of three: no spelling but one. In JavaScript, as the
 * signature is (docs/adr/0006): between two requests Buffer's own way has left the processor's caches.
 */
export function createBase64Url(byteCount: number) {
  if (byteCount % 3 !== 0) throw new RangeError(`${byteCount} bytes would need padding`);
  const length = (byteCount / 3) * 4;
  const characters = new Array<number>(length).fill(0);
  return {
    length,
    /** The first bytes as text. */
    encode(bytes: Uint8Array): string {
      for (let from = 0, to = 0; from < byteCount; from += 3, to += 4) {
        const [a, b, c] = [bytes[from] ?? 0, bytes[from + 1] ?? 0, bytes[from + 2] ?? 0];
        characters[to] = codes[a >>> 2] ?? 0;
        characters[to + 1] = codes[((a & 3) << 4) | (b >>> 4)] ?? 0;
        characters[to + 2] = codes[((b & 15) << 2) | (c >>> 6)] ?? 0;
        characters[to + 3] = codes[c & 63] ?? 0;
      }
      return String.fromCharCode.apply(null, characters);
    },
    /** Puts the bytes of a text of that length into `target`; false for one with any other character. */
    decode(text: string, target: Uint8Array): boolean {
      let wrong = 0;
      for (let from = 0, to = 0; from < length; from += 4, to += 3) {
        const a = bitsOf(text, from);
        const b = bitsOf(text, from + 1);
        const c = bitsOf(text, from + 2);
        const d = bitsOf(text, from + 3);
        wrong |= a | b | c | d;
        target[to] = (a << 2) | (b >>> 4);
        target[to + 1] = (b << 4) | (c >>> 2);
        target[to + 2] = (c << 6) | d;
      }
      // Of the alphabet nothing has more than six bits.
      return wrong < 64;
    },
  };
}

const bitsOf = (text: string, at: number): number => {
  const code = text.charCodeAt(at);
  return code < 256 ? (bits[code] ?? NONE) : NONE;
};
