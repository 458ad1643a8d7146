import fc from 'fast-check';
import { advertiserFloor, bidPrice, floorMicros, microsOf } from './prices';

test('an amount is told exactly, whatever its decimals', () => {
  expect(['2.01', '0.1', '12', '0.0000019', '1999999.999999'].map((text) => microsOf(text))).toEqual([
    2_010_000, 100_000, 12_000_000, 1, 1_999_999_999_999,
  ]);
  expect(microsOf('0.0000019', true)).toBe(2);
  for (const text of ['', '-1', '1e3', 'AUDIT', '${' + 'AUCTION_PRICE}', '1,5', '.5', '12345678'])
    expect(microsOf(text)).toBeNull();
});

test('a floor is rounded up', () => {
  expect([2.01, 0, 0.0000005, 1e-7, 1.23456789].map(floorMicros)).toEqual([2_010_000, 0, 1, 1, 1_234_568]);
  expect([1e6, 1e21, 999_999.5].map(floorMicros)).toEqual([Infinity, Infinity, 999_999_500_000]);
});

test('the publisher’s part of a price at the floor reaches what the exchange asks, and one micro less would not', () => {
  fc.assert(
    fc.property(fc.integer({ min: 1, max: 10 ** 9 }), fc.integer({ min: 1, max: 10_000 }), (floor, share) => {
      const perImpression = advertiserFloor(floor, share) / 1_000;
      const part = (price: number) => Number((BigInt(price) * BigInt(share)) / 10_000n);
      expect(part(perImpression) * 1_000).toBeGreaterThanOrEqual(floor);
      expect(part(perImpression - 1) * 1_000).toBeLessThan(floor);
    }),
  );
  expect(advertiserFloor(0, 8_000)).toBe(0);
  // Who gets no part of any price can never be paid a floor.
  expect(advertiserFloor(1, 0)).toBe(Number.POSITIVE_INFINITY);
});

test('a price has as many decimals as its micros', () => {
  fc.assert(
    fc.property(fc.integer({ min: 1, max: 2 ** 31 }), (micros) => {
      expect(microsOf(String(bidPrice(micros)))).toBe(micros * 1_000);
    }),
  );
});
