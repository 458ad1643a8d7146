import { isIPv4 } from 'node:net';
import fc from 'fast-check';
import { addressBits, v4Number } from './ipAddress';

const part = fc.oneof(
  fc.integer({ min: 0, max: 300 }).map(String),
  fc.constantFrom('', '00', '01', '256', '-1', '1e1', ' 1', '0x1', '1000'),
);
const almost = fc.array(part, { minLength: 3, maxLength: 5 }).map((parts) => parts.join('.'));

test('takes what node takes for an IPv4 address, and nothing else', () => {
  fc.assert(
    fc.property(fc.oneof(almost, fc.ipV4(), fc.ipV6(), fc.string()), (text) => {
      expect(v4Number(text) >= 0).toBe(isIPv4(text));
    }),
  );
});

test.each([
  ['0.0.0.0', 0],
  ['1.2.3.4', 0x01020304],
  ['255.255.255.255', 0xffffffff],
])('%s', (text, number) => {
  expect(v4Number(text)).toBe(number);
  expect(addressBits(text)).toBe((0xffffn << 32n) | BigInt(number));
  expect(addressBits(`::ffff:${text}`)).toBe(addressBits(text));
});
