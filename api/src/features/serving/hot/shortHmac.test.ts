import { createHmac } from 'node:crypto';
import fc from 'fast-check';
import { createShortHmac } from './shortHmac';

function shortHmac(key: Uint8Array, message: Uint8Array, count = 32): string {
  const target = Buffer.alloc(count);
  createShortHmac(key, message.length)(message, target, 0, count);
  return target.toString('hex');
}

describe('createShortHmac', () => {
  // RFC 4231, test cases 1, 2 and 4.
  test.each([
    [
      '0b'.repeat(20),
      Buffer.from('Hi There').toString('hex'),
      'b0344c61d8db38535ca8afceaf0bf12b881dc200c9833da726e9376c2e32cff7',
    ],
    [
      Buffer.from('Jefe').toString('hex'),
      Buffer.from('what do ya want for nothing?').toString('hex'),
      '5bdcc146bf60754e6a042426089575c75a003f089d2739839dec58b964ec3843',
    ],
    [
      '0102030405060708090a0b0c0d0e0f10111213141516171819',
      'cd'.repeat(50),
      '82558a389a443c0ea4cc819899f2083a85f0faa3e578f8077a2e3ff46729665b',
    ],
  ])('agrees with the vectors of RFC 4231', (key, message, code) => {
    expect(shortHmac(Buffer.from(key, 'hex'), Buffer.from(message, 'hex'))).toBe(code);
  });

  test('is what createHmac makes, for every key and length it takes', () => {
    fc.assert(
      fc.property(
        fc.uint8Array({ maxLength: 64 }),
        fc.uint8Array({ maxLength: 55 }),
        fc.integer({ min: 1, max: 32 }),
        (key, message, count) => {
          const expected = createHmac('sha256', key).update(message).digest('hex');
          expect(shortHmac(key, message, count)).toBe(expected.slice(0, count * 2));
        },
      ),
      { numRuns: 2_000 },
    );
  });

  test('one after the other, several keys at once: nothing is left over', () => {
    const keys = ['a', 'b', 'c'].map((letter) => Buffer.from(letter.repeat(32)));
    const macs = keys.map((key) => createShortHmac(key, 41));
    for (let round = 0; round < 200; round += 1) {
      const message = Buffer.alloc(41, round);
      keys.forEach((key, index) => {
        const target = Buffer.alloc(32);
        macs[index]?.(message, target, 0, 32);
        expect(target).toEqual(createHmac('sha256', key).update(message).digest());
      });
    }
  });

  test('takes no message and no key that is too long', () => {
    expect(() => createShortHmac(Buffer.alloc(65), 41)).toThrow(RangeError);
    expect(() => createShortHmac(Buffer.alloc(32), 56)).toThrow(RangeError);
  });
});
