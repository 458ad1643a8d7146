import type { DepositWay } from '@ezdash/contracts';
import { choicesOf, feeOf } from './depositWays';

const method = (id: string, change: Partial<DepositWay['methods'][number]> = {}) => ({
  id,
  kind: 'card' as const,
  label: `Visa ${id}`,
  expired: false,
  is_default: false,
  ...change,
});
const way = (change: Partial<DepositWay> = {}): DepositWay => ({
  gateway: 'stripe',
  name: 'Stripe',
  way: 'checkout',
  least_micros: 100_000_000,
  most_micros: 100_000_000_000,
  fee_bps: 0,
  fee_micros: 0,
  methods: [],
  ...change,
});

test.each([
  ['nothing', 0, 0, 1_000_000_000, 0],
  ['a share', 290, 0, 1_000_000_000, 29_000_000],
  ['a share and a fixed part', 290, 300_000, 1_000_000_000, 29_300_000],
  ['a share that is no whole cent, rounded up', 290, 0, 100_010_000, 2_910_000],
  ['the least share there is', 1, 0, 100_000_000, 10_000],
  ['of the largest amount', 290, 300_000, 100_000_000_000, 2_900_300_000],
])('a fee of %s', (_case, fee_bps, fee_micros, amount, fee) => {
  expect(feeOf(way({ fee_bps, fee_micros }), amount)).toBe(fee);
});

test('kept methods come first, the default before all, expired ones not at all', () => {
  const ways = [
    way({ gateway: 'bank-transfer', way: 'transfer' }),
    way({ methods: [method('1'), method('2', { expired: true })] }),
    way({ gateway: 'sandbox', methods: [method('3', { is_default: true })] }),
  ];
  expect(choicesOf(ways).map(({ value }) => value)).toEqual([
    'sandbox:3',
    'stripe:1',
    'stripe',
    'sandbox',
    'bank-transfer',
  ]);
});
