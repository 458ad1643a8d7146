import { isIPv4 } from 'node:net';
import fc from 'fast-check';
import { addressBits, canonicalAddress, isAddress, v4Number } from './ipAddress';
import { isLoopbackHost } from './loopback';

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

describe('canonical text', () => {
  const v6 = fc.oneof(
    fc.ipV6(),
    fc
      .array(fc.constantFrom('0', '0', '0000', '1', '0A', 'ffff'), { minLength: 8, maxLength: 8 })
      .map((groups) => groups.join(':')),
    fc.ipV4().map((text) => `::FFFF:${text}`),
  );

  it('is one for all texts of an address, and the address itself', () => {
    fc.assert(
      fc.property(fc.oneof(v6, fc.ipV4()), (text) => {
        const canonical = canonicalAddress(text) ?? '';
        expect(addressBits(canonical)).toBe(addressBits(text));
        expect(canonicalAddress(canonical)).toBe(canonical);
        expect(canonicalAddress(text.toUpperCase())).toBe(canonical);
        const bits = addressBits(text) ?? 0n;
        const whole = Array.from({ length: 8 }, (_, at) => (bits >> BigInt(112 - 16 * at)) & 0xffffn);
        expect(canonicalAddress(whole.map((group) => group.toString(16).padStart(4, '0')).join(':'))).toBe(
          canonical,
        );
      }),
    );
  });

  it('is none of what is no address', () => {
    fc.assert(
      fc.property(fc.oneof(fc.string(), fc.stringMatching(/^[0-9a-f:.%[\]]{1,30}$/)), (text) => {
        expect(canonicalAddress(text) !== null).toBe(isAddress(text));
      }),
    );
  });
});

test.each([
  ['localhost', true],
  ['LOCALHOST', true],
  ['ads.localhost', true],
  ['127.0.0.1', true],
  ['127.255.0.9', true],
  ['[::1]', true],
  ['::1', true],
  ['localhost.example', false],
  ['notlocalhost', false],
  ['127.0.0.1.example', false],
  ['128.0.0.1', false],
  ['0.0.0.0', false],
  ['[::2]', false],
  ['', false],
])('%s is this machine: %s', (host, expected) => expect(isLoopbackHost(host)).toBe(expected));
