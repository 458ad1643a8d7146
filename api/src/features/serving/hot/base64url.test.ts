import fc from 'fast-check';
import { createBase64Url } from './base64url';

const { encode, decode, length } = createBase64Url(60);
const bytes = fc.uint8Array({ minLength: 60, maxLength: 60 });

test('text and bytes are what Buffer makes of each other', () => {
  fc.assert(
    fc.property(bytes, (given) => {
      const text = encode(given);
      expect(text).toBe(Buffer.from(given).toString('base64url'));
      expect(text).toHaveLength(length);
      const back = new Uint8Array(60);
      expect(decode(text, back)).toBe(true);
      expect(back).toEqual(given);
    }),
  );
});

test('one other character anywhere, and it is no text of ours', () => {
  const other = fc.oneof(
    fc.constantFrom('=', '+', '/', ' ', '\n', '.', '~', '\u0000', '\u00ff', '\u0141', '\u2603'),
    fc.string({ minLength: 1, maxLength: 1 }).filter((letter) => !/[\w-]/.test(letter)),
  );
  fc.assert(
    fc.property(bytes, fc.nat(length - 1), other, (given, at, letter) => {
      const text = encode(given);
      expect(decode(text.slice(0, at) + letter + text.slice(at + 1), new Uint8Array(60))).toBe(false);
    }),
  );
});

test('a text that is too short is none', () => {
  expect(decode('AAAA', new Uint8Array(60))).toBe(false);
  expect(() => createBase64Url(61)).toThrow('padding');
});
