import { isIPv4 } from 'node:net';
import fc from 'fast-check';
import { addressBits } from '../../../../platform/address';
import { IpRanges } from './IpRanges';

/** Few addresses near to one another, so that ranges meet them. */
const v4 = fc
  .tuple(fc.constantFrom(10, 127, 200), fc.constantFrom(0, 1, 128), fc.nat(3), fc.nat(255))
  .map((parts) => parts.join('.'));
const v6 = fc
  .tuple(fc.constantFrom('2001:db8', 'fe80:', '::ffff'), fc.constantFrom('', ':1', ':ff'))
  .map(([head, tail]) => `${head}${tail}::`.replace(':::', '::'))
  .filter((text) => addressBits(text) !== null);
const mapped = v4.map((text) => `::ffff:${text}`);
const address = fc.oneof(v4, v6, mapped);
const range = address.chain((text) =>
  fc
    .integer({ min: 0, max: isIPv4(text) ? 32 : 128 })
    .chain((length) => fc.constantFrom(`${text}/${length}`, text)),
);

function holds(text: string, bits: bigint): boolean {
  const [first = '', given] = text.split('/');
  const prefix = addressBits(first) ?? 0n;
  const whole = isIPv4(first) ? 32 : 128;
  const free = BigInt(whole - (given === undefined ? whole : Number(given)));
  return prefix >> free === bits >> free;
}

test('an address takes whoever names a range that holds it', () => {
  fc.assert(
    fc.property(fc.array(range, { minLength: 1, maxLength: 12 }), address, (ranges, asked) => {
      const index = new IpRanges(ranges.length);
      for (const [position, text] of ranges.entries()) index.add(position, { include: [text], exclude: [] });
      const bits = addressBits(asked) ?? 0n;
      const taking = index.taking(index.match(asked));
      const taken = ranges.map((_, position) => taking.has(position));
      expect(taken).toEqual(ranges.map((text) => holds(text, bits)));
      // The same ranges have the same key.
      expect(index.match(asked)).toEqual(index.match(asked));
    }),
    { numRuns: 500 },
  );
});
